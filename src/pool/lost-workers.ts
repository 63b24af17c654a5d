import { OutOfMemoryError, PoolFullError, WorkerLostError, WorkTimeoutError } from './errors.ts';

export interface LossCount {
  readonly worker: string;
  readonly cause: string;
  readonly count: number;
}

/** How many workers were lost, of which kind and by what. */
export class LostWorkers {
  readonly #counts = new Map<string, LossCount>();

  get counts(): Iterable<LossCount> {
    return this.#counts.values();
  }

  note(worker: string, error: unknown): void {
    const cause = causeOf(error);
    const key = `${worker} ${cause}`;
    const { count = 0 } = this.#counts.get(key) ?? {};
    this.#counts.set(key, { worker, cause, count: count + 1 });
  }
}

/** A few words for a metric; the log has the error itself. */
function causeOf(error: unknown): string {
  if (error instanceof WorkTimeoutError) return 'timeout';
  if (error instanceof OutOfMemoryError) return 'memory';
  if (error instanceof WorkerLostError) return 'died';
  if (error instanceof PoolFullError) return 'taken back';
  return error instanceof Error && error.name === 'AbortError' ? 'caller gone' : 'fault';
}
