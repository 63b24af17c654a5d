import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors.ts';

/** Whether an answer refuses a request that may be sent again: 429 or 503. */
export function isRefusal(failure: ServiceError | null): boolean {
  return failure?.status === 429 || failure?.status === 503;
}

export function countRefusals(
  app: FastifyInstance,
  trail: { refuse(companyId: string, keyId: string): void },
): void {
  // Not onResponse, so that a caller who has the answer finds it counted.
  app.addHook('onSend', async ({ failure, sender }) => {
    if (sender !== null && isRefusal(failure)) trail.refuse(sender.companyId, sender.keyId);
  });
}

const SECOND_MS = 1_000;

/**
 * Decides which refusals get a line in the log: the first of a key with a code in a second. A line after that second has the
 * number of the others.
 */
export class RefusalLines {
  readonly #open = new Map<string, { unlogged: number; readonly end: () => void }>();

  /** @param tell logs the number of refusals that got no line */
  isFirst({ sender, failure }: FastifyRequest, tell: (unlogged: number) => void): boolean {
    const id = `${sender?.keyId} ${failure?.code}`;
    const second = this.#open.get(id);
    if (second !== undefined) {
      second.unlogged += 1;
      return false;
    }
    const end = () => {
      clearTimeout(timer);
      const unlogged = this.#open.get(id)?.unlogged ?? 0;
      this.#open.delete(id);
      if (unlogged > 0) tell(unlogged);
    };
    const timer = setTimeout(end, SECOND_MS).unref();
    this.#open.set(id, { unlogged: 0, end });
    return true;
  }

  /** Logs the numbers of the current second. */
  close(): void {
    for (const { end } of this.#open.values()) end();
  }
}
