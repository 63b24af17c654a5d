/**
 * Fairness between companies: decides which waiting job gets a free worker. docs/decisions/0012 has the rule and its
 * reasons.
 */
import { LRUCache } from 'lru-cache';
import type { Claim } from './job.ts';

/**
 * A company whose callers send one request after the other has moments without any. It counts as waiting for this long
 * after its last job.
 */
const STILL_WAITING_MS = 1_000;

/** A company that is forgotten counts as one that was never served. */
const COMPANIES_REMEMBERED = 1_000;

export class Fairness {
  readonly #size: number;
  #turns = 0;
  /** Company → number of its latest turn. */
  readonly #served = new LRUCache<string, number>({ max: COMPANIES_REMEMBERED });
  #latest: { readonly company: string; readonly at: number } | undefined;
  /** The latest job of any company but that of `#latest`. */
  #latestOther: { readonly company: string; readonly at: number } | undefined;

  /** @param size number of workers in the pool */
  constructor(size: number) {
    this.#size = size;
  }

  /** Records that a job of this company arrived or ended. */
  note(claim: Claim): void {
    const company = companyOf(claim);
    if (this.#latest?.company !== company) this.#latestOther = this.#latest;
    this.#latest = { company, at: performance.now() };
  }

  /** Records that a job of this company got a worker. */
  noteTurn(claim: Claim): void {
    this.#turns += 1;
    this.#served.set(companyOf(claim), this.#turns);
  }

  /**
   * @param waiting in order of arrival
   * @param holds the jobs that hold a worker
   * @returns the waiting job that gets the next free worker; undefined if none may have it
   */
  next<Waiting extends Claim>(waiting: readonly Waiting[], holds: readonly Claim[]): Waiting | undefined {
    const firsts = new Map<string, Waiting>();
    for (const claim of waiting) {
      const company = companyOf(claim);
      if (!firsts.has(company) && this.#mayTake(claim, holds, waiting)) firsts.set(company, claim);
    }
    const ranked = [...firsts].map(([company, claim]) => ({
      claim,
      held: holds.filter((hold) => companyOf(hold) === company).length,
      served: this.#served.get(company) ?? 0,
    }));
    return ranked.toSorted((one, other) => one.held - other.held || one.served - other.served)[0]?.claim;
  }

  /** While another company waits, a company's own texts hold at most all workers but one. */
  #mayTake(claim: Claim, holds: readonly Claim[], waiting: readonly Claim[]): boolean {
    if (claim.owner === undefined) return true;
    const held = holds.filter((hold) => hold.owner === claim.owner).length;
    return held < this.#size - 1 || !this.#othersWait(companyOf(claim), waiting);
  }

  #othersWait(company: string, waiting: readonly Claim[]): boolean {
    if (waiting.some((claim) => companyOf(claim) !== company)) return true;
    const last = this.#latest?.company === company ? this.#latestOther : this.#latest;
    return last !== undefined && performance.now() - last.at < STILL_WAITING_MS;
  }
}

/** Jobs of the service's own count as one company's. */
function companyOf({ company = '' }: Claim): string {
  return company;
}
