import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { generationErrors } from '../../../schemas/errors.ts';
import { CONTENT_TYPES } from '../../../schemas/formats.ts';
import { GenerationRequest } from '../../../schemas/generation-request.ts';
import { Warning } from '../../../schemas/warning.ts';
import {
  type GeneratedDocument,
  type GenerationDependencies,
  generateDocument,
} from '../../documents/generate.ts';
import { validateRequest } from '../../documents/validate.ts';
import type { BodyLimits } from '../../validation/body-limits.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import type { GeneratedLog } from '../request-log.ts';
import { callerOf } from './authenticate.ts';
import { limitBody } from './limit-body.ts';
import { noteUnknownFields } from './unknown-fields.ts';

export interface DocumentRoutesOptions {
  readonly generation: GenerationDependencies;
  readonly bodyLimits: BodyLimits;
}

const File = Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary' });
const FILES = Object.fromEntries(Object.values(CONTENT_TYPES).map((type) => [type, { schema: File }]));

const Valid = Type.Object(
  {
    valid: Type.Literal(true),
    warnings: Type.Array(Warning, { description: 'What is accepted, and most likely not meant.' }),
    blanks: Type.Array(Type.String(), {
      description: 'Paths of the fields that are printed as blanks, each once, in the order of the document.',
      examples: [['parties[0].rcName']],
    }),
  },
  { title: 'Valid', description: 'A request for the document would pass these checks.' },
);

export const documentRoutes: FastifyPluginAsyncTypebox<DocumentRoutesOptions> = async (
  app,
  { generation, bodyLimits },
) => {
  app.addHook('preValidation', limitBody(bodyLimits));
  noteUnknownFields(app);

  app.post(
    '/api/v1/documents/generate',
    {
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
      const requester = { ...callerOf(request), requestId: request.id };
      const document = await generateDocument(generation, requester, sentBy(request), hangUpSignal(reply));
      request.generated = describe(document);
      reply.headers(headersOf(document));
      return document.bytes;
    },
  );

  app.post(
    '/api/v1/documents/validate',
    {
      schema: {
        tags: ['documents'],
        summary: 'Check a request for a document',
        description:
          'Makes every check that generating makes of the body, with the same errors, and no document. Names what is ' +
          'most likely not meant, and the fields that would be printed as blanks.',
        security: [{ companyKey: [] }],
        body: GenerationRequest,
        response: { 200: Valid, ...generationErrors },
      },
    },
    async (request, reply) =>
      validateRequest(generation, callerOf(request).companyId, sentBy(request), hangUpSignal(reply)),
  );
};

interface Sent {
  readonly body: GenerationRequest;
  readonly unknownFields: readonly Warning[];
}

const sentBy = ({ body, unknownFields }: Sent) => ({ request: body, unknownFields });

/** What the log says of a document: everything but the document. */
function describe(document: GeneratedDocument): GeneratedLog {
  const { bytes, format, template, timings } = document;
  const { templateId, version, origin } = template;
  const counts = { warnings: document.warnings.length, blanks: document.blanks.length };
  return { templateId, version, origin, format, bytes: bytes.byteLength, ...counts, ...timings };
}

function headersOf({ bytes, format, template, warnings, blanks, timings }: GeneratedDocument) {
  const { templateId, version, origin } = template;
  return {
    'content-type': CONTENT_TYPES[format],
    'content-length': bytes.byteLength,
    'content-disposition': `attachment; filename="${templateId}-${version}.${format}"`,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-template-version': version,
    'x-template-source': origin,
    'x-warnings': warnings.length,
    'x-blanks': blanks.length,
    'server-timing': Object.entries(timings)
      .map(([step, milliseconds]) => `${step};dur=${milliseconds.toFixed(1)}`)
      .join(', '),
  };
}
