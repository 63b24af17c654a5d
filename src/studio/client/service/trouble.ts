import { signal } from '@preact/signals';
import type { Outcome } from './ask.ts';

/** Why the last request of the page had no success, in words for the person; undefined when it had. */
export const trouble = signal<{ readonly kind: 'key' | 'busy' | 'gone'; readonly text: string } | undefined>(
  undefined,
);

const TRY_AGAIN_MS = 2_000;

/** Notes what a request tells about the key and the service. */
export function note(outcome: Outcome): void {
  switch (outcome.kind) {
    case 'key':
      trouble.value = {
        kind: 'key',
        text: 'The service refuses this key: it was mistyped or revoked, or has ended. Nothing that you typed is lost: paste another key.',
      };
      break;
    case 'busy':
      trouble.value = {
        kind: 'busy',
        text: `The service has too much to do just now. The next try is in ${outcome.seconds} s; nothing that you typed is lost.`,
      };
      break;
    case 'gone':
      trouble.value = {
        kind: 'gone',
        text: `${outcome.message} It is asked again until it does; nothing that you typed is lost.`,
      };
      break;
    default:
      trouble.value = undefined;
  }
}

/** @returns how long to wait before the request is sent again; undefined when that would be of no use */
export function waitAfter(outcome: Outcome): number | undefined {
  if (outcome.kind === 'busy') return outcome.seconds * 1_000;
  return outcome.kind === 'gone' ? TRY_AGAIN_MS : undefined;
}

/** @throws the signal's reason */
export function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

type Final = Exclude<Outcome, { kind: 'busy' | 'gone' }>;

/** Sends a request until the service answers it. @throws the signal's reason */
export async function askPatiently(
  send: () => Promise<Outcome>,
  signal: AbortSignal,
  onWait: (outcome: Outcome) => void = note,
): Promise<Final> {
  for (;;) {
    signal.throwIfAborted();
    const outcome = await send();
    const wait = waitAfter(outcome);
    if (outcome.kind !== 'busy' && outcome.kind !== 'gone') return outcome;
    onWait(outcome);
    await pause(wait ?? TRY_AGAIN_MS, signal);
  }
}
