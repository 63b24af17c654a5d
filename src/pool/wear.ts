import type { WatchOptions } from './watch.ts';

/** A worker and what it has been through. */
export interface Kept<Worker> {
  readonly worker: Worker;
  /** By the clock of `performance.now()`. */
  readonly madeAt: number;
  uses: number;
  isHeavy: boolean;
  hasEnded: boolean;
}

/** When a worker is replaced, so that whatever leaks inside it is bounded. */
export interface WearOptions {
  readonly maxUses: number;
  readonly maxAgeMs: number;
  /** Of the worker's own memory; read now and then, not after every job. */
  readonly maxOwnBytes: number;
}

/** Reading the memory costs about a hundredth of a print. */
const WEIGHED_EVERY_USES = 25;

/** A worker that was never used is as good as new, however old it is. */
export function isWorn(
  { uses, isHeavy, madeAt }: Kept<unknown>,
  { maxUses, maxAgeMs }: WearOptions,
): boolean {
  if (uses === 0) return false;
  return isHeavy || uses >= maxUses || performance.now() - madeAt >= maxAgeMs;
}

export function noteUse<Worker>(
  kept: Kept<Worker>,
  { vitalsOf, maxOwnBytes }: WearOptions & WatchOptions<Worker>,
): void {
  kept.uses += 1;
  if (vitalsOf === undefined || kept.uses % WEIGHED_EVERY_USES !== 0) return;
  vitalsOf(kept.worker).then(
    ({ ownBytes }) => {
      if (ownBytes > maxOwnBytes) kept.isHeavy = true;
    },
    // The worker is gone, which the next job notices.
    () => {},
  );
}
