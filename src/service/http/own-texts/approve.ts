import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { SendingBack, TextParams } from '../../../../schemas/overrides.ts';
import { empty } from '../../../../schemas/shared/response.ts';
import { requesterOf } from '../api/authenticate.ts';
import { requireIdentifiers } from '../identifiers.ts';
import { takeJson } from '../json-body.ts';
import { COMPANY } from './doors.ts';
import type { OwnTextServices } from './routes.ts';

/** The second pair of eyes on a text that a key published: it approves the text, or sends it back. */
export const approveRoute: FastifyPluginAsyncTypebox<Pick<OwnTextServices, 'overrides'>> = async (
  app,
  { overrides },
) => {
  takeJson(app, 'unprocessable');
  app.addHook('onRequest', requireIdentifiers);
  app.post(
    `${COMPANY.base}/:templateId/versions/:version/approve`,
    {
      config: { right: 'approve' },
      schema: COMPANY.describe({
        operationId: 'approveText',
        summary: 'Approve a text that another key published',
        description:
          'Puts a version that is `proposed` into use. The key needs the right `approve`, and must not be the one that published ' +
          'the version. A version that is in use stays as it is; one that was retired is 409.',
        response: { 204: empty('The version is in use.') },
        failures: [404, 409],
        params: TextParams,
      }),
    },
    async (request, reply) => {
      const { companyId, keyId } = requesterOf(request);
      const key = { companyId, ...request.params };
      await overrides.approve(key, keyId);
      request.log.info({ ...key, approver: keyId }, 'approved an override');
      return reply.code(204).send();
    },
  );
  app.post(
    `${COMPANY.base}/:templateId/versions/:version/send-back`,
    {
      config: { right: 'approve' },
      schema: COMPANY.describe({
        operationId: 'sendTextBack',
        summary: 'Send a text back that another key published',
        description:
          'Retires a version that is `proposed`, and keeps a note for its author, which the lists have until the version is published ' +
          'again. The key needs the right `approve`, and must not be the one that published the version. A version that is not ' +
          'proposed is 409.',
        response: { 204: empty('The version is retired, and the note is kept.') },
        failures: [404, 409, 413, 415, 422],
        params: TextParams,
        body: SendingBack,
      }),
    },
    async (request, reply) => {
      const { companyId, keyId } = requesterOf(request);
      const key = { companyId, ...request.params };
      await overrides.sendBack(key, keyId, request.body.note);
      request.log.info({ ...key, reviewer: keyId }, 'sent an override back');
      return reply.code(204).send();
    },
  );
};
