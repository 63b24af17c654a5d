import { computed, signal } from '@preact/signals';
import { type Data, leavesOf, valueAt, withValue } from '../../../lib/paths.ts';
import { keep, kept } from './kept.ts';
import { route } from './route.ts';

/** What is typed, by template: a version shares the values with the others of its template. */
export const drafts = signal<Readonly<Record<string, Data>>>(kept('drafts') ?? {});

/** When each was changed last, in milliseconds since 1970. */
export const begunAt = signal<Readonly<Record<string, number>>>(kept('begunAt') ?? {});

/** Whether anything is typed in any form. */
export const hasBegun = computed(() => Object.keys(drafts.value).some(isBegun));

/** Whether anything is typed in the form of a template. */
export function isBegun(name: string): boolean {
  return Array.from(leavesOf(drafts.value[name])).some(([, value]) => value !== '');
}

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

export interface Undo {
  readonly text: string;
  readonly templateId: string;
  /** The list that it was made in; "" for the whole form. */
  readonly path: string;
  /** The values as they would be now without the step. */
  readonly restore: (now: Data) => Data;
}

export const undo = signal<Undo | undefined>(undefined);

const SAVE_AFTER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setData(next: Data): void {
  changeOne(shownName.value, next);
}

function changeOne(name: string, next: Data): void {
  begunAt.value = { ...begunAt.value, [name]: Date.now() };
  change({ ...drafts.value, [name]: next });
}

/** Takes drafts that were kept elsewhere, in place of forms in which nothing is typed. */
export function takeDrafts(
  some: readonly { readonly name: string; readonly value: unknown; readonly at: number }[],
): void {
  const open = some.filter(({ name }) => !isBegun(name));
  begunAt.value = { ...begunAt.value, ...Object.fromEntries(open.map(({ name, at }) => [name, at])) };
  change({ ...drafts.value, ...Object.fromEntries(open.map(({ name, value }) => [name, value as Data])) });
}

/** Takes up other values for a template, which a button in its form can take back. */
export function takeUp(template: string, next: Data, text: string, name = template): void {
  const before = drafts.value[name] ?? {};
  undo.value = { text, templateId: template, path: '', restore: () => before };
  changeOne(name, next);
}

/** Puts the drafts of a company aside, for those of another. */
export function changeCompany(from: string, to: string): void {
  const nameKept = (companyId: string) => `drafts of ${companyId}`;
  keep(nameKept(from), drafts.value);
  undo.value = undefined;
  change(kept(nameKept(to)) ?? {});
}

export function forgetDrafts(): void {
  undo.value = undefined;
  begunAt.value = {};
  drafts.value = {};
  clearTimeout(timer);
}

function change(next: Readonly<Record<string, Data>>): void {
  drafts.value = next;
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

function save(): void {
  keep('drafts', drafts.value);
  keep('begunAt', begunAt.value);
}

addEventListener('pagehide', () => {
  if (Object.keys(drafts.value).length > 0) save();
});

/** @param value undefined takes the field out */
export function setAt(path: string, value: unknown): void {
  setData(withValue(data.value, path, value));
}

/** Exchanges all values, which a button can take back. */
export function replaceAll(next: Data, text: string): void {
  takeUp(templateId.value, next, text, shownName.value);
}

/** Removes an entry of a list, which a button can take back, whatever was typed since. */
export function removeEntry(path: string, index: number, text: string): void {
  const [removed] = listAt(data.value, path).slice(index);
  const restore = (now: Data) => {
    const entries = listAt(now, path);
    return withValue(now, path, entries.toSpliced(index, 0, removed));
  };
  undo.value = { text, templateId: templateId.value, path, restore };
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
