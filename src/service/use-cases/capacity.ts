import type { Caller } from '../../workers/pool/job.ts';
import { Queue } from '../../workers/pool/queue.ts';
import { full, unavailable } from './failure.ts';

/** The workers that a document needs last: printing pages, or render processes alone. */
export type LastStep = 'print' | 'render';

export interface CapacityOptions {
  /** Documents that may be accepted and not finished. */
  readonly places: number;
  /** Number of workers of each kind. */
  readonly workers: Readonly<Record<LastStep, number>>;
  /** How long a document may wait for its first step. */
  readonly waitTimeoutMs: number;
}

/** A document that has a place. */
interface Entry extends Caller {
  readonly company: string;
  readonly lastStep: LastStep;
}

/**
 * Check 9 of the contract: limits the number of accepted, unfinished documents, and decides which of them gives way when
 * all places are taken. A document gives way only before its first step. So that there are such documents, a company
 * begins no more of them than keep all workers busy. docs/decisions/0012 has the rule and its reasons.
 */
export class Capacity {
  readonly #options: CapacityOptions;
  /** Accepted documents that have not begun. */
  readonly #queue = new Queue<Entry, void>();
  /** All accepted documents. */
  readonly #accepted = new Set<Entry>();
  readonly #atWork = new Set<Entry>();
  #isClosed = false;
  readonly #drained = Promise.withResolvers<void>();

  constructor(options: CapacityOptions) {
    this.#options = options;
  }

  /** Documents that may be accepted and not finished. */
  get places(): number {
    return this.#options.places;
  }

  /** Running and waiting documents. */
  get accepted(): number {
    return this.#accepted.size;
  }

  /** Documents that wait for their first step. */
  get waiting(): number {
    return this.#queue.length;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /**
   * Takes a place; disposing the result frees it.
   * @returns when the document may begin its first step
   * @throws ServiceError service_unavailable, or the abort reason of the caller's signal
   */
  async enter({ signal, company = '' }: Caller, lastStep: LastStep): Promise<Disposable> {
    if (this.#isClosed) throw unavailable('The service is shutting down; try again in a moment');
    signal.throwIfAborted();
    if (this.accepted >= this.#options.places) this.#makeRoomFor(company);
    const entry: Entry = { signal, company, lastStep };
    this.#accepted.add(entry);
    const turn = this.#queue.join(entry, 'last', {
      waitMs: this.#options.waitTimeoutMs,
      timeoutError: () => full(),
    });
    this.#begin();
    await turn.catch((error) => {
      this.#leave(entry);
      throw error;
    });
    return { [Symbol.dispose]: () => this.#leave(entry) };
  }

  /** Rejects new documents. @returns when the accepted ones are finished */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#noteDrained();
    await this.#drained.promise;
  }

  /**
   * Refuses the newest waiting document of the company that has the most places.
   * @throws ServiceError service_unavailable when no company with more places than this one has a waiting document
   */
  #makeRoomFor(company: string): void {
    const placesOf = (one: string) => count(this.#accepted, (entry) => entry.company === one);
    let most = placesOf(company);
    let newest: Entry | undefined;
    for (const entry of this.#queue.jobs.toReversed()) {
      const places = placesOf(entry.company);
      if (places > most) [most, newest] = [places, entry];
    }
    if (newest === undefined) throw full();
    this.#queue.refuse(full(), newest);
    this.#accepted.delete(newest);
  }

  #begin(): void {
    for (const entry of this.#queue.jobs) {
      const { company, lastStep } = entry;
      const isAlike = (one: Entry) => one.company === company && one.lastStep === lastStep;
      if (count(this.#atWork, isAlike) >= this.#mostAtWork(lastStep)) continue;
      this.#atWork.add(entry);
      this.#queue.give(undefined, entry);
    }
  }

  /** As many documents as workers, and as many again that have a worker's next document ready. */
  #mostAtWork(lastStep: LastStep): number {
    const { places, workers } = this.#options;
    return Math.max(workers[lastStep], Math.min(2 * workers[lastStep], places - 1));
  }

  #leave(entry: Entry): void {
    this.#accepted.delete(entry);
    this.#atWork.delete(entry);
    this.#begin();
    this.#noteDrained();
  }

  #noteDrained(): void {
    if (this.#isClosed && this.accepted === 0) this.#drained.resolve();
  }
}

function count(entries: Iterable<Entry>, isCounted: (entry: Entry) => boolean): number {
  return [...entries].filter(isCounted).length;
}
