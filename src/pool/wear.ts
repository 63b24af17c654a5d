import type { Holding } from './turns.ts';
import type { WatchOptions } from './watch.ts';

/** A worker in the pool, and what it has been through. */
export interface Slot<Worker> {
  readonly worker: Worker;
  /** What it is at work on. */
  job: Holding | undefined;
  /** By the clock of `performance.now()`. */
  readonly madeAt: number;
  uses: number;
  isHeavy: boolean;
  hasEnded: boolean;
}

/** When a worker has had its time, so that whatever leaks inside it is bounded. */
export interface WearOptions {
  readonly maxUses: number;
  readonly maxAgeMs: number;
  /** Of memory of its own; looked at now and then, not after every job. */
  readonly maxOwnBytes: number;
}

/** Looking costs about as much as a hundredth of a print. */
const WEIGHED_EVERY_USES = 25;

/** What was never used is as good as new, however old it is. */
export function isWorn<Worker>(slot: Slot<Worker>, { maxUses, maxAgeMs }: WearOptions): boolean {
  if (slot.uses === 0) return false;
  return slot.isHeavy || slot.uses >= maxUses || performance.now() - slot.madeAt >= maxAgeMs;
}

export function noteUse<Worker>(
  slot: Slot<Worker>,
  { vitalsOf, maxOwnBytes }: WearOptions & WatchOptions<Worker>,
): void {
  slot.uses += 1;
  if (vitalsOf === undefined || slot.uses % WEIGHED_EVERY_USES !== 0) return;
  vitalsOf(slot.worker).then(
    ({ ownBytes }) => {
      if (ownBytes > maxOwnBytes) slot.isHeavy = true;
    },
    // Gone meanwhile, which the next job notices.
    () => {},
  );
}
