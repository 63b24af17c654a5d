import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { catalogueErrors } from '../../../../schemas/error-responses.ts';
import { OwnKey } from '../../../../schemas/keys.ts';
import { json, NO_STORE, RATE } from '../../../../schemas/shared/response.ts';
import type { ApiKeys } from '../../store/accounts/api-keys.ts';
import type { Profiles } from '../../store/accounts/profiles.ts';
import { letterheadOf } from '../../use-cases/company-side.ts';
import { answerOf } from '../answer-of.ts';
import { requesterOf } from './authenticate.ts';

export interface KeyRouteOptions {
  readonly apiKeys: Pick<ApiKeys, 'ownKey'>;
  readonly profiles: Pick<Profiles, 'inUse'>;
}

/** What a key says of itself, for pages that people open with one. */
export const keyRoute: FastifyPluginAsyncTypebox<KeyRouteOptions> = async (app, { apiKeys, profiles }) => {
  app.get(
    '/api/v1/key',
    {
      schema: {
        operationId: 'describeKey',
        tag: 'catalogue',
        summary: 'What the key may do, and whose it is',
        description:
          'The rights of the key that is sent, until when it is accepted, and the name and the logo of its company.',
        response: {
          200: json('The key, without the key itself.', OwnKey, { ...NO_STORE, ...RATE }),
          ...catalogueErrors,
        },
      },
    },
    async (request, reply) => {
      const { companyId, keyId } = requesterOf(request);
      const { companyName, expiresAt } = await apiKeys.ownKey(keyId);
      const stored = await profiles.inUse(companyId);
      reply.header('cache-control', 'no-store');
      return answerOf<OwnKey>({
        keyId,
        companyId,
        companyName,
        logo: (stored && letterheadOf(stored).logo?.src) ?? null,
        rights: request.rights ?? [],
        expiresAt,
      });
    },
  );
};
