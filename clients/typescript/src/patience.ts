/** How long a request is sent again. */
export interface Patience {
  /** While it is refused as one too many: 429 or 503. */
  readonly busyMs: number;
  /** While nothing answers, or only a proxy. */
  readonly lostMs: number;
  /** Waits before the next attempt. @throws the signal's reason */
  readonly pause?: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
}

/** Why an attempt has failed that another one may follow. */
export interface Setback {
  readonly kind: 'busy' | 'lost';
  /** Seconds that the service asks to wait. */
  readonly retryAfter?: number | undefined;
}

/** Requests that were refused together must not come back together. */
const SPREAD = 0.25;

/** Waits after a lost answer: half a second at first, then twice as long each time, up to these. */
const FIRST_LOST_MS = 500;
const MOST_LOST_MS = 4_000;

/**
 * Attempts a request until it has an answer or patience ends: an attempt that patience does not reach is not made.
 * @param setbackOf undefined for an answer that stands
 * @returns the last answer
 * @throws as the attempt, the signal's reason
 */
export async function patiently<Answer>(
  attempt: () => Promise<Answer>,
  setbackOf: (answer: Answer) => Setback | undefined,
  { busyMs, lostMs, pause = pauseFor }: Patience,
  signal?: AbortSignal,
): Promise<Answer> {
  const begun = performance.now();
  let silentSince: number | undefined;
  for (let lost = 0; ; ) {
    const answer = await attempt();
    const setback = setbackOf(answer);
    if (setback === undefined) return answer;
    const isLost = setback.kind === 'lost';
    silentSince = isLost ? (silentSince ?? performance.now()) : undefined;
    const waitMs = isLost
      ? Math.min(MOST_LOST_MS, FIRST_LOST_MS * 2 ** lost++) * (0.5 + Math.random() / 2)
      : 1_000 * (setback.retryAfter ?? 1) * (1 + SPREAD * Math.random());
    const ends = isLost ? (silentSince ?? begun) + lostMs : begun + busyMs;
    if (performance.now() + waitMs > ends) return answer;
    await pause(waitMs, signal);
  }
}

/** @throws the signal's reason */
export function pauseFor(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
