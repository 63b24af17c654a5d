import type { FastifyInstance } from 'fastify';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { findUnknownFields } from '../../warnings/unknown-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** What the body of a request for a document has beside its own fields. */
    unknownFields: readonly Warning[];
  }
}

/** Notes the unknown fields of each body before validation, which leaves them out. */
export function noteUnknownFields(app: FastifyInstance): void {
  app.decorateRequest('unknownFields');
  app.addHook('preValidation', async (request) => {
    request.unknownFields = findUnknownFields(GenerationRequest, request.body);
  });
}
