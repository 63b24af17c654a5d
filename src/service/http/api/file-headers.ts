import { hash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CONTENT_TYPES } from '../../../../schemas/formats.ts';
import type { Identity } from '../../../../schemas/identity.ts';
import type { GeneratedDocument } from '../../use-cases/generate.ts';
import type { Preview } from '../../use-cases/preview.ts';
import type { GeneratedLog } from '../request-log.ts';

interface FileFacts extends Omit<Preview, 'template'>, Pick<Identity, 'version' | 'source'> {
  /** The value of Content-Disposition. */
  readonly disposition: string;
  readonly type: string;
  /** In hexadecimal, where it is known already. */
  readonly sha256?: string;
}

/** The headers of every file that is made of a template and data. */
export function fileHeaders(facts: FileFacts) {
  const { disposition, type, bytes, sha256, version, source, warnings, blanks, timings } = facts;
  return {
    'content-type': type,
    'content-length': bytes.byteLength,
    'repr-digest': reprDigest(sha256 ?? hash('sha256', bytes)),
    'content-disposition': disposition,
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'x-template-version': version,
    'x-template-source': source,
    'x-warnings': warnings.length,
    'x-blanks': blanks.length,
    'server-timing': Object.entries(timings)
      .map(([step, milliseconds]) => `${step};dur=${milliseconds.toFixed(1)}`)
      .join(', '),
  };
}

/** The value of Repr-Digest (RFC 9530). @param sha256 in hexadecimal */
export function reprDigest(sha256: string): string {
  return `sha-256=:${Buffer.from(sha256, 'hex').toString('base64')}:`;
}

/** Answers with a document, and notes it for the log. */
export function answerDocument(request: FastifyRequest, reply: FastifyReply, document: GeneratedDocument) {
  request.generated = describeFile(document);
  reply.headers(headersOfFile(document));
  return document.bytes;
}

function headersOfFile({ identity, format, fileName, ...document }: GeneratedDocument) {
  const { version, source, documentId } = identity;
  const disposition = attachment(`${fileName}.${format}`);
  const type = CONTENT_TYPES[format];
  return {
    ...fileHeaders({ ...document, disposition, type, version, source }),
    'x-document-id': documentId,
  };
}

/**
 * The value of Content-Disposition (RFC 6266): for a name that is not all of letters, digits, dots, `-` and `_`, also with
 * `filename*`.
 */
function attachment(name: string): string {
  if (/^[\w.-]+$/.test(name)) return `attachment; filename="${name}"`;
  const ascii = name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]|["%\\]/gu, '_');
  // RFC 8187 allows fewer characters than encodeURIComponent.
  const encoded = encodeURIComponent(name).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `attachment; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}

/** The document's line in the log: everything but its content. */
function describeFile(document: GeneratedDocument): GeneratedLog {
  const { bytes, format, identity, timings } = document;
  const { templateId, version, source, documentId } = identity;
  const counts = { warnings: document.warnings.length, blanks: document.blanks.length };
  return { templateId, version, source, documentId, format, bytes: bytes.byteLength, ...counts, ...timings };
}
