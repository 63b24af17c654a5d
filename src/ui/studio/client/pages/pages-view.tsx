import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { DocumentServiceError } from '../../../../../clients/typescript/src/error.ts';
import { follower } from '../follow.ts';
import { loadPart } from '../part.tsx';
import { Select } from '../select.tsx';
import type { Outcome } from '../service/ask.ts';
import { key } from '../service/key.ts';
import { forget } from '../service/trouble.ts';
import { Pages } from './pages.ts';
import { loadPdfJs } from './pdf-js.ts';
import { shownPages } from './shown-pages.ts';

interface PagesViewProps {
  /** Other pages begin anew. */
  readonly subject: unknown;
  readonly ask: (signal: AbortSignal) => Promise<Outcome>;
  readonly changes: readonly ReadonlySignal<unknown>[];
  /** Differs when the look of all pages does. */
  readonly look: () => string;
  readonly onField: (path: string) => void;
  readonly nameOf: (path: string) => string;
  readonly onWord?: ConstructorParameters<typeof Pages>[1]['onWord'];
  /** What to say of a refusal; the pages before it stay. */
  readonly describe?: (refusal: DocumentServiceError) => string;
}

/** In the width of the view: the text, or the page at so many per cent. */
const ZOOMS = ['text', '100', '125', '150', '200'] as const;

export function PagesView(props: PagesViewProps) {
  const list = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  const [zoom, setZoom] = useState<string>('text');
  const [state, setState] = useState('The pages are being made…');
  useLayoutEffect(() => {
    const { current: box } = list;
    const scroller = region.current;
    if (box === null || scroller === null) return;
    const { ask, changes, look, onField, nameOf, onWord, describe = looksWrong } = props;
    const stop = new AbortController();
    const listening = { signal: stop.signal };
    const begin = async () => {
      const library = await loadPart(loadPdfJs, stop.signal);
      stop.signal.throwIfAborted();
      const pages = new Pages(library, { list: box, scroller, onField, nameOf, onWord });
      shownPages.value = pages;
      const preview = follower('preview', ask, async (outcome, signal) => {
        if (outcome.kind === 'refused') setState(describe(outcome.refusal));
        else await show(outcome.response, signal);
        if (!signal.aborted) scroller.ariaBusy = 'false';
      });
      const show = async (response: Response, signal: AbortSignal) => {
        const asked = look();
        try {
          await pages.show(await response.arrayBuffer(), asked, signal);
          setState('');
        } catch (error) {
          // The pages before stay.
          if (!signal.aborted) setState(looksWrong(error as Error));
        }
      };
      const follow = (afterMs?: number) => {
        scroller.ariaBusy = 'true';
        preview.follow(afterMs);
      };
      const subscribed = [key, ...changes].map((one) => one.subscribe(() => follow()));
      follow(0);
      const onFocus = ({ target }: FocusEvent) => {
        const path = (target as HTMLElement).closest<HTMLElement>('[data-path]')?.dataset.path;
        if (path !== undefined && !box.contains(target as Node)) pages.go(path);
      };
      addEventListener('focusin', onFocus, listening);
      const onKey = (event: KeyboardEvent) => {
        if (event.key !== 'p' || !(event.ctrlKey || event.metaKey) || event.shiftKey || event.altKey) return;
        event.preventDefault();
        pages.drawAll().then(
          () => print(),
          () => {},
        );
      };
      addEventListener('keydown', onKey, listening);
      stop.signal.addEventListener('abort', () => {
        for (const unsubscribe of subscribed) unsubscribe();
        preview.stop();
        pages.close();
        shownPages.value = undefined;
        box.replaceChildren();
      });
    };
    begin().catch((error) => {
      if (!stop.signal.aborted) setState(looksWrong(error));
    });
    return () => {
      stop.abort();
      forget('part');
    };
  }, [props.subject]);
  return (
    <section ref={region} class="pages" aria-label="Document">
      <div class="pages-label">
        <p>Preview</p>
        <label>
          Zoom{' '}
          <Select
            value={zoom}
            choices={ZOOMS.map((one) => [one, one === 'text' ? 'Width of the text' : `${one} %`])}
            onChoose={setZoom}
          />
        </label>
      </div>
      {state !== '' && (
        <p class="pages-state" aria-live="polite">
          {state}
        </p>
      )}
      <div
        ref={list}
        class={`page-list ${zoom === 'text' ? 'zoom-text' : ''}`}
        style={Number(zoom) > 100 ? { width: `${zoom}%`, maxWidth: 'none' } : undefined}
      />
    </section>
  );
}

function looksWrong({ message }: { readonly message: string }): string {
  return `The pages cannot be shown: ${message}`;
}
