import type { TSchema } from '@sinclair/typebox';
import type { FastifyRequest, preValidationAsyncHookHandler } from 'fastify';
import type { Warning } from '../../../schemas/warning.ts';
import { findUnknownFields } from '../../templating/warnings/unknown-fields.ts';
import type { SentRequest } from '../use-cases/sent-request.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Of the body, as `noteUnknownFields` found them. */
    unknownFields: readonly Warning[] | null;
  }
}

/** Notes the unknown fields of a JSON body, which validation removes. */
export const noteUnknownFields: preValidationAsyncHookHandler = async (request) => {
  const { body, routeOptions } = request;
  if (Buffer.isBuffer(body)) return;
  request.unknownFields = findUnknownFields(routeOptions.schema?.body as TSchema, body);
};

/** What a use case needs of the validated body. */
export function sentRequest<Body>({
  body: request,
  unknownFields,
}: Pick<FastifyRequest, 'unknownFields'> & { readonly body: Body }): SentRequest<Body> {
  return { request, unknownFields: unknownFields ?? [] };
}
