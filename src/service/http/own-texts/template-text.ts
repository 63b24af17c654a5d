import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../../errors.ts';

/** The limit of the template language; the texts of the catalogue have 4 to 35 KB. */
export const TEXT_LIMIT_BYTES = 512 * 1024;

const MEDIA_TYPE = /^text\/html\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** Makes the routes that have a body take the text of a template and nothing else. */
export function takeTemplateText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async ({ routeOptions, headers }: FastifyRequest, body: Buffer) => {
      if (routeOptions.schema?.body === undefined) return undefined;
      if (MEDIA_TYPE.test(headers['content-type'] ?? '')) return decode(body);
      throw new ServiceError('unsupported_media_type', 'Content-Type must be text/html; charset=utf-8');
    },
  );
}

/** The headers of an answer that is the text of a template; it is not trusted, so a browser must download it and not open it as a page. */
export function headersOfText({
  templateId,
  version,
  sha256,
}: Readonly<Record<'templateId' | 'version' | 'sha256', string>>): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    etag: `"${sha256}"`,
    'content-disposition': `attachment; filename="${templateId}-${version}.njk"`,
    'content-security-policy': "default-src 'none'; sandbox",
    'x-content-type-options': 'nosniff',
  };
}

/** A byte order mark stays: the text that is stored has the same bytes. */
function decode(body: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(body);
  } catch {
    throw new ServiceError(
      'unprocessable',
      'The template cannot be published: it is not UTF-8; save it in that encoding',
    );
  }
}
