import type { OwnText } from './job.ts';
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
  /** Limit of the memory allocated by the worker, which is read every 25 jobs, and after each with a company's own text. */
  readonly maxOwnBytes: number;
  /** Limit of the memory that one process of the worker has asked for, which is read then too. */
  readonly maxDataBytes?: number;
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

/** @param text whose text the job was for, when it was a company's own */
export function noteUse<Worker>(
  kept: Kept<Worker>,
  { owner }: OwnText,
  { vitalsOf, maxOwnBytes, maxDataBytes = Number.POSITIVE_INFINITY }: WearOptions & WatchOptions<Worker>,
): void {
  kept.uses += 1;
  const isWeighed = owner !== undefined || kept.uses % WEIGHED_EVERY_USES === 0;
  if (vitalsOf === undefined || !isWeighed) return;
  try {
    const { ownBytes, dataBytes } = vitalsOf(kept.worker);
    if (ownBytes > maxOwnBytes || dataBytes > maxDataBytes) kept.isHeavy = true;
  } catch {
    // The worker is gone; the next job notices.
  }
}
