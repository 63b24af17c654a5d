/** How often, and how long, a request is sent again. */
export interface Retries {
  /** How often a request is sent at the most; 1 never sends it again. */
  readonly attempts: number;
  /** Longest wait before the next attempt: who is told to wait longer gets the refusal. */
  readonly maxWaitSeconds: number;
}

/** The service refuses with these, and has done nothing: the same request may be sent again after `Retry-After`. */
const TRY_AGAIN = [429, 503];

/** A `fetch` that sends a request again which the service refuses for now. The request's signal ends the wait too. */
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
