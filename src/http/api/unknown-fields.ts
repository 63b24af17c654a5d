import type { FastifyInstance } from 'fastify';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import type { Warning } from '../../../schemas/warning.ts';
import { findUnknownFields } from '../../warnings/unknown-fields.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Fields of the body's envelope that are not known. */
    unknownFields: readonly Warning[];
  }
}

/** Records the unknown fields of each body before validation removes them. */
export function noteUnknownFields(app: FastifyInstance): void {
  app.decorateRequest('unknownFields');
  app.addHook('preValidation', async (request) => {
    request.unknownFields = findUnknownFields(GenerationRequest, request.body);
  });
}
