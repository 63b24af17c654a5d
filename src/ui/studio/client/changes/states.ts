import { computed, signal } from '@preact/signals';
import type { Data } from '../../../../lib/paths.ts';
import { templateId } from '../draft.ts';
import { forgetKept, keep, kept } from '../kept.ts';
import type { Opened } from '../opened.ts';

/** Data as they were when a file was opened, saved or made: changes can be counted from there. */
export interface State {
  /** `Opened sent.json` */
  readonly what: string;
  /** In milliseconds since 1970; tells states apart. */
  readonly at: number;
  readonly body: Opened['body'];
  readonly data: Data;
}

/** Of a template, the latest; data of documents are small beside what a tab keeps. */
const MOST = 5;

const all = signal<Readonly<Record<string, readonly State[]>>>(kept('states') ?? {});

/** The states of the template that is shown, the latest first. */
export const states = computed<readonly State[]>(() => all.value[templateId.value] ?? []);

export function remember(what: string, body: Opened['body'], data: Data): void {
  const before = states.value;
  const at = Math.max(Date.now(), (before[0]?.at ?? 0) + 1);
  const others = before.filter((state) => state.what !== what);
  all.value = {
    ...all.value,
    [templateId.value]: [{ what, at, body, data }, ...others].slice(0, MOST),
  };
  keep('states', all.value);
}

export function forgetStates(): void {
  all.value = {};
  forgetKept('states');
}

/** Whether two values are the same JSON, whatever the order of their keys. */
export function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null)
    return Object.is(one, other);
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every(
      (key) =>
        Object.hasOwn(other, key) &&
        isEqual((one as Record<string, unknown>)[key], (other as Record<string, unknown>)[key]),
    )
  );
}
