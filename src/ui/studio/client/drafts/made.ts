import { signal } from '@preact/signals';
import type { Data } from '../../../../lib/paths.ts';
import { keep, kept } from '../kept.ts';
import type { Opened } from '../opened.ts';

/** A document that was made here, with the data that it was made of. */
export interface Made {
  readonly documentId: string;
  readonly fileName: string;
  /** In milliseconds since 1970. */
  readonly at: number;
  readonly body: Opened['body'];
  readonly data: Data;
}

/** More than a day's work by hand. */
const MOST = 50;

/** The latest first. */
export const made = signal<readonly Made[]>(kept('made') ?? []);

/** Adds what is not known yet. */
export function takeMade(some: readonly Made[]): void {
  const all = new Map([...some, ...made.value].map((one) => [one.documentId, one]));
  made.value = [...all.values()].sort((one, other) => other.at - one.at).slice(0, MOST);
  keep('made', made.value);
}
