import type { FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../../../errors.ts';

/**
 * Keeps other sites away from a server that asks for no key. A page of another site could make its own name point here
 * and read the answers (DNS rebinding): it is told by `Host`. It could also send a request to this address without reading
 * the answer: browsers name its site in `Origin` and `Sec-Fetch-Site`.
 */
export const ownPagesOnly: onRequestAsyncHookHandler = async (request) => {
  const own = ownHosts(request);
  const { host = '', origin, 'sec-fetch-site': site = 'none' } = request.headers;
  if (!own.includes(host))
    throw new ServiceError('forbidden', 'Open the page by the address that the preview printed');
  if (request.method === 'GET' || request.method === 'HEAD') return;
  const isOfOwnPage = origin === undefined || own.some((one) => origin === `http://${one}`);
  if (!isOfOwnPage || !['none', 'same-origin'].includes(String(site)))
    throw new ServiceError('forbidden', 'Only the page of this preview may write');
};

function ownHosts({ raw }: FastifyRequest): string[] {
  return ['127.0.0.1', 'localhost'].map((name) => `${name}:${raw.socket.localPort}`);
}
