import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { profileRefused } from '../../../../schemas/admin-error-responses.ts';
import { CompanyParams } from '../../../../schemas/companies.ts';
import { CompanyProfile, MAX_LOGO_BYTES } from '../../../../schemas/company-profile.ts';
import { empty, json } from '../../../../schemas/shared/response.ts';
import { ServiceError } from '../../../errors.ts';
import type { Profiles } from '../../store/accounts/profiles.ts';
import { checkProfile } from '../../use-cases/check-profile.ts';
import type { LogoDrawings } from '../../use-cases/logo-drawings.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { describeRoute } from './describe-route.ts';

export interface ProfileRoutesOptions {
  readonly profiles: Profiles;
  readonly logoDrawings: LogoDrawings;
}

/** The largest logo in base64, and the other fields. */
const BODY_LIMIT_BYTES = 2 * MAX_LOGO_BYTES;

const PATH = '/admin/v1/companies/:companyId/profile';

export const profileRoutes: FastifyPluginAsyncTypebox<ProfileRoutesOptions> = async (
  app,
  { profiles, logoDrawings },
) => {
  app.put(
    PATH,
    {
      config: { place: 'text', longTexts: ['logo'] },
      bodyLimit: BODY_LIMIT_BYTES,
      // `checkProfile` reports all faults at once, those of picture and colour included.
      validatorCompiler: () => () => true,
      schema: describeRoute({
        operationId: 'replaceProfile',
        summary: "Replace a company's profile",
        description:
          'What the company prints on its own paper, and the default of its own side in its documents. Replaces the profile as a whole: a field that is left out is no longer there. In use by the next document.',
        response: { 200: json('The profile as it is now.', CompanyProfile) },
        failures: [404, 413, 415],
        ownFailures: profileRefused,
        params: CompanyParams,
        body: CompanyProfile,
      }),
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const signal = hangUpSignal(reply);
      const checked = await checkProfile(request.body, (svg) => logoDrawings.draw(companyId, svg, signal));
      await profiles.replace(companyId, checked);
      request.log.info({ companyId }, "replaced a company's profile");
      return checked.profile;
    },
  );

  app.get(
    PATH,
    {
      schema: describeRoute({
        operationId: 'readProfile',
        summary: "Read a company's profile",
        description: 'The profile as it was sent.',
        response: { 200: json('The profile as it is now.', CompanyProfile) },
        failures: [404],
        params: CompanyParams,
      }),
    },
    async ({ params: { companyId } }) => {
      const profile = await profiles.find(companyId);
      if (profile === undefined) throw noProfile(companyId);
      return profile;
    },
  );

  app.delete(
    PATH,
    {
      schema: describeRoute({
        operationId: 'deleteProfile',
        summary: "Delete a company's profile",
        description: 'Documents have neither letterhead nor defaults from then on.',
        response: { 204: empty('The profile is deleted.') },
        failures: [404],
        params: CompanyParams,
      }),
    },
    async (request, reply) => {
      const { companyId } = request.params;
      if (!(await profiles.delete(companyId))) throw noProfile(companyId);
      request.log.info({ companyId }, "deleted a company's profile");
      return reply.code(204).send();
    },
  );
};

function noProfile(companyId: string): ServiceError {
  return new ServiceError(
    'not_found',
    `The company ${companyId} has no profile; PUT /admin/v1/companies/${companyId}/profile sets one`,
  );
}
