import { useLayoutEffect } from 'preact/hooks';

/** Does work that ends when what it is for changes or is gone. Its failures are said where it asks. */
export function useWork(work: (signal: AbortSignal) => Promise<unknown>, inputs: readonly unknown[]): void {
  useLayoutEffect(() => {
    const stop = new AbortController();
    work(stop.signal).catch(() => {});
    return () => stop.abort();
  }, inputs);
}
