/**
 * Fairness between companies: decides which waiting job gets a free worker. docs/decisions/0012 has the rule and its
 * reasons.
 */
import { LRUCache } from 'lru-cache';
import type { Claim } from './job.ts';

/** A company that is forgotten counts as one that was never served. */
const COMPANIES_REMEMBERED = 1_000;

export class Fairness {
  readonly #size: number;
  #turns = 0;
  /** Company → number of its latest turn. */
  readonly #served = new LRUCache<string, number>({ max: COMPANIES_REMEMBERED });

  /** @param size number of workers in the pool */
  constructor(size: number) {
    this.#size = size;
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
      if (!firsts.has(company) && this.#mayTake(claim, holds)) firsts.set(company, claim);
    }
    const ranked = [...firsts].map(([company, claim]) => ({
      claim,
      held: holds.filter((hold) => companyOf(hold) === company).length,
      served: this.#served.get(company) ?? 0,
    }));
    return ranked.toSorted((one, other) => one.held - other.held || one.served - other.served)[0]?.claim;
  }

  /**
   * A company's own texts hold at most all workers but one, whether or not others wait: whoever comes next would wait for as
   * long as a text can hold a worker. A pool with a single worker serves one person.
   */
  #mayTake(claim: Claim, holds: readonly Claim[]): boolean {
    if (claim.owner === undefined) return true;
    const held = holds.filter((hold) => hold.owner === claim.owner).length;
    return held < Math.max(1, this.#size - 1);
  }
}

/** Jobs of the service's own count as one company's. */
function companyOf({ company = '' }: Claim): string {
  return company;
}
