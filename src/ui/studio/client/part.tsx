import { signal } from '@preact/signals';
import type { FunctionComponent } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import { pauseFor } from '../../../../clients/typescript/src/patience.ts';
import { forget, note } from './service/trouble.ts';
import { useWork } from './use-work.ts';

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

/** A view whose code is loaded when it is shown. @param opening is said until then */
export function laterView<Props extends object>(
  load: () => Promise<{ readonly default: FunctionComponent<Props> }>,
  opening: string,
): FunctionComponent<Props> {
  return (props) => {
    const [loaded, setLoaded] = useState<{ readonly default: FunctionComponent<Props> } | undefined>(
      undefined,
    );
    useWork(async (signal) => setLoaded(await loadPart(load, signal)), []);
    useLayoutEffect(() => () => forget('part'), []);
    if (loaded === undefined) return opening === '' ? null : <p role="status">{opening}</p>;
    return <loaded.default {...props} />;
  };
}

async function isServed(): Promise<boolean> {
  const answer = await fetch('/studio', { redirect: 'manual' }).catch(() => undefined);
  return answer?.ok === true;
}
