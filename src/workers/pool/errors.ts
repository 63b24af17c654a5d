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
  override readonly name: string = 'WorkerLostError';
}

/** Something outside of the service killed the worker: an operator, or the kernel for lack of memory. The job is not the cause. */
export class WorkerKilledError extends WorkerLostError {
  override readonly name = 'WorkerKilledError';

  /** @param what the process, as "the render process 4711" */
  constructor(what: string) {
    super(
      `${what} was killed by SIGKILL, which the service did not send. Usually the kernel has done so, because the memory of ` +
        'the machine or of the container was used up; raise its limit, or lower PDF_PAGES and RENDER_PROCESSES',
    );
  }
}

/** The job needed more memory than a worker may have. No other worker has more, so it is not tried again. */
export class OutOfMemoryError extends Error {
  override readonly name = 'OutOfMemoryError';
}
