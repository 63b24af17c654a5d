import { signal } from '@preact/signals';
import { useEffect, useState } from 'preact/hooks';
import { pauseFor } from '../../../../clients/typescript/src/patience.ts';
import { forget, note } from './service/trouble.ts';

const TRY_AGAIN_MS = 2_000;
const GONE = { kind: 'gone', message: 'The service does not answer.' } as const;

/** Whether a part could not be loaded that only a reload asks for again: the service was updated, or was gone. */
export const needsReload = signal(false);

/**
 * Loads a part of the page's code that comes later. Browsers remember that a module could not be loaded, so when it
 * cannot, the page asks the person to reload it, as soon as the service answers.
 * @throws Error when the part cannot be loaded; the signal's reason
 */
export async function loadPart<Part>(load: () => Promise<Part>, stop: AbortSignal): Promise<Part> {
  try {
    return await load();
  } catch (cause) {
    stop.throwIfAborted();
    while (!(await isServed())) {
      note('part', GONE);
      await pauseFor(TRY_AGAIN_MS, stop);
    }
    forget('part');
    needsReload.value = true;
    throw new Error('a part of this page could not be loaded', { cause });
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

async function isServed(): Promise<boolean> {
  const answer = await fetch('/studio', { redirect: 'manual' }).catch(() => undefined);
  return answer?.ok === true;
}
