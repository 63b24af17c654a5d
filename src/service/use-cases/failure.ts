import { ServiceError } from '../../errors.ts';
import {
  OutOfMemoryError,
  PoolFullError,
  WorkerKilledError,
  WorkTimeoutError,
} from '../../workers/pool/errors.ts';

export function unavailable(message: string, cause?: unknown): ServiceError {
  return new ServiceError('service_unavailable', message, { cause });
}

/** The response to a failure that lies neither in the request nor in a text: check 9 of the contract. */
export function outage(cause: unknown): ServiceError | undefined {
  if (cause instanceof PoolFullError) return unavailable('The service is full; try again in a moment', cause);
  if (cause instanceof WorkerKilledError)
    return unavailable('The service lost the process that did the work; try again in a moment', cause);
  return undefined;
}

/** The response when a document cannot be made: checks 9 and 10 of the contract. */
export function generationFailure(cause: unknown): ServiceError {
  return (
    outage(cause) ??
    new ServiceError('generation_failed', `Document generation failed; ${reasonOf(cause)}`, { cause })
  );
}

function reasonOf(cause: unknown): string {
  if (cause instanceof WorkTimeoutError) return 'it took longer than is allowed';
  if (cause instanceof OutOfMemoryError) return 'it needs more memory than is allowed';
  return 'if it happens again, report it with the X-Request-Id of this answer';
}

/**
 * What `work` returns.
 * @throws the signal's reason when the caller no longer waits, otherwise what `failureOf` makes of the error
 */
export async function explained<Result>(
  {
    signal,
    failureOf = generationFailure,
  }: { readonly signal: AbortSignal; readonly failureOf?: (cause: unknown) => ServiceError },
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    signal.throwIfAborted();
    throw error instanceof ServiceError ? error : failureOf(error);
  }
}
