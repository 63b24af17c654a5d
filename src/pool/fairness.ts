/**
 * The rule of fairness: while another company waits, a company's own texts hold at most all workers but one. It decides
 * who may take a free worker, and which job gives its worker back when a company holds all of them as another comes.
 * docs/decisions/0012 has the reasons.
 */
import type { OwnText } from './job.ts';

type Owner = OwnText['owner'];

/** A worker that is taken: by a job at work, or by one that has cost the worker, until the next is ready. */
export interface Hold {
  readonly owner: Owner;
  /** By the clock of `performance.now()`. */
  readonly since: number;
  /** Whether the worker will come free without being taken back: the job was stopped, or has cost it. */
  readonly isEnding: boolean;
}

/**
 * A company whose callers send one request after the other has moments without any. It counts as waiting for so long
 * after its last job.
 */
const STILL_WAITING_MS = 1_000;

/** How long a job holds the last worker although another company waits. A document takes 50 ms, a very long one 1 s. */
const GRACE_MS = 1_000;

export class Fairness {
  readonly #size: number;
  #latest: { readonly owner: Owner; readonly at: number } | undefined;
  /** The latest of any other owner than that of `#latest`. */
  #latestOther: { readonly owner: Owner; readonly at: number } | undefined;

  /** @param size workers of the pool */
  constructor(size: number) {
    this.#size = size;
  }

  /** Notes that a job of this owner came, or ended. All texts of the catalogue count as one owner's. */
  note({ owner }: OwnText): void {
    if (this.#latest?.owner !== owner) this.#latestOther = this.#latest;
    this.#latest = { owner, at: performance.now() };
  }

  /** Whether a job may take a worker that is free. */
  mayTake({ owner }: OwnText, holds: readonly Hold[], waiting: readonly OwnText[]): boolean {
    if (owner === undefined) return true;
    const held = holds.filter((hold) => hold.owner === owner).length;
    return held < this.#size - 1 || !this.#othersWait(owner, waiting);
  }

  /**
   * The hold that must end, when one company holds all workers and another waits: the youngest, for it took the last
   * worker. It has `GRACE_MS` first.
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
