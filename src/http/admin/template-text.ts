import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** As long as the template language allows; the agreements of the catalogue have 4 to 35 KB. */
export const TEXT_LIMIT_BYTES = 512 * 1024;

const MEDIA_TYPE = /^text\/html\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** From here on, PUT takes the text of a template, as its bytes, and no other body; nobody reads that of another method. */
export function takeTemplateText(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser(
    '*',
    { parseAs: 'buffer' },
    async ({ method, headers }: FastifyRequest, body: Buffer) => {
      if (method !== 'PUT' || MEDIA_TYPE.test(headers['content-type'] ?? '')) return body;
      throw new ServiceError('unsupported_media_type', 'Content-Type must be text/html; charset=utf-8');
    },
  );
}

/**
 * The text of a template.
 * @param body undefined when none was sent
 * @throws ServiceError unprocessable when it is empty or no UTF-8
 */
export function decodeTemplateText(body: unknown): { readonly bytes: Buffer; readonly text: string } {
  const bytes = Buffer.isBuffer(body) ? body : Buffer.alloc(0);
  const text = decode(bytes);
  if (text === undefined) throw unprocessable('it is not UTF-8; save it in that encoding');
  if (text.trim() === '') throw unprocessable('it is empty; send the Nunjucks source as the body');
  return { bytes, text };
}

/** @returns undefined for what is no UTF-8 */
function decode(bytes: Buffer): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function unprocessable(reason: string): ServiceError {
  return new ServiceError('unprocessable', `The template cannot be published: ${reason}`);
}
