import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { onRequestAsyncHookHandler } from 'fastify';
import { generationErrors, validationErrors } from '../../../schemas/errors.ts';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { acceptRequest } from '../../documents/accept-request.ts';
import {
  type GeneratedDocument,
  type GenerationDependencies,
  generateDocument,
} from '../../documents/generate.ts';
import type { BodyLimits } from '../../validation/body-limits.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import type { GeneratedLog } from '../log.ts';
import { callerOf } from './authenticate.ts';
import { limitBody } from './limit-body.ts';

export interface DocumentRoutesOptions {
  readonly generation: GenerationDependencies;
  readonly bodyLimits: BodyLimits;
  /** Run in turn before the body is read: who calls, and whether within the rate. */
  readonly admission: onRequestAsyncHookHandler[];
}

const File = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });
const FILES = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, { schema: File }]));

const Valid = Type.Object(
  { valid: Type.Literal(true) },
  { title: 'Valid', description: 'A request for the document would pass these checks.' },
);

export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { generation, bodyLimits, admission },
) => {
  app.addHook('preValidation', limitBody(bodyLimits));

  app.post(
    '/api/v1/documents/generate',
    {
      onRequest: admission,
      schema: {
        tags: ['documents'],
        summary: 'Generate a document',
        description: 'Merges data into a template and answers with the finished file.',
        security: [{ companyKey: [] }],
        body: GenerationRequest,
        response: {
          200: { description: 'The document.', content: FILES },
          ...generationErrors,
        },
      },
    },
    async (request, reply) => {
      const asker = { ...callerOf(request), requestId: request.id };
      const document = await generateDocument(generation, asker, request.body, hangUpSignal(reply));
      request.generated = describe(document);
      reply.headers(headersOf(document));
      return document.bytes;
    },
  );

  app.post(
    '/api/v1/documents/validate',
    {
      onRequest: admission,
      schema: {
        tags: ['documents'],
        summary: 'Check a request for a document',
        description:
          'Makes every check that generating makes of the body, with the same errors, and no document.',
        security: [{ companyKey: [] }],
        body: GenerationRequest,
        response: { 200: Valid, ...validationErrors },
      },
    },
    async (request) => {
      await acceptRequest(generation, callerOf(request).companyId, request.body);
      return { valid: true as const };
    },
  );
};

/** What the log says of a document: everything but the document. */
function describe({ bytes, format, template, timings }: GeneratedDocument): GeneratedLog {
  const { templateId, version, origin } = template;
  return { templateId, version, origin, format, bytes: bytes.byteLength, ...timings };
}

function headersOf({ bytes, format, template, timings }: GeneratedDocument) {
  const { templateId, version, origin } = template;
  return {
    'content-type': CONTENT_TYPES[format],
    'content-length': bytes.byteLength,
    'content-disposition': `attachment; filename="${templateId}-${version}.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-template-version': version,
    'x-template-source': origin,
    'server-timing': Object.entries(timings)
      .map(([step, milliseconds]) => `${step};dur=${milliseconds.toFixed(1)}`)
      .join(', '),
  };
}
