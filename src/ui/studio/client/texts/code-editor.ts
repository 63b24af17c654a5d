import { defaultKeymap, history, historyKeymap } from '@codemirror/commands';
import { getSearchQuery, search, searchKeymap, searchPanelOpen } from '@codemirror/search';
import { EditorState, type Extension, Transaction } from '@codemirror/state';
import {
  drawSelection,
  EditorView,
  highlightActiveLine,
  highlightSpecialChars,
  keymap,
  lineNumbers,
} from '@codemirror/view';
import { commonEnds } from '../../../../lib/common-ends.ts';
import { marks, setFindings } from './finding-marks.ts';
import { template } from './highlight.ts';
import type { Finding } from './text-findings.ts';

interface CodeEditorOptions {
  readonly text: string;
  /** What a screen reader calls it. */
  readonly label: string;
  /** Is on the page and says what the keys do. */
  readonly help: HTMLElement | null;
  readonly onText: (text: string) => void;
  /** The cursor was moved into another line: where that begins and ends. */
  readonly onCursor: (from: number, to: number) => void;
  /** Something else is searched for; "" for nothing. */
  readonly onSearch: (words: string) => void;
  readonly onFields: () => void;
  /** Asks to publish, or to save. */
  readonly onPublish: () => void;
}

/**
 * The text, in a shadow root: CodeMirror's styles are then a constructed style sheet, which the page's policy does not
 * concern, whereas it refuses a <style>.
 */
export class CodeEditor {
  readonly #view: EditorView;
  readonly #resized: ResizeObserver;

  /** @param host an element without a shadow root, or with that of an editor before */
  constructor(host: HTMLElement, { text, label, help, onText, ...on }: CodeEditorOptions) {
    const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' });
    this.#view = new EditorView({
      root,
      parent: root,
      state: EditorState.create({
        doc: text,
        extensions: [
          BASICS,
          EditorView.contentAttributes.of({ ...CONTENT, 'aria-label': label }),
          keymap.of([
            { key: 'Ctrl-Space', run: taken(on.onFields) },
            { key: 'Mod-s', run: taken(on.onPublish) },
            ...KEYS,
          ]),
          EditorView.updateListener.of(({ docChanged, selectionSet, state, startState, view }) => {
            if (docChanged) onText(state.doc.toString());
            const { from, to } = state.doc.lineAt(state.selection.main.head);
            const before = startState.doc.lineAt(startState.selection.main.head);
            if (selectionSet && !docChanged && view.hasFocus && before.from !== from) on.onCursor(from, to);
            const words = searchedIn(state);
            if (words !== searchedIn(startState)) on.onSearch(words);
          }),
        ],
      }),
    });
    // What opens above or below the text must not hide the cursor.
    this.#resized = new ResizeObserver(() => {
      const { hasFocus, state } = this.#view;
      if (hasFocus) this.#view.dispatch({ effects: EditorView.scrollIntoView(state.selection.main.head) });
    });
    this.#resized.observe(host);
    if (help !== null) this.#view.contentDOM.ariaDescribedByElements = [help];
  }

  /** Shows another text, which Ctrl+Z takes back. */
  show(text: string): void {
    const old = this.#view.state.doc.toString();
    if (old === text) return;
    const [from, kept] = commonEnds(old, text);
    // What is the same on both ends stays, and so does the cursor in it.
    const changes = { from, to: old.length - kept, insert: text.slice(from, text.length - kept) };
    this.#view.dispatch({ changes });
  }

  /** Puts a text in the place of what is selected, with the cursor behind it, and leads there. */
  insert(text: string): void {
    this.#view.dispatch(this.#view.state.replaceSelection(text), { scrollIntoView: true });
    this.#view.focus();
  }

  before(): string {
    const { doc, selection } = this.#view.state;
    return doc.sliceString(0, selection.main.head);
  }

  /** Leads to a place. @param line from 1 @param column from 1, in characters of UTF-16 */
  goTo(line: number, column = 1): void {
    const { doc } = this.#view.state;
    const { from, to } = doc.line(Math.min(Math.max(line, 1), doc.lines));
    const anchor = Math.min(from + column - 1, to);
    this.#view.dispatch({
      selection: { anchor },
      effects: EditorView.scrollIntoView(anchor, { y: 'center' }),
    });
    this.#view.focus();
  }

  goToIndex(index: number): void {
    const { number, from } = this.#view.state.doc.lineAt(Math.min(index, this.#view.state.doc.length));
    this.goTo(number, index - from + 1);
  }

  /** Marks the lines of findings; marks move with the text until the next ones. */
  mark(findings: readonly Finding[]): void {
    this.#view.dispatch({
      effects: setFindings.of(findings),
      annotations: Transaction.addToHistory.of(false),
    });
  }

  focus(): void {
    this.#view.focus();
  }

  close(): void {
    this.#resized.disconnect();
    this.#view.destroy();
  }
}

/** Takes a key for an action of the page. */
function taken(act: () => void): () => boolean {
  return () => {
    act();
    return true;
  };
}

/** Tab leads to the text and leaves it: it is no key of the editor. */
const CONTENT = { spellcheck: 'true', lang: 'en', tabindex: '0' };

const look = EditorView.theme({
  '&': { height: '100%', color: 'var(--ink)', backgroundColor: 'var(--paper)', fontSize: '0.85rem' },
  // The page shows the focus around all of it.
  '&.cm-focused': { outline: 'none' },
  '.cm-scroller': { fontFamily: 'var(--code)', lineHeight: '1.6' },
  '.cm-content': { caretColor: 'var(--ink)', paddingBlock: '0.6rem' },
  '.cm-cursor': { borderLeftColor: 'var(--ink)', borderLeftWidth: '2px' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '& .cm-selectionBackground, &.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground': {
    backgroundColor: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-gutters': { color: 'var(--faint)', backgroundColor: 'var(--shade)', borderColor: 'var(--line)' },
  '.marks': { width: '1.3rem', textAlign: 'center', fontWeight: '700' },
  '.mark.fault': { color: 'var(--alert)' },
  '.mark.warning': { color: 'var(--warning)' },
  '.has-fault': { backgroundColor: 'var(--alert-shade)' },
  '.has-warning': { backgroundColor: 'var(--warning-shade)' },
  '.cm-tooltip, .cm-panels': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    borderColor: 'var(--edge)',
  },
  '.said': { maxWidth: '34rem', padding: '0.5rem 0.75rem', fontFamily: 'system-ui, sans-serif' },
  '.said p': { margin: '0', whiteSpace: 'pre-wrap' },
  '.cm-panel.cm-search': { padding: '0.5rem 2rem 0.5rem 0.5rem', fontSize: '0.85rem' },
  '.cm-panel.cm-search [name=close]': { color: 'inherit', padding: '0.3rem 0.5rem', fontSize: '1.2rem' },
  '.cm-textfield, .cm-button': {
    color: 'var(--ink)',
    backgroundColor: 'var(--paper)',
    backgroundImage: 'none',
    border: '1px solid var(--edge)',
    borderRadius: '4px',
    padding: '0.25rem 0.5rem',
  },
  '.cm-searchMatch': { backgroundColor: 'color-mix(in srgb, var(--warning) 30%, transparent)' },
  '.cm-searchMatch-selected': { backgroundColor: 'color-mix(in srgb, var(--warning) 60%, transparent)' },
});

const KEYS = [...defaultKeymap, ...historyKeymap, ...searchKeymap];

const BASICS: Extension = [
  lineNumbers(),
  marks,
  history(),
  drawSelection(),
  highlightActiveLine(),
  highlightSpecialChars(),
  EditorView.lineWrapping,
  search({ top: true }),
  template,
  look,
];

function searchedIn(state: EditorState): string {
  return searchPanelOpen(state) ? getSearchQuery(state).search : '';
}
