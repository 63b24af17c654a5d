import { signal } from '@preact/signals';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { Tabs } from '../tabs.tsx';
import { ChangesView } from './changes-view.tsx';
import { CodeArea } from './code-area.tsx';
import type { CodeEditor } from './code-editor.ts';
import { Commands } from './commands.tsx';
import type { EditorActions } from './editor-actions.ts';
import { followText } from './follow-text.ts';
import { Head } from './head.tsx';
import { firstView, type OpenText } from './open-text.ts';
import { OwnFields } from './own-fields.tsx';
import { PagesOfText } from './text-pages.tsx';
import { ToLookAt } from './to-look-at.tsx';
import { choose, fileOf, forgetWhere, openFile, Where } from './where.tsx';

const TEXT = ['text', 'Text'] as const;
const PAGES = ['pages', 'Pages'] as const;
const CHANGES = ['changes', 'Changes'] as const;
const FIELDS = ['fields', 'Fields'] as const;
type View = 'text' | 'pages' | 'changes' | 'fields';

export function TextEditor({ opened }: { readonly opened: OpenText }) {
  const [view, setView] = useState<View>(firstView.peek());
  const code = useRef<CodeEditor | undefined>(undefined);
  useLayoutEffect(() => forgetWhere, [opened.templateId, opened.version, opened.isOwn]);
  useLayoutEffect(() => followText(opened), [opened.templateId, opened.version, opened.isOwn]);
  const others = opened.baseFields === '' ? [CHANGES] : [CHANGES, FIELDS];
  const shown = !isNarrow.value && view === 'text' ? 'pages' : view;
  const actions: EditorActions = {
    goTo: (line, column, part = '') => {
      if (isNarrow.value) setView('text');
      // After the tab and the file are shown, and before the next key.
      if (openFile(part)) queueMicrotask(() => code.current?.goTo(line, column));
    },
    open: (name, offset) => {
      if (isNarrow.value) setView('text');
      if (openFile(name)) queueMicrotask(() => code.current?.goToIndex(offset));
    },
    insert: (text) => code.current?.insert(text),
    before: () => code.current?.before() ?? '',
    focus: () => code.current?.focus(),
  };
  return (
    <main class={`document text shows-${shown}`}>
      <Head opened={opened} />
      <div class="views">
        <Tabs
          tabs={isNarrow.value ? [TEXT, PAGES, ...others] : [PAGES, ...others]}
          shown={shown}
          onShow={setView}
        />
      </div>
      <div
        class="side text-side"
        id="panel-text"
        {...(isNarrow.value && { role: 'tabpanel', 'aria-labelledby': 'tab-text' })}
      >
        <Commands opened={opened} actions={actions} />
        <Where onGo={actions.open} />
        <CodeArea opened={opened} code={code} />
        <ToLookAt onGo={actions.goTo} />
      </div>
      {/* The pages stay, so that they are there at once when they are shown again. */}
      <div
        class="side document-side"
        id="panel-pages"
        role="tabpanel"
        aria-labelledby="tab-pages"
        hidden={shown !== 'pages'}
      >
        <PagesOfText
          opened={opened}
          onWord={(word) => {
            const place = choose(word);
            if (place !== undefined) actions.open(fileOf(place.file), place.offset);
          }}
        />
      </div>
      {others.map(([name]) => (
        <div
          key={name}
          class="side changes-side"
          id={`panel-${name}`}
          role="tabpanel"
          aria-labelledby={`tab-${name}`}
          hidden={shown !== name}
        >
          {shown === name &&
            (name === 'fields' ? <OwnFields /> : <ChangesView opened={opened} onGo={actions.goTo} />)}
        </div>
      ))}
    </main>
  );
}

const query = matchMedia('(width < 56rem)');

/** Whether a view shows one of its parts at a time, as in studio.css. */
const isNarrow = signal(query.matches);

query.addEventListener('change', ({ matches }) => {
  isNarrow.value = matches;
});
