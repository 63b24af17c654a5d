import { OutOfMemoryError, WorkerKilledError, WorkerLostError, WorkTimeoutError } from './errors.ts';

export interface ReplacementCount {
  readonly worker: string;
  readonly cause: string;
  readonly count: number;
}

/** Counts replaced workers by kind and cause. */
export class ReplacedWorkers {
  readonly #counts = new Map<string, ReplacementCount>();

  get counts(): Iterable<ReplacementCount> {
    return this.#counts.values();
  }

  noteLoss(worker: string, error: unknown): void {
    this.#count(worker, causeOf(error));
  }

  noteWear(worker: string): void {
    this.#count(worker, 'wear');
  }

  #count(worker: string, cause: string): void {
    const key = `${worker} ${cause}`;
    const { count = 0 } = this.#counts.get(key) ?? {};
    this.#counts.set(key, { worker, cause, count: count + 1 });
  }
}

/** A short label for the metric; the log has the error itself. */
function causeOf(error: unknown): string {
  if (error instanceof WorkTimeoutError) return 'timeout';
  if (error instanceof OutOfMemoryError) return 'memory';
  if (error instanceof WorkerKilledError) return 'killed';
  if (error instanceof WorkerLostError) return 'died';
  return error instanceof Error && error.name === 'AbortError' ? 'caller gone' : 'fault';
}
