/** Limits for retries of a request. */
export interface Retries {
  /** Maximum number of attempts; 1 means no retries. */
  readonly attempts: number;
  /** Maximum wait before a retry. If the service asks for a longer wait, the caller gets the error response. */
  readonly maxWaitSeconds: number;
}

/** With these statuses the service has done nothing, and the same request may be sent again after `Retry-After`. */
const TRY_AGAIN = [429, 503];

/** A `fetch` that retries requests that the service refuses temporarily. The request's signal also ends the wait. */
export function retrying(send: typeof fetch, { attempts, maxWaitSeconds }: Retries): typeof fetch {
  return async (input, init) => {
    const request = new Request(input, init);
    for (let attempt = 1; ; attempt++) {
      const response = await send(request.clone());
      const seconds = Number(response.headers.get('retry-after') ?? Number.NaN);
      const isWorthIt = TRY_AGAIN.includes(response.status) && seconds <= maxWaitSeconds;
      if (!isWorthIt || attempt >= attempts) return response;
      await response.body?.cancel();
      await wait(seconds * 1_000, request.signal);
    }
  };
}

function wait(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal.aborted) stop();
    else signal.addEventListener('abort', stop, { once: true });
  });
}
