import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import type { FastifyReply } from 'fastify';
import { readErrors } from '../../../../schemas/error-responses.ts';
import { CONTENT_TYPES, type DocumentFormat } from '../../../../schemas/formats.ts';
import { ReadRequest } from '../../../../schemas/read-request.ts';
import { Reading, ReadQuery } from '../../../../schemas/reading.ts';
import { FILE, type Headers, json, NO_STORE, RATE } from '../../../../schemas/shared/response.ts';
import { ServiceError } from '../../../errors.ts';
import {
  type FileOfReading,
  type ReadDependencies,
  readReturned,
  redlineReturned,
  reportReturned,
} from '../../use-cases/read.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requesterOf } from './authenticate.ts';
import { fileHeaders } from './file-headers.ts';
import { returnedFileOf, takeReturnedFile } from './returned-file.ts';

export interface ReadRouteOptions {
  readonly dependencies: ReadDependencies;
  readonly readLimitBytes: number;
}

const File = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', title: 'File' });

const WORDS = json('What the file says; or, as `Accept` asks, a Word file of what was changed.', Reading, {
  ...ofFiles(FILE),
  ...NO_STORE,
  ...RATE,
});

/** The answer in either type. */
const ANSWER = {
  ...WORDS,
  content: {
    ...WORDS.content,
    [CONTENT_TYPES.docx]: { schema: File },
    [CONTENT_TYPES.pdf]: { schema: File },
  },
};

/** Headers that only the file has. */
function ofFiles(headers: Headers): Headers {
  return Object.fromEntries(
    Object.entries(headers).map(([name, { description, schema, example }]) => [
      name,
      { description: `Of a Word file: ${description}`, schema, example },
    ]),
  );
}

/** Takes a file that the service has made, and that came back. */
export const readRoute: FastifyPluginAsyncTypebox<ReadRouteOptions> = async (
  app,
  { dependencies, readLimitBytes },
) => {
  takeReturnedFile(app, readLimitBytes);
  app.post(
    '/api/v1/documents/read',
    {
      config: { right: 'generate', place: 'file', fileLimit: readLimitBytes },
      schema: {
        operationId: 'readDocument',
        tag: 'documents',
        summary: 'Read a file that came back',
        description:
          'Takes a PDF or a Word file that the service has made and that somebody has filled in, edited, signed or only saved, ' +
          'in any program, and answers what it says now: its data by the schema, what was filled in, and what is different ' +
          'from the text as made, also where nobody marked the change. With the Word type as `Accept`, the answer to a Word file is ' +
          'the text as made with all that was changed as tracked changes: accepting all of them gives the words that came back, ' +
          'rejecting all the text as made. Changes that nobody marked are by "Not marked". The file itself can be the body ' +
          'too, with its type as `Content-Type` and without the rest. Nothing of the file is kept.',
        querystring: ReadQuery,
        // The programs that generate clients mix up a body of several types.
        body: ReadRequest,
        response: { 200: ANSWER, ...readErrors },
      },
    },
    async (request, reply) => {
      const file = returnedFileOf(request, readLimitBytes);
      const requester = requesterOf(request);
      const signal = hangUpSignal(reply);
      if (file.report !== undefined)
        return answerFile(
          reply,
          file.report,
          'report',
          await reportReturned(dependencies, requester, file, file.report, signal),
        );
      if (!wantsWord(request.headers.accept)) {
        reply.header('cache-control', 'no-store');
        return await readReturned(dependencies, requester, file, signal);
      }
      if (file.format === 'pdf')
        throw new ServiceError(
          'unreadable_document',
          'A PDF cannot be answered as a Word file: it has no changes to track. Send Accept: application/json for what it says',
        );
      return answerFile(
        reply,
        'docx',
        'returned',
        await redlineReturned(dependencies, requester, file, signal),
      );
    },
  );
};

function answerFile(
  reply: FastifyReply,
  format: DocumentFormat,
  ending: string,
  { identity, ...file }: FileOfReading,
): never {
  const { documentId, templateId, version, source } = identity;
  const disposition = `attachment; filename="${templateId}-${version}-${ending}.${format}"`;
  reply.headers(fileHeaders({ ...file, disposition, type: CONTENT_TYPES[format], version, source }));
  if (documentId !== null) reply.header('x-document-id', documentId);
  return file.bytes as never;
}

/** Whoever names the Word type wants it; any type means JSON. */
function wantsWord(accept: string | undefined): boolean {
  return (
    accept !== undefined && negotiate(accept, [CONTENT_TYPES.docx, 'application/json']) === CONTENT_TYPES.docx
  );
}
