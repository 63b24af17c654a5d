import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';
import type { ApiKeys } from '../../store/accounts/api-keys.ts';
import type { Companies } from '../../store/accounts/companies.ts';
import { takeJson } from '../json-body.ts';
import { companyRoutes } from './companies.ts';
import { keyRoutes } from './keys.ts';
import { type OverrideRoutesOptions, overrideRoutes } from './overrides.ts';
import { type ProfileRoutesOptions, profileRoutes } from './profile.ts';
import { requireToken } from './token.ts';
import { type TrailRoutesOptions, trailRoutes } from './trail.ts';

export interface AdminRoutesOptions extends OverrideRoutesOptions, ProfileRoutesOptions, TrailRoutesOptions {
  readonly companies: Companies;
  readonly apiKeys: ApiKeys;
  /** A request with any of these tokens may do everything here. */
  readonly adminTokens: readonly string[];
}

/** The operator's routes: companies, their keys, their own templates and the trail of their documents. */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRoutesOptions> = async (
  app,
  { companies, apiKeys, profiles, logoDrawings, trail, adminTokens, ...overrides },
) => {
  takeJson(app, 'unprocessable');
  app.addHook('onRequest', requireToken(adminTokens));
  app.addHook('onRequest', requireIdentifiers);
  await app.register(companyRoutes, { companies, trail });
  await app.register(keyRoutes, { apiKeys });
  await app.register(profileRoutes, { profiles, logoDrawings });
  await app.register(overrideRoutes, overrides);
  await app.register(trailRoutes, { trail });
};

/** Characters of identifiers and versions. PostgreSQL refuses some others (NUL) with an error. */
const IDENTIFIER = /^[\w.+-]+$/;

async function requireIdentifiers({ params }: FastifyRequest): Promise<void> {
  const values = Object.values(params as Record<string, string>);
  if (values.every((value) => IDENTIFIER.test(value))) return;
  throw new ServiceError('not_found', 'There is nothing of that name; the lists have the identifiers');
}
