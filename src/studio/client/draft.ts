import { computed, signal } from '@preact/signals';
import { type Step, stepsOf } from '../../rows/paths.ts';
import type { Data } from '../../rows/row.ts';
import { keep, kept } from './kept.ts';

/** What is typed, by template: a version shares the values with the others of its template. */
const drafts = signal<Readonly<Record<string, Data>>>(kept('drafts') ?? {});

/** The template whose form is shown. */
export const templateId = signal('');

/** The values of the form that is shown. */
export const data = computed<Data>(() => drafts.value[templateId.value] ?? {});

/** A step that can be taken back. */
export interface Undo {
  readonly text: string;
  /** The list that it was made in; "" for the whole form. */
  readonly path: string;
  readonly before: Data;
}

export const undo = signal<Undo | undefined>(undefined);

const SAVE_AFTER_MS = 100;
let timer: ReturnType<typeof setTimeout> | undefined;

export function setData(next: Data): void {
  drafts.value = { ...drafts.value, [templateId.value]: next };
  clearTimeout(timer);
  timer = setTimeout(save, SAVE_AFTER_MS);
}

function save(): void {
  keep('drafts', drafts.value);
}

addEventListener('pagehide', save);

/** @param value undefined takes the field out */
export function setAt(path: string, value: unknown): void {
  setData(withValue(data.value, stepsOf(path), value) as Data);
}

/** Makes a change that a button can take back. */
export function setUndoably(next: Data, text: string, path: string): void {
  undo.value = { text, path, before: data.value };
  setData(next);
}

export function takeBack(): void {
  if (undo.value !== undefined) setData(undo.value.before);
  undo.value = undefined;
}

/** A copy of a value with another value at a path; lists and objects on the way are made. */
export function withValue(at: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    const entries = Array.isArray(at) ? [...at] : [];
    while (entries.length < step) entries.push(rest.length > 0 ? {} : '');
    entries[step] = withValue(entries[step], rest, value);
    return entries;
  }
  const { [step]: before, ...others } = Object(at) as Record<string, unknown>;
  const after = withValue(before, rest, value);
  return after === undefined ? others : { ...(at as object), [step]: after };
}
