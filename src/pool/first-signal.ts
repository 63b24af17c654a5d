/**
 * Fires with the first of the signals, until it is disposed. As `AbortSignal.any`, whose weak references V8 takes for
 * strong ones in every collection but a full one: all that a job had made, up to the bytes of its PDF, stayed until then.
 */
export function firstSignal(signals: readonly AbortSignal[]): Disposable & { readonly signal: AbortSignal } {
  const first = new AbortController();
  const onAbort = ({ target }: Event) => first.abort((target as AbortSignal).reason);
  for (const signal of signals) {
    if (signal.aborted) first.abort(signal.reason);
    else signal.addEventListener('abort', onAbort);
  }
  return {
    signal: first.signal,
    [Symbol.dispose]: () => {
      for (const signal of signals) signal.removeEventListener('abort', onAbort);
    },
  };
}
