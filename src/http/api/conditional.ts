import { createHash } from 'node:crypto';
import type { onSendAsyncHookHandler } from 'fastify';

/**
 * Gives a good answer an `ETag`, or answers 304 when the caller has it already. Answers depend on the key, and differ
 * from one company to the next.
 */
export const answerConditionally: onSendAsyncHookHandler<unknown> = async (request, reply, payload) => {
  if (reply.statusCode !== 200 || typeof payload !== 'string') return payload;
  const etag = `"${createHash('sha256').update(payload).digest('base64url')}"`;
  reply.headers({ etag, vary: 'X-Key' });
  // A proxy that compresses an answer makes its tag a weak one; for GET that says the same.
  const known = request.headers['if-none-match']?.split(',').map((tag) => tag.trim().replace(/^W\//, ''));
  if (!known?.includes(etag) && !known?.includes('*')) return payload;
  reply.code(304).removeHeader('content-type');
  return null;
};
