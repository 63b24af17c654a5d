import type { onRequestAsyncHookHandler } from 'fastify';
import type { GenerationDependencies } from '../../use-cases/generate.ts';
import { hangUpSignal } from '../hang-up-signal.ts';
import { requesterOf } from './authenticate.ts';

/**
 * Takes a place before the body is read, and keeps it until the response is sent: files are so large that those of many
 * requests together would fill the memory. A company has only few of them read at the same time (documents/capacity.ts).
 */
export function takePlace(capacity: GenerationDependencies['capacity']): onRequestAsyncHookHandler {
  return async (request, reply) => {
    const { companyId: company } = requesterOf(request);
    const place = await capacity.enter(
      { signal: hangUpSignal(reply), company, requestId: request.id },
      'render',
    );
    const { raw } = reply;
    if (raw.closed || raw.socket?.destroyed) place[Symbol.dispose]();
    else raw.once('close', () => place[Symbol.dispose]());
  };
}
