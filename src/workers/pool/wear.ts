import type { WatchOptions } from './watch.ts';

/** A worker with its age and use. */
export interface Kept<Worker> {
  readonly worker: Worker;
  /** On the clock of `performance.now()`. */
  readonly madeAt: number;
  uses: number;
  isHeavy: boolean;
  /** What ended it, once it has ended. */
  end: Error | undefined;
}

/** Limits after which a worker is replaced, so that a leak inside it stays bounded. */
export interface WearOptions {
  readonly maxUses: number;
  readonly maxAgeMs: number;
  /** Limit of the memory allocated by the worker, which is read every 25 jobs. */
  readonly maxOwnBytes: number;
}

/** Reading the memory takes about a hundredth of the time of a print. */
const WEIGHED_EVERY_USES = 25;

/** A worker that was never used counts as new, at any age. */
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
  try {
    if (vitalsOf(kept.worker).ownBytes > maxOwnBytes) kept.isHeavy = true;
  } catch {
    // The worker is gone; the next job notices.
  }
}
