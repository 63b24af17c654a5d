import { Type } from '@sinclair/typebox';
import type { FastifyInstance, FastifyReply, onRequestAsyncHookHandler } from 'fastify';
import { generationErrors, validationErrors } from '../../../schemas/errors.ts';
import { type DocumentFormat, GenerationRequest } from '../../../schemas/generation-request.ts';
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
import { acceptEnvelope } from './envelope.ts';

export const CONTENT_TYPES: Readonly<Record<DocumentFormat, string>> = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
};

export interface DocumentRoutesOptions {
  readonly generation: GenerationDependencies;
  readonly bodyLimits: BodyLimits;
  /** Run in turn before the body is read: who calls, and whether within the rate. */
  readonly admission: onRequestAsyncHookHandler[];
}

const Valid = Type.Object(
  { valid: Type.Literal(true) },
  { title: 'Valid', description: 'A request for the document would pass these checks.' },
);

export async function documentRoutes(
  app: FastifyInstance,
  { generation, bodyLimits, admission }: DocumentRoutesOptions,
): Promise<void> {
  // The schemas describe; the service's own validator decides, and words what is wrong.
  app.setValidatorCompiler(() => () => true);

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
          200: {
            description: 'The document.',
            content: Object.fromEntries(
              Object.values(CONTENT_TYPES).map((type) => [
                type,
                { schema: { type: 'string', format: 'binary' } },
              ]),
            ),
          },
          ...generationErrors,
        },
      },
    },
    async (request, reply) => {
      const envelope = acceptEnvelope(request.body, bodyLimits);
      const asker = { ...callerOf(request), requestId: request.id };
      const document = await generateDocument(generation, asker, envelope, hangUpSignal(reply));
      request.generated = describe(document);
      return send(reply, document);
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
      const envelope = acceptEnvelope(request.body, bodyLimits);
      await acceptRequest(generation, callerOf(request).companyId, envelope);
      return { valid: true };
    },
  );
}

/** What the log says of a document: everything but the document. */
function describe({ bytes, format, template, timings }: GeneratedDocument): GeneratedLog {
  const { templateId, version, origin } = template;
  return { templateId, version, origin, format, bytes: bytes.byteLength, ...timings };
}

function send(reply: FastifyReply, { bytes, format, template, timings }: GeneratedDocument): FastifyReply {
  const { templateId, version, origin } = template;
  return reply
    .headers({
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
    })
    .send(bytes);
}
