import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ApiKeys } from '../../store/accounts/api-keys.ts';
import { bodyCheck } from './body.ts';
import { CompanyParams, describeRoute, IssuedKey, KeyList, KeyParams, KeyRotation } from './schemas.ts';

/** Time enough to put the new key wherever the old one is, and no more. */
const OVERLAP_SECONDS = 24 * 60 * 60;

const keyRotation = bodyCheck<Static<typeof KeyRotation>>(KeyRotation);

export async function keyRoutes(
  app: FastifyInstance,
  { apiKeys }: { readonly apiKeys: ApiKeys },
): Promise<void> {
  app.post<{ Params: Static<typeof CompanyParams> }>(
    '/admin/v1/companies/:companyId/keys',
    { schema: { ...describeRoute('Issue a key', { 201: IssuedKey }, [404]), params: CompanyParams } },
    async (request, reply) => {
      const { companyId } = request.params;
      const issued = await apiKeys.issue(companyId);
      request.log.info({ companyId, keyId: issued.keyId }, 'issued a key');
      // The only place where the key ever is: nothing on the way may keep it.
      return reply.code(201).header('cache-control', 'no-store').send(issued);
    },
  );

  app.get<{ Params: Static<typeof CompanyParams> }>(
    '/admin/v1/companies/:companyId/keys',
    {
      schema: {
        ...describeRoute("List a company's keys", { 200: KeyList }, [404]),
        params: CompanyParams,
      },
    },
    async (request) => ({ keys: await apiKeys.list(request.params.companyId) }),
  );

  app.post<{ Params: Static<typeof KeyParams> }>(
    '/admin/v1/companies/:companyId/keys/:keyId/rotate',
    {
      schema: {
        ...describeRoute('Issue a key in the place of another', { 201: IssuedKey }, [404, 409, 422]),
        params: KeyParams,
        body: KeyRotation,
      },
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      const { overlapSeconds = OVERLAP_SECONDS } = keyRotation(request.body ?? {});
      const issued = await apiKeys.rotate(companyId, keyId, overlapSeconds);
      request.log.info({ companyId, keyId: issued.keyId, replaces: keyId, overlapSeconds }, 'rotated a key');
      return reply.code(201).header('cache-control', 'no-store').send(issued);
    },
  );

  app.delete<{ Params: Static<typeof KeyParams> }>(
    '/admin/v1/companies/:companyId/keys/:keyId',
    {
      schema: {
        ...describeRoute(
          'Revoke a key',
          { 204: Type.Null({ description: 'The key is refused from now on.' }) },
          [404],
        ),
        params: KeyParams,
      },
    },
    async (request, reply) => {
      const { companyId, keyId } = request.params;
      await apiKeys.revoke(companyId, keyId);
      request.log.info({ companyId, keyId }, 'revoked a key');
      return reply.code(204).send();
    },
  );
}
