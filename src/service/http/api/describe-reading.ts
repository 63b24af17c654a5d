import type { TSchema } from '@fastify/type-provider-typebox';
import { VersionParams, VersionQuery } from '../../../../schemas/catalogue.ts';
import { catalogueErrors, templateNotFound, wrongQuery } from '../../../../schemas/error-responses.ts';
import { CONDITIONAL, empty, type JsonResponse, json, RATE } from '../../../../schemas/shared/response.ts';
import { IF_NONE_MATCH } from '../openapi/operation.ts';

interface RouteText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  /** Description of the response. */
  readonly answer: string;
}

const HEADERS = { ...CONDITIONAL, ...RATE };

/** What every route of the catalogue is described with. */
export const READING = { tag: 'catalogue', parameters: [IF_NONE_MATCH] };

/** What every route of the catalogue may answer beside its own. */
export const READ_ALREADY = { 304: empty('What you keep is still right.', HEADERS), ...catalogueErrors };

/** Describes a route of the catalogue that answers with JSON, or 304. */
export function describeReading<Answer extends TSchema>(
  { answer, ...text }: RouteText,
  schema: Answer,
  failures: object = {},
) {
  const good = { 200: json(answer, schema, HEADERS) };
  const response: { readonly 200: JsonResponse<Answer> } = Object.assign(good, READ_ALREADY, failures);
  return { ...text, ...READING, response };
}

/** The same for what belongs to the version that the path and the query name (find-version.ts). */
export function describeVersion<Answer extends TSchema>(text: RouteText, schema: Answer) {
  return { ...describeReading(text, schema, VERSION_FAILURES), ...NAMED_VERSION };
}

export const VERSION_FAILURES = { ...templateNotFound, ...wrongQuery };

export const NAMED_VERSION = { params: VersionParams, querystring: VersionQuery };
