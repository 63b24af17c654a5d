/**
 * Fairness between companies: while another company waits, a company's own texts hold at most all workers but one. This
 * class decides who may take a free worker, and which job loses its worker when one company holds all of them.
 * docs/decisions/0012 has the reasons.
 */
import type { OwnText } from './job.ts';

type Owner = OwnText['owner'];

/** A worker that is taken: by a running job, or by a failed job until the worker is replaced. */
export interface Hold {
  readonly owner: Owner;
  /** On the clock of `performance.now()`. */
  readonly since: number;
  /** Whether the worker becomes free without being taken back: its job was stopped or has failed. */
  readonly isEnding: boolean;
}

/**
 * A company whose callers send one request after the other has moments without any. It counts as waiting for this long
 * after its last job.
 */
const STILL_WAITING_MS = 1_000;

/** How long a job keeps the last worker while another company waits. A document takes 50 ms, a very long one 1 s. */
const GRACE_MS = 1_000;

export class Fairness {
  readonly #size: number;
  #latest: { readonly owner: Owner; readonly at: number } | undefined;
  /** The latest job of any owner but that of `#latest`. */
  #latestOther: { readonly owner: Owner; readonly at: number } | undefined;

  /** @param size number of workers in the pool */
  constructor(size: number) {
    this.#size = size;
  }

  /** Records that a job of this owner arrived or ended. All texts of the catalogue count as one owner's. */
  note({ owner }: OwnText): void {
    if (this.#latest?.owner !== owner) this.#latestOther = this.#latest;
    this.#latest = { owner, at: performance.now() };
  }

  /** Whether a job may take a free worker. */
  mayTake({ owner }: OwnText, holds: readonly Hold[], waiting: readonly OwnText[]): boolean {
    if (owner === undefined) return true;
    const held = holds.filter((hold) => hold.owner === owner).length;
    return held < this.#size - 1 || !this.#othersWait(owner, waiting);
  }

  /**
   * The job that must give its worker back, when one company holds all workers and another waits: the one that took the
   * last worker, and has had it for `GRACE_MS`.
   */
  surplus<Held extends Hold>(holds: readonly Held[], waiting: readonly OwnText[]): Held | undefined {
    const youngest = holds.toSorted((one, other) => other.since - one.since)[0];
    if (youngest?.owner === undefined || holds.length < this.#size) return undefined;
    const { owner, since } = youngest;
    if (holds.some((hold) => hold.owner !== owner || hold.isEnding)) return undefined;
    if (waiting.every((job) => job.owner === owner)) return undefined;
    return performance.now() - since >= GRACE_MS ? youngest : undefined;
  }

  #othersWait(owner: Owner, waiting: readonly OwnText[]): boolean {
    if (waiting.some((job) => job.owner !== owner)) return true;
    const last = this.#latest?.owner === owner ? this.#latestOther : this.#latest;
    return last !== undefined && performance.now() - last.at < STILL_WAITING_MS;
  }
}
