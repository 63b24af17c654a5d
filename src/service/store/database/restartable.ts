import { DatabaseUnavailableError, unavailable } from './unavailable.ts';

/** Interval between attempts to restart; each takes about a second of processor time. */
const RETRY_MS = 2_000;

interface Fault {
  readonly code?: string;
  readonly severity?: string;
}

/** SQLSTATE classes: insufficient resources (disk, memory), operator intervention, system error. */
const UNAVAILABLE = /^(53|57|58)/;

/**
 * The embedded database. It panics when it cannot write its log (disk full), and answers nothing after that. It is then
 * restarted for the next statement, and recovers from its log as after a crash.
 */
export class Restartable<Instance> {
  readonly #open: () => Promise<Instance>;
  /** Rejects when the instance has ended, for the statements that are waiting for it. */
  #ended = Promise.withResolvers<never>();
  #instance: Promise<Instance> | undefined;
  #lastStart = Number.NEGATIVE_INFINITY;
  /** Why the last instance has ended. */
  #fault: DatabaseUnavailableError | undefined;

  constructor(open: () => Promise<Instance>) {
    this.#open = open;
  }

  /** @throws what `open` throws */
  async start(): Promise<Instance> {
    this.#lastStart = performance.now();
    this.#ended = Promise.withResolvers<never>();
    this.#ended.promise.catch(() => {});
    const starting = this.#open();
    this.#instance = starting;
    return await starting.catch((error) => {
      if (this.#instance === starting) this.#instance = undefined;
      throw error;
    });
  }

  /** @throws DatabaseUnavailableError while it cannot work; otherwise what the statement throws */
  async use<Result>(work: (instance: Instance) => Promise<Result>): Promise<Result> {
    const instance = await this.#running();
    try {
      return await Promise.race([work(instance), this.#ended.promise]);
    } catch (error) {
      const { code = '', severity } = error as Fault;
      if (severity !== 'PANIC' && !UNAVAILABLE.test(code)) throw error;
      const fault = unavailable(error);
      if (severity === 'PANIC') {
        this.#instance = undefined;
        this.#fault = fault;
        this.#ended.reject(fault);
      }
      throw fault;
    }
  }

  async stop(close: (instance: Instance) => Promise<void>): Promise<void> {
    const instance = await this.#instance?.catch(() => undefined);
    if (instance !== undefined) await Promise.race([close(instance), this.#ended.promise]).catch(() => {});
  }

  async #running(): Promise<Instance> {
    try {
      if (this.#instance !== undefined) return await this.#instance;
      if (performance.now() - this.#lastStart >= RETRY_MS) return await this.start();
    } catch (error) {
      throw this.#fault ?? new DatabaseUnavailableError(error);
    }
    throw this.#fault ?? new DatabaseUnavailableError(new Error('the database has ended'));
  }
}
