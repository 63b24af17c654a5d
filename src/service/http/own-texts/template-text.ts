import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { OwnText } from '../../../../schemas/overrides.ts';
import { ServiceError, tooLarge } from '../../../errors.ts';
import type { WrittenText } from '../../use-cases/own-texts/publish.ts';
import { parseJson } from '../json-body.ts';

/** The limit of the template language; the texts of the catalogue have 4 to 35 KB. */
export const TEXT_LIMIT_BYTES = 512 * 1024;

/** Of all parts together; those of the service have 85 KB. */
const PARTS_LIMIT_BYTES = 512 * 1024;

/** In JSON, HTML takes up to twice its size. */
export const OWN_TEXT_LIMIT_BYTES = 2 * (TEXT_LIMIT_BYTES + PARTS_LIMIT_BYTES);

/** A schema of four levels, of which each may be a list. */
export const DEFINITION_DEPTH = 20;

/** The fields of a JSON body that hold texts. */
export const TEXT_FIELDS = ['text', 'parts'] as const;

const MEDIA_TYPE = /^text\/html\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;
const JSON_TYPE = /^application\/json\s*(?:;|$)/i;

/** Makes the routes that have a body take the text of a template and nothing else: as `{ text }` or, sent as JSON, with its parts. */
export function takeTemplateText(app: FastifyInstance, { json = true } = {}): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    if (request.routeOptions.schema?.body === undefined) return undefined;
    const type = request.headers['content-type'] ?? '';
    if (MEDIA_TYPE.test(type)) return { text: decode(body) };
    if (json && JSON_TYPE.test(type)) return parseJson(request, body, 'unprocessable');
    throw new ServiceError(
      'unsupported_media_type',
      `Content-Type must be text/html; charset=utf-8${json ? ' or application/json' : ''}`,
    );
  });
}

/** The text of a body. @throws ServiceError body_too_large */
export function writtenText({ text, parts = {}, title, kind, schema, sample }: OwnText): WrittenText {
  limitTexts({ text, parts });
  const sent = Object.entries({ title, kind, schema, sample }).filter(([, value]) => value !== undefined);
  return {
    source: text,
    parts: new Map(Object.entries(parts)),
    definition: sent.length === 0 ? null : Object.fromEntries(sent),
  };
}

/** @throws ServiceError body_too_large */
export function limitTexts({
  text,
  parts = {},
}: {
  text: string;
  parts?: OwnText['parts'] | undefined;
}): void {
  limit('text', [text], TEXT_LIMIT_BYTES);
  limit('parts', Object.values(parts), PARTS_LIMIT_BYTES);
}

function limit(field: string, texts: readonly string[], bytes: number): void {
  if (texts.reduce((sum, text) => sum + Buffer.byteLength(text), 0) > bytes) throw tooLarge(field, bytes);
}

interface NamedText {
  readonly templateId: string;
  readonly version: string;
  /** Of the text. */
  readonly sha256: string;
}

/** The headers of an answer that is the text of a template; it is not trusted, so a browser must download it and not open it as a page. */
export function headersOfText({ templateId, version, sha256 }: NamedText): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    etag: `"${sha256}"`,
    'content-disposition': `attachment; filename="${templateId}-${version}.njk"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}

/** The headers of an answer that has the parts too. */
export function headersOfOwnText(text: NamedText, partsSha256: string): Record<string, string> {
  return {
    ...headersOfText(text),
    'content-type': 'application/json; charset=utf-8',
    etag: `"${text.sha256}-${partsSha256}"`,
    'content-disposition': `attachment; filename="${text.templateId}-${text.version}.json"`,
  };
}

/** A byte order mark stays: the text that is stored has the same bytes. */
function decode(body: Buffer): string {
  if (body.byteLength > TEXT_LIMIT_BYTES) throw tooLarge('The body', TEXT_LIMIT_BYTES);
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new ServiceError(
      'unprocessable',
      'The template cannot be published: it is not UTF-8; save it in that encoding',
    );
  }
}
