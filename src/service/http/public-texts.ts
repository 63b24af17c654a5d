import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { FastifyInstance, onSendAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { answerConditionally } from './api/conditional.ts';

/** A page loads everything from the service, and cannot be shown in a frame. */
export const PAGE_HEADERS = {
  'x-frame-options': 'DENY',
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
};

/** Answers the texts of the routes that follow compressed, and 304 to whoever has them. */
export function answerPublicTexts(app: FastifyInstance): void {
  app.addHook('onSend', answerConditionally);
  app.addHook('onSend', compressPublicTexts());
}

const compress = promisify(gzip);

/** A page, its files and the description of the interface, with room to spare. */
const MAX_TEXTS = 20;

/**
 * Compresses texts that are the same for everybody, each once, in place of once a request. What depends on a key stays as it
 * is: the length of a compressed response tells of its content (BREACH). Runs after `answerConditionally`.
 */
function compressPublicTexts(): onSendAsyncHookHandler<unknown> {
  const compressed = new LRUCache<string, Promise<Buffer>>({ max: MAX_TEXTS });
  return async (request, reply, payload) => {
    const etag = reply.getHeader('etag');
    if (typeof etag !== 'string' || request.sender !== null) return payload;
    reply.header('vary', 'X-Key, Accept-Encoding');
    if (typeof payload !== 'string') return payload;
    if (negotiate(request.headers['accept-encoding'] ?? '', ['gzip']) === null) return payload;
    const text = compressed.get(etag) ?? compress(payload);
    compressed.set(etag, text);
    // Weak, because the same tag stands for the text as it is.
    reply.headers({ 'content-encoding': 'gzip', etag: `W/${etag}` });
    return await text;
  };
}
