import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { negotiate } from '@fastify/accept-negotiator';
import type { onSendAsyncHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';

const compress = promisify(gzip);

/** A page, its files and the description of the interface, with room to spare. */
const MAX_TEXTS = 20;

/**
 * Compresses texts that are the same for everybody, each once, in place of once a request. What depends on a key stays as it
 * is: the length of a compressed response tells of its content (BREACH). Runs after `answerConditionally`.
 */
export function compressPublicTexts(): onSendAsyncHookHandler<unknown> {
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
