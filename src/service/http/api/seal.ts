import { Readable } from 'node:stream';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { completionErrors, preparationErrors } from '../../../../schemas/error-responses.ts';
import { CONTENT_TYPES } from '../../../../schemas/formats.ts';
import { PreparedSeal, SEAL_FILES, SealCompletion, SealPreparation } from '../../../../schemas/seal.ts';
import { BYTES, file, json, NO_STORE, RATE, SEALED_FILE } from '../../../../schemas/shared/response.ts';
import { completeSeal, prepareSeal, type SealDependencies } from '../../use-cases/seal.ts';
import { cutFiles, decodedBody } from '../cut-files.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requireBody } from '../json-body.ts';
import { requesterOf } from './authenticate.ts';
import { reprDigest } from './file-headers.ts';

export interface SealRoutesOptions {
  readonly seals: SealDependencies;
}

/** Seals PDFs with keys that never reach the service. */
export const sealRoutes: FastifyPluginAsyncTypebox<SealRoutesOptions> = async (app, { seals }) => {
  app.addHook('preValidation', requireBody);
  // A file in base64 takes four thirds of its bytes; the rest is for line breaks and certificates.
  const bodyLimit = 2 * seals.fileLimit;
  app.addHook('preParsing', cutFiles(SEAL_FILES, bodyLimit));

  app.post(
    '/api/v1/documents/seal/prepare',
    {
      bodyLimit,
      config: { right: 'generate', place: 'file' },
      schema: {
        operationId: 'prepareSeal',
        tag: 'documents',
        summary: 'Prepare a seal',
        description:
          'Appends a seal (PAdES B-B) to a PDF and answers with the bytes that your key signs: `openssl dgst -sha256 -sign`, a ' +
          'smart card, a key service. The key stays with you, and nothing is kept. Send `prepared` and the signature to ' +
          '`complete`.',
        body: SealPreparation,
        response: {
          200: json('The seal without its signature.', PreparedSeal, { ...NO_STORE, ...RATE }),
          ...preparationErrors,
        },
      },
    },
    async (request, reply) => {
      const requester = requesterOf(request);
      const prepared = await prepareSeal(seals, requester, decodedBody(request), hangUpSignal(reply));
      const { prepared: pdf, toSign } = prepared;
      const end = `","toSign":"${Buffer.from(toSign).toString('base64')}","digestAlgorithm":"SHA-256"}`;
      reply.headers({
        'content-type': 'application/json; charset=utf-8',
        'content-length': BEGINNING.length + 4 * Math.ceil(pdf.length / 3) + end.length,
        'cache-control': 'no-store',
      });
      return Readable.from(writeJson(pdf, end), { objectMode: false }) as never;
    },
  );

  app.post(
    '/api/v1/documents/seal/complete',
    {
      bodyLimit,
      config: { right: 'generate', place: 'file' },
      schema: {
        operationId: 'completeSeal',
        tag: 'documents',
        summary: 'Complete a seal',
        description:
          'Verifies the signature and answers with the sealed PDF. Every byte of the file that was prepared is in it unchanged. ' +
          'The trail has its SHA-256, and the `documentId` that it names.',
        body: SealCompletion,
        response: {
          200: file('The sealed PDF.', [CONTENT_TYPES.pdf], BYTES, { ...SEALED_FILE, ...RATE }),
          ...completionErrors,
        },
      },
    },
    async (request, reply) => {
      const requester = requesterOf(request);
      const { pdf, sha256, identity } = await completeSeal(
        seals,
        requester,
        decodedBody(request),
        hangUpSignal(reply),
      );
      reply.headers({
        'content-type': CONTENT_TYPES.pdf,
        'content-length': pdf.byteLength,
        'repr-digest': reprDigest(sha256),
        'content-disposition': 'attachment; filename="sealed.pdf"',
        'cache-control': 'no-store',
        'x-content-type-options': 'nosniff',
        ...(identity && { 'x-document-id': identity.documentId }),
      });
      return pdf;
    },
  );
};

/** Divides into groups of base64, three bytes each. */
const PIECE_BYTES = 49_152;

/** Of a `PreparedSeal`, before the base64 of its file. */
const BEGINNING = '{"prepared":"';

/** `PreparedSeal` in pieces: as a whole, 22 MB take half a second to write on a slow machine, in which nobody else is served. */
function* writeJson({ buffer, byteOffset, byteLength }: Uint8Array, end: string): Generator<Buffer> {
  const bytes = Buffer.from(buffer, byteOffset, byteLength);
  yield Buffer.from(BEGINNING);
  for (let at = 0; at < byteLength; at += PIECE_BYTES)
    yield Buffer.from(bytes.toString('base64', at, at + PIECE_BYTES), 'latin1');
  yield Buffer.from(end);
}
