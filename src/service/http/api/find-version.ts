import type { FastifyReply, FastifyRequest } from 'fastify';
import type { VersionQuery } from '../../../../schemas/catalogue.ts';
import type { Catalogue, Template } from '../../../templating/templates/catalogue.ts';
import { type CustomTexts, resolveCustom } from '../../../templating/templates/custom.ts';
import { resolveTemplate } from '../../../templating/templates/resolve.ts';
import { requesterOf } from './authenticate.ts';

/** Where versions are found. */
export interface VersionSources {
  readonly catalogue: Catalogue;
  readonly customTexts: CustomTexts;
  /** How long an answer about a version of the catalogue may be kept; left out, a minute. */
  readonly keep?: string;
}

/** An override must be seen as soon as it is published, so the caller revalidates each time; a 304 costs little. */
export const ASK_EACH_TIME = 'private, no-cache';

/** What belongs to a version does not change while the service runs; `latest` may at the next release. */
export const KEEP_A_MINUTE = 'private, max-age=60';

/**
 * The version that the path and the query of a request name; the answer says how long it may be kept.
 * @throws ServiceError template_not_found
 */
export async function findVersion(
  { catalogue, customTexts, keep = KEEP_A_MINUTE }: VersionSources,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Template> {
  const params = request.params as { templateId: string; version: string };
  const isCustom = (request.query as VersionQuery).custom === 'true';
  const template = isCustom
    ? await resolveCustom(catalogue, customTexts, requesterOf(request).companyId, params)
    : resolveTemplate(catalogue, params);
  reply.header('cache-control', isCustom ? ASK_EACH_TIME : keep);
  return template;
}
