import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { CompanyParams } from '../../../../schemas/companies.ts';
import { IssuedKey, type Key, KeyIssue, KeyList, KeyParams, KeyRotation } from '../../../../schemas/keys.ts';
import { empty, json, NO_STORE } from '../../../../schemas/shared/response.ts';
import type { ApiKeys } from '../../store/accounts/api-keys.ts';
import { answerOf } from '../answer-of.ts';
import { describeRoute } from './describe-route.ts';

/** Default overlap: time to put the new key wherever the old one is used. */
const OVERLAP_SECONDS = 24 * 60 * 60;

export const keyRoutes: FastifyPluginAsyncTypebox<{ readonly apiKeys: ApiKeys }> = async (
  app,
  { apiKeys },
) => {
  app.post(
    '/admin/v1/companies/:companyId/keys',
    {
      schema: describeRoute({
        operationId: 'issueKey',
        summary: 'Issue a key',
        description:
          'A company may have any number of keys: one for each of its systems lets them be told apart and replaced one by one. ' +
          'A key may make documents unless `rights` says otherwise; every key reads the catalogue, validates and previews. ' +
          'A key for a browser, such as for the page /studio, has an end: `expiresInSeconds`.',
        response: { 201: json('The key: in this answer and nowhere else ever again.', IssuedKey, NO_STORE) },
        failures: [404, 413, 415, 422],
        params: CompanyParams,
        body: KeyIssue,
        bodyOptional: true,
      }),
    },
    async (request, reply) => {
      const { companyId } = request.params;
      const { rights, expiresInSeconds: lifeSeconds } = request.body;
      const issued = await apiKeys.issue(companyId, { rights, lifeSeconds });
      request.log.info({ companyId, keyId: issued.keyId, rights: issued.rights }, 'issued a key');
      // The key is in this response only, and no cache may keep it.
      reply.code(201).header('cache-control', 'no-store');
      return answerOf<IssuedKey>(issued);
    },
  );

  app.get(
    '/admin/v1/companies/:companyId/keys',
    {
      schema: describeRoute({
        operationId: 'listKeys',
        summary: "List a company's keys",
        description: 'The keys by their beginning, with when each was last used; never a key itself.',
        response: { 200: json('Its keys, the oldest first, with those that are refused.', KeyList) },
        failures: [404],
        params: CompanyParams,
      }),
    },
    async (request) => ({ keys: (await apiKeys.list(request.params.companyId)).map(answerOf<Key>) }),
  );

  app.post(
    '/admin/v1/companies/:companyId/keys/:keyId/rotate',
    {
      schema: describeRoute({
        operationId: 'rotateKey',
        summary: 'Replace a key',
        description:
          'Issues another key with the same rights and the same life, and lets the old one live on for `overlapSeconds`, so that nothing stops while the new one is put in place.',
        response: {
          201: json('The new key: in this answer and nowhere else ever again.', IssuedKey, NO_STORE),
        },
        failures: [404, 409, 413, 415, 422],
        params: KeyParams,
        body: KeyRotation,
        bodyOptional: true,
      }),
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      const { overlapSeconds = OVERLAP_SECONDS } = request.body;
      const issued = await apiKeys.rotate(companyId, keyId, overlapSeconds);
      request.log.info({ companyId, keyId: issued.keyId, replaces: keyId, overlapSeconds }, 'rotated a key');
      reply.code(201).header('cache-control', 'no-store');
      return answerOf<IssuedKey>(issued);
    },
  );

  app.delete(
    '/admin/v1/companies/:companyId/keys/:keyId',
    {
      schema: describeRoute({
        operationId: 'revokeKey',
        summary: 'Revoke a key',
        description:
          'At once at the instance that is asked, within a second at the others. A revoked key does not come back.',
        response: { 204: empty('The key is refused from now on.') },
        failures: [404],
        params: KeyParams,
      }),
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      await apiKeys.revoke(companyId, keyId);
      request.log.info({ companyId, keyId }, 'revoked a key');
      return reply.code(204).send();
    },
  );
};
