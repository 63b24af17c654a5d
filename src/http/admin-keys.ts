import { type Static, Type } from '@sinclair/typebox';
import type { FastifyInstance } from 'fastify';
import type { ApiKeys } from '../store/api-keys.ts';
import { CompanyParams, describeRoute, IssuedKey, KeyList, KeyParams } from './admin-schemas.ts';

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
