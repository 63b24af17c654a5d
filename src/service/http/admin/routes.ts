import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { ApiKeys } from '../../store/accounts/api-keys.ts';
import type { Companies } from '../../store/accounts/companies.ts';
import type { Admission } from '../admission/admission.ts';
import { admit } from '../admission/admit.ts';
import { requireIdentifiers } from '../identifiers.ts';
import { takeJson } from '../json-body.ts';
import { ADMINISTRATION } from '../own-texts/doors.ts';
import { type OwnTextServices, ownTextRoutes } from '../own-texts/routes.ts';
import { companyRoutes } from './companies.ts';
import { keyRoutes } from './keys.ts';
import { type ProfileRoutesOptions, profileRoutes } from './profile.ts';
import { requireToken } from './token.ts';
import { type TrailRoutesOptions, trailRoutes } from './trail.ts';

export interface AdminRoutesOptions extends OwnTextServices, ProfileRoutesOptions, TrailRoutesOptions {
  readonly companies: Companies;
  readonly apiKeys: ApiKeys;
  readonly admission: Admission;
  /** A request with any of these tokens may do everything here. */
  readonly adminTokens: readonly string[];
}

/** The operator's routes: companies, their keys, their own templates and the trail of their documents. */
export const adminRoutes: FastifyPluginAsyncTypebox<AdminRoutesOptions> = async (
  app,
  { companies, apiKeys, profiles, logoDrawings, trail, adminTokens, admission, ...ownTexts },
) => {
  takeJson(app, 'unprocessable');
  app.addHook('onRequest', requireToken(adminTokens));
  app.addHook('onRequest', requireIdentifiers);
  app.addHook('onRequest', admit(admission));
  await app.register(companyRoutes, { companies, trail });
  await app.register(keyRoutes, { apiKeys });
  await app.register(profileRoutes, { profiles, logoDrawings });
  await app.register(ownTextRoutes, { ...ownTexts, door: ADMINISTRATION });
  await app.register(trailRoutes, { trail });
};
