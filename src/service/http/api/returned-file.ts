import type { FastifyInstance, FastifyRequest } from 'fastify';
import { CONTENT_TYPES, DOCUMENT_FORMATS, type DocumentFormat } from '../../../../schemas/formats.ts';
import { READ_FILES, type ReadRequest } from '../../../../schemas/read-request.ts';
import type { ReadQuery } from '../../../../schemas/reading.ts';
import { ServiceError, tooLarge } from '../../../errors.ts';
import { validationError } from '../../../templating/validation/accept.ts';
import { decoded } from '../../use-cases/decoded-body.ts';
import type { ReturnedFile } from '../../use-cases/read.ts';
import { cutFiles, decodedBody } from '../cut-files.ts';
import { requireBody, takeJson } from '../json-body.ts';
import { noteUnknownFields, sentRequest } from '../sent-request.ts';

const NO_PDF = {
  field: 'against',
  message: 'is of a Word file only; leave it out for a PDF, which is compared with the file that was made',
};

/** The body is a file, or JSON with a file in it. */
const BODY_TYPES = [...Object.values(CONTENT_TYPES), 'application/json'];

/**
 * Makes the routes that follow take a file that came back.
 * @param fileLimit of a file, in bytes
 */
export function takeReturnedFile(app: FastifyInstance, fileLimit: number): void {
  // A file in base64 takes four thirds of its bytes; the rest is for line breaks and data.
  const bodyLimit = READ_FILES.length * 2 * fileLimit;
  const cut = cutFiles(READ_FILES, bodyLimit);
  app.addHook('preParsing', async function (request, reply, payload) {
    return isJson(request) ? cut.call(this, request, reply, payload) : payload;
  });
  takeJson(app, 'validation_error', { bodyLimit });
  app.addContentTypeParser(
    Object.values(CONTENT_TYPES),
    { parseAs: 'buffer', bodyLimit: fileLimit },
    (_request, body, done) => done(null, body),
  );
  app.addContentTypeParser('*', (_request, _payload, done) => done(wrongType()));
  app.addHook('preValidation', async (request) => {
    if (!isJson(request)) requireFile(request);
  });
  app.addHook('preValidation', requireBody);
  app.addHook('preValidation', noteUnknownFields);
}

/**
 * The file that was sent, with what the caller says of it.
 * @throws ServiceError validation_error, unreadable_document or body_too_large
 */
export function returnedFileOf(
  request: FastifyRequest<{ Body: ReadRequest; Querystring: typeof ReadQuery.static }>,
  fileLimit: number,
): ReturnedFile {
  const { templateId, version, custom } = request.query;
  const inQuery = { templateId, version, source: custom && sourceOf(custom === 'true') };
  if (!isJson(request))
    return { format: formatOf(request), bytes: request.body as unknown as Buffer, named: inQuery };
  const { request: sent, unknownFields } = sentRequest(request);
  const { files } = decodedBody(request);
  const { file: bytes } = decoded(files, ['file']);
  const { against } = sent.against === undefined ? {} : decoded(files, ['against']);
  for (const [name, { length }] of Object.entries({ file: bytes, ...(against && { against }) }))
    if (length > fileLimit) throw tooLarge(name, fileLimit);
  if (against !== undefined && sent.format === 'pdf')
    throw validationError({ missing: [], invalid: [NO_PDF] });
  return {
    format: sent.format,
    bytes,
    against,
    named: {
      templateId: sent.templateId ?? inQuery.templateId,
      version: sent.version ?? inQuery.version,
      source: sent.custom === undefined ? inQuery.source : sourceOf(sent.custom),
    },
    documentId: sent.documentId?.toLowerCase(),
    sent: sent.data,
    report: sent.report,
    unknownFields,
  };
}

function requireFile(request: FastifyRequest): void {
  formatOf(request);
  if (!Buffer.isBuffer(request.body) || request.body.length === 0)
    throw new ServiceError('unreadable_document', 'The file cannot be read: the body is empty');
}

function formatOf({ headers }: FastifyRequest): DocumentFormat {
  const type = typeOf(headers['content-type']);
  const format = DOCUMENT_FORMATS.find((one) => CONTENT_TYPES[one] === type);
  if (format === undefined) throw wrongType();
  return format;
}

function sourceOf(custom: boolean) {
  return custom ? 'custom' : 'global';
}

function isJson({ headers }: FastifyRequest): boolean {
  return typeOf(headers['content-type']) === 'application/json';
}

function typeOf(contentType = ''): string {
  const [type = ''] = contentType.toLowerCase().split(';');
  return type.trim();
}

function wrongType(): ServiceError {
  return new ServiceError(
    'unsupported_media_type',
    `Content-Type must be ${BODY_TYPES.join(' or ')}; the body is the file itself, not a form`,
  );
}
