import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { forget, note, pause } from './service/trouble.ts';

const TRY_AGAIN_MS = 2_000;
const GONE = { kind: 'gone', message: 'The service does not answer.' } as const;

/** Whether the service answers, and no longer has all parts of this page: it was updated. */
export const isOutdated = signal(false);

/**
 * Loads a part of the page's code that comes later, as soon as the service has it. When the service was updated
 * meanwhile and has it no more, the page says so.
 * @throws the signal's reason
 */
export async function loadPart<Part>(load: () => Promise<Part>, stop: AbortSignal): Promise<Part> {
  for (;;) {
    try {
      const part = await load();
      forget('part');
      isOutdated.value = false;
      return part;
    } catch {
      stop.throwIfAborted();
      const isThere = await servesPage();
      stop.throwIfAborted();
      isOutdated.value = isThere;
      if (isThere) forget('part');
      else note('part', GONE);
      await pause(TRY_AGAIN_MS, stop);
    }
  }
}

/** A view whose code is loaded when it is shown; undefined until then. */
export function usePart<View>(load: () => Promise<{ readonly default: View }>): View | undefined {
  const [view, setView] = useState<{ readonly view: View } | undefined>(undefined);
  useEffect(() => {
    const stop = new AbortController();
    loadPart(load, stop.signal).then(
      ({ default: loaded }) => setView({ view: loaded }),
      () => {},
    );
    return () => {
      forget('part');
      stop.abort();
    };
  }, []);
  return view?.view;
}

async function servesPage(): Promise<boolean> {
  const answer = await fetch('/studio', { redirect: 'manual' }).catch(() => undefined);
  return answer?.ok === true;
}
