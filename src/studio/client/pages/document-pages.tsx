import { useEffect, useRef, useState } from 'preact/hooks';
import { laterWarnings } from '../findings.ts';
import { Follower } from '../follow.ts';
import { dataToSend } from '../form/fields.ts';
import { goToField } from '../go-to-field.ts';
import type { Opened } from '../opened.ts';
import { options } from '../options.ts';
import { loadPart } from '../part.ts';
import { pageData } from '../returned/returned.ts';
import { ask } from '../service/ask.ts';
import { key } from '../service/key.ts';
import { forget } from '../service/trouble.ts';
import { titleOf } from '../words.ts';
import { Pages } from './pages.ts';
import { loadPdfJs } from './pdf-js.ts';
import { shownPages } from './shown-pages.ts';

const LOOKS_WRONG = 'The pages cannot be shown: ';

interface DocumentPagesProps {
  readonly shown: Opened;
  /** A place on a page was chosen: the form has to be in sight. */
  readonly onField: () => void;
}

/** The pages as they will be printed, following what is typed. */
export function DocumentPages({ shown, onField }: DocumentPagesProps) {
  const list = useRef<HTMLDivElement>(null);
  const region = useRef<HTMLElement>(null);
  const [state, setState] = useState('The pages are being made…');
  useEffect(() => {
    const { current: box } = list;
    const scroller = region.current;
    if (box === null || scroller === null) return;
    const closing: (() => void)[] = [];
    const stop = new AbortController();
    const choose = (path: string) => {
      onField();
      goToField(path);
    };
    const begin = async () => {
      const library = await loadPart(loadPdfJs, stop.signal);
      const pages = new Pages(library, {
        ...{ list: box, scroller, onField: choose },
        nameOf: (path) => titleOf(shown.schema, path),
      });
      shownPages.value = pages;
      const follower = new Follower(
        'preview',
        (signal) => {
          const { paper, letterhead } = options.value;
          const look = { ...(paper && { paper }), ...(letterhead === false && { letterhead }) };
          const body = { ...shown.body, options: look, data: dataToSend(shown.schema, pageData.value) };
          return ask('/api/v1/documents/preview', body, signal);
        },
        async (outcome, signal) => {
          if (outcome.kind === 'refused') setState(LOOKS_WRONG + outcome.refusal.message);
          else await show(outcome.response, signal);
          if (!signal.aborted) scroller.ariaBusy = 'false';
        },
      );
      const show = async (response: Response, signal: AbortSignal) => {
        laterWarnings.value = Number(response.headers.get('x-warnings'));
        const look = JSON.stringify([options.value.paper, options.value.letterhead]);
        try {
          await pages.show(await response.arrayBuffer(), look, signal);
          setState('');
        } catch (error) {
          // The pages before stay.
          if (!signal.aborted) setState(LOOKS_WRONG + String(error));
        }
      };
      const follow = (afterMs?: number) => {
        scroller.ariaBusy = 'true';
        follower.follow(afterMs);
      };
      const subscribed = [pageData, key, options].map((one) => one.subscribe(() => follow()));
      follow(0);
      const onFocus = ({ target }: FocusEvent) => {
        const path = (target as HTMLElement).closest<HTMLElement>('[data-path]')?.dataset.path;
        if (path === undefined || box.contains(target as Node)) return;
        pages.mark(path);
        pages.reveal();
      };
      addEventListener('focusin', onFocus);
      closing.push(() => {
        for (const unsubscribe of subscribed) unsubscribe();
        follower.stop();
        removeEventListener('focusin', onFocus);
        pages.close();
        shownPages.value = undefined;
        box.replaceChildren();
      });
    };
    begin().catch((error) => {
      if (!stop.signal.aborted) setState(LOOKS_WRONG + String(error));
    });
    return () => {
      stop.abort();
      forget('part');
      for (const close of closing.splice(0)) close();
    };
  }, [shown]);
  return (
    <section ref={region} class="pages" aria-label="Document">
      {state !== '' && (
        <p class="pages-state" aria-live="polite">
          {state}
        </p>
      )}
      <div ref={list} class="page-list" />
    </section>
  );
}
