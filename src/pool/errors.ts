/** No room for the job now, or none in time; it may come again. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';
}

/** The job ran past `workTimeoutMs`. */
export class WorkTimeoutError extends Error {
  override readonly name = 'WorkTimeoutError';
}

/** The worker died or stood still under the job, which need not be to blame: the pool tries it once more. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** The job needed more memory than a worker has. It is the job's own fault, and another worker has no more. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}

/** The worker was given to somebody else, who waited; the pool does the job again when it is its turn. */
export class PreemptedError extends Error {
  override readonly name = 'PreemptedError';
}
