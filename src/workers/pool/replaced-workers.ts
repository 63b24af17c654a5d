import { OutOfMemoryError, WorkerKilledError, WorkerLostError, WorkTimeoutError } from './errors.ts';

interface ReplacementCount {
  readonly worker: string;
  readonly cause: string;
  readonly count: number;
}

const WORKERS = ['render process', 'printing page', 'completion thread'] as const;

export type WorkerKind = (typeof WORKERS)[number];

const CAUSES = ['wear', 'timeout', 'memory', 'died', 'killed', 'caller gone', 'fault'] as const;

type Cause = (typeof CAUSES)[number];

/** Counts replaced workers by kind and cause, from 0 on. */
export class ReplacedWorkers {
  readonly #counts = new Map<string, ReplacementCount>();

  get counts(): Iterable<ReplacementCount> {
    return this.#counts.values();
  }

  constructor() {
    for (const worker of WORKERS) for (const cause of CAUSES) this.#count(worker, cause, 0);
  }

  noteLoss(worker: WorkerKind, error: unknown): void {
    this.#count(worker, causeOf(error));
  }

  noteWear(worker: WorkerKind): void {
    this.#count(worker, 'wear');
  }

  #count(worker: WorkerKind, cause: Cause, more = 1): void {
    const key = `${worker} ${cause}`;
    const { count = 0 } = this.#counts.get(key) ?? {};
    this.#counts.set(key, { worker, cause, count: count + more });
  }
}

/** A short label for the metric; the log has the error itself. */
function causeOf(error: unknown): Cause {
  if (error instanceof WorkTimeoutError) return 'timeout';
  if (error instanceof OutOfMemoryError) return 'memory';
  if (error instanceof WorkerKilledError) return 'killed';
  if (error instanceof WorkerLostError) return 'died';
  return error instanceof Error && error.name === 'AbortError' ? 'caller gone' : 'fault';
}
