import type { preParsingAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Refuses a compressed body before it is read: the size limit would not hold for its decompressed size. */
export const refuseEncodedBody: preParsingAsyncHookHandler = async ({ method, headers }) => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() || 'identity';
  if (encoding === 'identity' || method === 'GET' || method === 'HEAD') return;
  throw new ServiceError(
    'unsupported_media_type',
    'The body is sent with a Content-Encoding; send it as it is, without that header',
  );
};
