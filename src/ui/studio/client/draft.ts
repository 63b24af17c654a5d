import { computed, signal } from '@preact/signals';
import { type Data, valueAt, withValue } from '../../../lib/paths.ts';
import { keep, kept } from './kept.ts';
import { route } from './route.ts';

/** What is typed, by template: a version shares the values with the others of its template. */
const drafts = signal<Readonly<Record<string, Data>>>(kept('drafts') ?? {});

/** The template whose form is shown. */
export const templateId = signal('');

/** The draft that is shown: of the template, or of a row of its list. */
const shownName = computed(() => nameOfDraft(templateId.value, route.value.row));

/** The values of the form that is shown. */
export const data = computed<Data>(() => drafts.value[shownName.value] ?? {});

/** A row of a list that was opened in the form has a draft of its own. */
function nameOfDraft(template: string, row: number): string {
  return row === 0 ? template : `${template} ${row}`;
}

/** What was typed for a row of the list; undefined when it is as in its file. */
export function rowDraft(row: number): Data | undefined {
  return drafts.value[nameOfDraft(templateId.value, row)];
}

/** Forgets what was typed for rows: there is another list. */
export function forgetRows(): void {
  const begin = nameOfDraft(templateId.value, 0);
  change(Object.fromEntries(Object.entries(drafts.value).filter(([name]) => !name.startsWith(`${begin} `))));
}

/** A step that can be taken back. */
export interface Undo {
  readonly text: string;
  /** The list that it was made in; "" for the whole form. */
  readonly path: string;
  /** The values as they would be now without the step. */
  readonly restore: (now: Data) => Data;
}

export const undo = signal<Undo | undefined>(undefined);

const SAVE_AFTER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setData(next: Data): void {
  change({ ...drafts.value, [shownName.value]: next });
}

function change(next: Readonly<Record<string, Data>>): void {
  drafts.value = next;
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

function save(): void {
  keep('drafts', drafts.value);
}

addEventListener('pagehide', save);

/** @param value undefined takes the field out */
export function setAt(path: string, value: unknown): void {
  setData(withValue(data.value, path, value));
}

/** Exchanges all values, which a button can take back. */
export function replaceAll(next: Data, text: string): void {
  const before = data.value;
  undo.value = { text, path: '', restore: () => before };
  setData(next);
}

/** Removes an entry of a list, which a button can take back, whatever was typed since. */
export function removeEntry(path: string, index: number, text: string): void {
  const [removed] = listAt(data.value, path).slice(index);
  const restore = (now: Data) => {
    const entries = listAt(now, path);
    return withValue(now, path, entries.toSpliced(index, 0, removed));
  };
  undo.value = { text, path, restore };
  const rest = listAt(data.value, path).toSpliced(index, 1);
  setAt(path, rest.length > 0 ? rest : undefined);
}

function listAt(values: Data, path: string): readonly unknown[] {
  const list = valueAt(values, path);
  return Array.isArray(list) ? list : [];
}

export function takeBack(): void {
  if (undo.value !== undefined) setData(undo.value.restore(data.value));
  undo.value = undefined;
}
