/** There is no worker for the job now, or none came free in time. The caller may try again. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';
}

/** The job ran past `workTimeoutMs`. */
export class WorkTimeoutError extends Error {
  override readonly name = 'WorkTimeoutError';
}

/** The worker died or stood still during the job. The job is not necessarily the cause. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** The job needed more memory than a worker may have. Another worker has no more. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}
