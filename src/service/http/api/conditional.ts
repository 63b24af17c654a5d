import { createHash } from 'node:crypto';
import type { onSendAsyncHookHandler } from 'fastify';

/**
 * Adds an `ETag` to a successful response that has none, or answers 304 when the caller has it. Responses differ by company, hence
 * `Vary`.
 */
export const answerConditionally: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const { etag = `"${createHash('sha256').update(payload).digest('base64url')}"` } = reply.getHeaders();
  reply.headers({ etag, vary: 'X-Key' });
  // A proxy that compresses a response weakens its ETag; a GET compares weakly.
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!known?.includes(String(etag)) && !known?.includes('*')) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
};
