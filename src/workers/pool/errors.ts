/** No worker became free in time, or the pool is closing. The caller may try again. */
export class PoolFullError extends Error {
  override readonly name = 'PoolFullError';
}

/** The job exceeded `workTimeoutMs`, or its processor time. */
export class WorkTimeoutError extends Error {
  override readonly name = 'WorkTimeoutError';
}

/** The worker died or hung during the job. The job is not necessarily the cause. */
export class WorkerLostError extends Error {
  override readonly name = 'WorkerLostError';
}

/** The job needed more memory than a worker may have. No other worker has more, so it is not tried again. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}
