import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import { Type } from '@sinclair/typebox';
import { readErrors } from '../../../schemas/error-responses.ts';
import { CONTENT_TYPES, DOCUMENT_FORMATS, type DocumentFormat } from '../../../schemas/formats.ts';
import { Reading, ReadQuery } from '../../../schemas/reading.ts';
import { json, NO_STORE, RATE } from '../../../schemas/shared/response.ts';
import { type ReadDependencies, readReturned } from '../../documents/read.ts';
import { ServiceError } from '../../errors.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { compileRequestValidator } from '../validator-compiler.ts';
import { callerOf } from './authenticate.ts';
import { takePlace } from './take-place.ts';

export interface ReadRouteOptions {
  readonly dependencies: ReadDependencies;
  readonly readLimitBytes: number;
}

const READ = '/api/v1/documents/read';

const File = Type.Unsafe<Buffer>({ type: 'string', format: 'binary', title: 'File' });

/** Takes a file that the service has made, and that came back. */
export const readRoute: FastifyPluginAsyncTypebox<ReadRouteOptions> = async (
  app,
  { dependencies, readLimitBytes },
) => {
  app.addHook('onRequest', takePlace(dependencies.capacity));
  const checkQuery = compileRequestValidator({
    schema: ReadQuery,
    method: 'POST',
    url: READ,
    httpPart: 'querystring',
  });
  app.setValidatorCompiler(({ httpPart }) => (httpPart === 'querystring' ? checkQuery : () => true));
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(Object.values(CONTENT_TYPES), { parseAs: 'buffer' }, (_request, body, done) =>
    done(null, body),
  );
  app.addContentTypeParser('*', (_request, _payload, done) => done(wrongType()));
  app.post(
    READ,
    {
      bodyLimit: readLimitBytes,
      config: { right: 'generate' },
      schema: {
        operationId: 'readDocument',
        tag: 'documents',
        summary: 'Read a file that came back',
        description:
          'Takes a PDF or a Word file that the service has made and that somebody has filled in, edited, signed or only saved, ' +
          'in any program, and answers what it says now: its data by the schema, what was filled in, and what is different ' +
          'from the text as made, also where nobody marked the change. Nothing of the file is kept.',
        security: [{ companyKey: [] }],
        querystring: ReadQuery,
        bodyType: Object.values(CONTENT_TYPES),
        body: File,
        response: { 200: json('What the file says.', Reading, { ...NO_STORE, ...RATE }), ...readErrors },
      },
    },
    async (request, reply) => {
      const { templateId, version, custom } = request.query;
      const bytes: unknown = request.body;
      const format = formatOf(request.headers['content-type']);
      if (!Buffer.isBuffer(bytes) || bytes.length === 0)
        throw new ServiceError('unreadable_document', 'The file cannot be read: the body is empty');
      const named = {
        ...(templateId && { templateId }),
        ...(version && { version }),
        custom: custom === 'true',
      };
      const requester = { ...callerOf(request), requestId: request.id };
      reply.header('cache-control', 'no-store');
      return await readReturned(dependencies, requester, { format, bytes, named }, hangUpSignal(reply));
    },
  );
};

function formatOf(contentType: string | undefined): DocumentFormat {
  const [type = ''] = (contentType ?? '').toLowerCase().split(';');
  const format = DOCUMENT_FORMATS.find((one) => CONTENT_TYPES[one] === type.trim());
  if (format === undefined) throw wrongType();
  return format;
}

function wrongType(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    `Content-Type must be ${Object.values(CONTENT_TYPES).join(' or ')}`,
  );
}
