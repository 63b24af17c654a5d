/**
 * Whose turn it is when workers are short. While nobody else waits, an owner has all of them; when somebody does, who
 * holds fewer goes first, and jobs that take long keep half of the workers at most.
 */
import type { RestrictedOwners } from './restricted-owners.ts';

/** A job that waits. */
export interface Waiting {
  /** Whose own it is; undefined is one owner like others. Only a named one can be told to stop, or be restricted. */
  readonly owner: string | undefined;
}

/** A job that has a worker. */
export interface Holding extends Waiting {
  /** When it got it, by the clock of `performance.now()`. */
  readonly since: number;
  /** Whether somebody else's waiting counts by now. */
  isLong: boolean;
  /** Told to give it back. */
  readonly preempted: AbortController;
}

export interface TurnOptions {
  readonly size: number;
  readonly restricted: RestrictedOwners;
}

/**
 * The job that gets a worker which is free: of those who are not restricted the one whose owner holds the fewest, and of
 * these the first. Restricted owners together get half of the workers, and only while nobody else waits.
 */
export function nextJob<Job extends Waiting>(
  waiting: Iterable<Job>,
  holding: readonly Holding[],
  { size, restricted }: TurnOptions,
): Job | undefined {
  const held = heldByOwner(holding);
  const heldByRestricted = holding.filter(({ owner }) => restricted.has(owner)).length;
  const isFull = heldByRestricted >= Math.max(1, halfOf(size));
  let next: Job | undefined;
  let least = Number.POSITIVE_INFINITY;
  for (const job of waiting) {
    const isRestricted = restricted.has(job.owner);
    if (isRestricted && isFull) continue;
    const rank = (held.get(job.owner) ?? 0) + (isRestricted ? size : 0);
    if (rank >= least) continue;
    next = job;
    least = rank;
  }
  return next;
}

/**
 * The jobs that must give their workers back: those beyond half of the workers that take long, while somebody waits who
 * holds fewer. First of the owner that holds the most, and of its jobs the one that has gone on for longest.
 */
export function overstayed<Held extends Holding>(
  waiting: readonly Waiting[],
  holding: readonly Held[],
  { size, restricted }: TurnOptions,
): Held[] {
  const long = holding.filter(({ isLong, preempted }) => isLong && !preempted.signal.aborted);
  const surplus = long.length - halfOf(size);
  if (surplus <= 0) return [];
  const held = heldByOwner(holding);
  const count = ({ owner }: Waiting) => held.get(owner) ?? 0;
  const fewest = waiting
    .filter(({ owner }) => !restricted.has(owner))
    .reduce((least, job) => Math.min(least, count(job)), Number.POSITIVE_INFINITY);
  return long
    .filter((job) => count(job) > fewest)
    .toSorted((one, other) => count(other) - count(one) || one.since - other.since)
    .slice(0, surplus);
}

function halfOf(size: number): number {
  return Math.floor(size / 2);
}

function heldByOwner(holding: readonly Holding[]): ReadonlyMap<string | undefined, number> {
  const held = new Map<string | undefined, number>();
  for (const { owner } of holding) held.set(owner, (held.get(owner) ?? 0) + 1);
  return held;
}
