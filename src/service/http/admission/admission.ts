/**
 * Admission before the body: a request that makes or computes something takes a place before its body is read, and waits
 * for one, in turn by company. docs/decisions/0012 has the rule and its reasons.
 */
import { LRUCache } from 'lru-cache';
import type { Config } from '../../../environment/config.ts';
import { Company, type Entry, type Places, type WaitEnd } from './company.ts';
import { Deadlines } from './deadlines.ts';
import { type Asker, FULL, HeldAnswers, LEAVING } from './held-answers.ts';
import { Pace } from './pace.ts';
import { limitsOf, type PlaceKind, type Workers } from './places.ts';
import { UnreadAnswers } from './unread-answers.ts';

interface AdmissionOptions {
  readonly workers: Workers;
  readonly maxWaiting: number;
  /** How long a request may wait. */
  readonly waitTimeoutMs: number;
}

/** The places of the service, as its configuration says. */
export function openAdmission(
  config: Pick<Config, 'PDF_PAGES' | 'RENDER_PROCESSES' | 'MAX_QUEUE' | 'QUEUE_TIMEOUT_MS'>,
): Admission {
  return new Admission({
    workers: { print: config.PDF_PAGES, render: config.RENDER_PROCESSES },
    maxWaiting: config.MAX_QUEUE,
    waitTimeoutMs: config.QUEUE_TIMEOUT_MS,
  });
}

/** The share of the waiting room that one company can fill, so that another's request can wait without refusing one of its own. */
const COMPANY_SHARE = 0.9;

/** Unread bodies of all waiting requests, of which Node reads up to 64 KiB each. */
const MAX_WAITING_BYTES = 64 * 1_048_576;

/** A company that is forgotten counts as one that was never served. */
const COMPANIES_REMEMBERED = 1_000;

export class Admission {
  readonly refusals = new HeldAnswers();
  readonly #maxWaiting: number;
  readonly #places: Readonly<Record<PlaceKind, Places>>;
  readonly #companies = new Map<string, Company>();
  readonly #deadlines: Deadlines<Entry>;
  readonly #pace = new Pace();
  readonly #unread = new UnreadAnswers();
  readonly #drained = Promise.withResolvers<void>();
  #taken = 0;
  #waiting = 0;
  #waitingBytes = 0;
  #turns = 0;
  #isClosed = false;

  constructor({ workers, maxWaiting, waitTimeoutMs }: AdmissionOptions) {
    this.#maxWaiting = maxWaiting;
    this.#places = Object.fromEntries(
      Object.entries(limitsOf(workers)).map(([kind, limits]) => [
        kind,
        { limits, taken: 0, waiting: new Set(), served: new LRUCache({ max: COMPANIES_REMEMBERED }) },
      ]),
    ) as unknown as Record<PlaceKind, Places>;
    this.#deadlines = new Deadlines(waitTimeoutMs, (entry) => this.#refuse(entry, FULL));
  }

  /** Requests with a place. */
  get taken(): number {
    return this.#taken;
  }

  get waiting(): number {
    return this.#waiting;
  }

  /** Requests that may have a place or wait for one. */
  get capacity(): number {
    const places = Object.values(this.#places).map(({ limits }) => limits.all);
    return this.#maxWaiting + places.reduce((sum, all) => sum + all);
  }

  /** Seconds until the requests that wait now have had their places, at the recent speed. */
  get waitSeconds(): number {
    return this.#pace.secondsFor(this.#waiting);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** The value of `Retry-After`: `waitSeconds` from 1 to 60, differing by up to a quarter from answer to answer. */
  get retryAfterSeconds(): number {
    return this.#pace.retryAfterSeconds(this.#waiting);
  }

  /**
   * Takes a place, when it is the request's turn; disposing the result frees it.
   * @throws ServiceError service_unavailable, or the abort reason of the signal
   */
  async enter(asker: Asker, kind: PlaceKind): Promise<Disposable> {
    if (this.#isClosed) throw LEAVING;
    asker.signal.throwIfAborted();
    const company = this.#companies.get(asker.company) ?? new Company(asker.company);
    if (this.#mayTake(company, kind)) this.#take(company, kind);
    else if (
      !this.#hasRoomFor(company, asker.bytes) ||
      (await this.#wait(company, kind, asker)) === 'gives way'
    )
      await this.refusals.refuse(asker);
    const place = new DisposableStack();
    place.defer(() => this.#leave(company, kind));
    return place;
  }

  /**
   * Counts the answer to a request of a company until its caller has read it, or is gone: it disposes the result then. Meanwhile,
   * the company gets no more places than its unread answers leave (unread-answers.ts).
   */
  countUnread(company: string, bytes: number): Disposable {
    this.#unread.add(company, bytes);
    const unread = new DisposableStack();
    unread.defer(() => {
      this.#unread.add(company, -bytes);
      for (const kind of Object.keys(this.#places)) this.#giveOut(kind as PlaceKind);
    });
    return unread;
  }

  /** Rejects new requests. @returns when the accepted ones are finished */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#noteDrained();
    await this.#drained.promise;
  }

  #mayTake({ name, places: own }: Company, kind: PlaceKind): boolean {
    const { limits, taken } = this.#places[kind];
    return taken < limits.all && (own[kind] ?? 0) < limits.company && !this.#unread.isFullFor(name);
  }

  #take(company: Company, kind: PlaceKind): void {
    const places = this.#places[kind];
    this.#turns += 1;
    places.served.set(company.name, this.#turns);
    places.taken += 1;
    this.#taken += 1;
    company.places[kind] = (company.places[kind] ?? 0) + 1;
    this.#accept(company);
  }

  #leave(company: Company, kind: PlaceKind): void {
    this.#places[kind].taken -= 1;
    this.#taken -= 1;
    company.places[kind] = (company.places[kind] ?? 0) - 1;
    this.#forget(company);
    this.#giveOut(kind);
    this.#pace.note(this.#waiting > 0);
  }

  /** Gives the free places of a kind to the requests whose turn it is. */
  #giveOut(kind: PlaceKind): void {
    for (let next = this.#next(kind); next !== undefined; next = this.#next(kind)) {
      this.#take(next.company, kind);
      this.#endWait(next);
      next.end('has a place');
    }
  }

  /** The first request of the company with the fewest places; among these of the one that was served longest ago. */
  #next(kind: PlaceKind): Entry | undefined {
    const { waiting, served } = this.#places[kind];
    const rank = ({ places: own, name }: Company) => [own[kind] ?? 0, served.peek(name) ?? 0] as const;
    let best: Company | undefined;
    for (const company of waiting) {
      if (!this.#mayTake(company, kind)) continue;
      if (best === undefined || isLess(rank(company), rank(best))) best = company;
    }
    return best?.lineOf(kind).values().next().value;
  }

  async #wait(company: Company, kind: PlaceKind, { signal, bytes }: Asker): Promise<WaitEnd> {
    const { promise, resolve: end, reject: refuse } = Promise.withResolvers<WaitEnd>();
    this.#turns += 1;
    const entry: Entry = { company, kind, bytes, number: this.#turns, end, refuse };
    this.#accept(company);
    company.waiting += 1;
    company.waitingBytes += bytes;
    company.lineOf(kind).add(entry);
    this.#places[kind].waiting.add(company);
    this.#waiting += 1;
    this.#waitingBytes += bytes;
    this.#deadlines.add(entry);
    this.#pace.begin();
    const onAbort = () => this.#refuse(entry, signal.reason);
    signal.addEventListener('abort', onAbort);
    return await promise.finally(() => signal.removeEventListener('abort', onAbort));
  }

  #endWait(entry: Entry): void {
    const { company, kind, bytes } = entry;
    const line = company.lineOf(kind);
    line.delete(entry);
    if (line.size === 0) this.#places[kind].waiting.delete(company);
    company.waiting -= 1;
    company.waitingBytes -= bytes;
    this.#waiting -= 1;
    this.#waitingBytes -= bytes;
    this.#deadlines.delete(entry);
    this.#forget(company);
  }

  #refuse(entry: Entry, reason: unknown): void {
    this.#endWait(entry);
    entry.refuse(reason);
  }

  /**
   * Whether a request of this company may wait. When the waiting room is full, the newest waiting request of the company
   * that has the most gives way to that of one that has fewer.
   */
  #hasRoomFor(company: Company, bytes: number): boolean {
    if (company.waiting >= Math.ceil(COMPANY_SHARE * this.#maxWaiting)) return false;
    if (company.waitingBytes + bytes > COMPANY_SHARE * MAX_WAITING_BYTES) return false;
    while (this.#waiting >= this.#maxWaiting || this.#waitingBytes + bytes > MAX_WAITING_BYTES) {
      let most = company;
      for (const other of this.#companies.values())
        if (other.waiting > 0 && other.accepted > most.accepted) most = other;
      const givesWay = most === company ? undefined : most.newest;
      if (givesWay === undefined) return false;
      this.#endWait(givesWay);
      givesWay.end('gives way');
    }
    return true;
  }

  #accept(company: Company): void {
    company.accepted += 1;
    this.#companies.set(company.name, company);
  }

  #forget(company: Company): void {
    company.accepted -= 1;
    if (company.accepted === 0) this.#companies.delete(company.name);
    this.#noteDrained();
  }

  #noteDrained(): void {
    if (this.#isClosed && this.#companies.size === 0) this.#drained.resolve();
  }
}

function isLess(
  [held, served]: readonly [number, number],
  [otherHeld, otherServed]: readonly [number, number],
) {
  return held === otherHeld ? served < otherServed : held < otherHeld;
}
