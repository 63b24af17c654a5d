import { pauseFor } from '../../../../clients/typescript/src/patience.ts';
import type { Outcome } from './service/ask.ts';
import { type Answered, askPatiently, forget, type Source } from './service/trouble.ts';

/** After the last key, so that letters typed in a run are sent once: a fifth of the time until a page shows a key. */
const SETTLED_MS = 80;

/**
 * Sends one request after another, each in place of the one before, which is aborted: for what is shown while a person
 * types. A request that finds the service full or gone is sent again.
 * @returns what is called when the values have changed, and in the end
 */
export function follower(
  source: Source,
  send: (signal: AbortSignal) => Promise<Outcome>,
  take: (outcome: Answered, signal: AbortSignal) => Promise<void>,
): { follow(afterMs?: number): void; stop(): void } {
  let running = new AbortController();
  const run = async (afterMs: number, signal: AbortSignal) => {
    await pauseFor(afterMs, signal);
    const outcome = await askPatiently(source, () => send(signal), signal);
    if (outcome.kind !== 'key') await take(outcome, signal);
  };
  return {
    follow: (afterMs = SETTLED_MS) => {
      running.abort();
      running = new AbortController();
      const { signal } = running;
      run(afterMs, signal).catch((error) => {
        if (!signal.aborted) throw error;
      });
    },
    stop: () => {
      forget(source);
      running.abort();
    },
  };
}
