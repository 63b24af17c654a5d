/**
 * Door of origins: what a run of a template prints goes in, with the places of its sources; where each run of words stands,
 * and under which conditions, come out. A document that does not ask for them has none.
 */

import type { Condition, SourcePlace } from '../../lib/origin-table.ts';
import { type Source, type Sourced, textSourceOf } from './sources.ts';

/** Static markup that was printed, or the value of an expression. */
interface PrintedRun extends SourcePlace {
  readonly html: string;
  /** The source has other words there: an expression. */
  readonly isValue: boolean;
  /** The condition that it was printed under, by its number; -1 for none. */
  readonly condition: number;
}

/** A mark is before a run. Both are Unicode non-characters, as those of values (given.ts). */
const [BEGIN, NUMBERED] = ['\ufdd4', '\ufdd5'];
const MARKS = /\ufdd4(\d*)\ufdd5?/g;

/** Several times what the longest text of the catalogue has. A loop could print any number. */
const MOST = { runs: 20_000, conditions: 20_000, fields: 1_000, places: 50, reads: 20 } as const;

/** Collects where what a run of a template prints comes from. */
export class Origins {
  readonly conditions: Condition[] = [];
  /** Where each field is printed. */
  readonly places = new Map<string, SourcePlace[]>();
  /** The fields of the data that were read, printed or not. */
  readonly read = new Set<string>();
  readonly #runs: PrintedRun[] = [];
  /** A text that writes marks itself does not know the number of any. */
  readonly #first = Math.floor(Math.random() * 2 ** 40);
  /** The fields that values which are no fields were made of. */
  readonly #madeOf = new WeakMap<Sourced, readonly string[]>();
  #condition = -1;
  #reads: Set<string> | undefined;

  /** Marks what is printed here. */
  mark({ file, offset }: SourcePlace, html: string, isValue = false, condition = this.#condition): string {
    if (this.#runs.length >= MOST.runs || html.trim() === '') return html;
    const index = this.#runs.push({ file, offset, html, isValue, condition }) - 1;
    return `${BEGIN}${this.#first + index}${NUMBERED}${html}`;
  }

  /**
   * Marks a value, unless it is made of what is marked.
   * @param words where a text in quotes begins, which was chosen by the fields that were asked
   */
  markValue(
    words: SourcePlace | undefined,
    place: SourcePlace,
    html: string,
    asked: readonly string[],
  ): string {
    if (html.includes(BEGIN)) return html;
    if (words === undefined) return this.mark(place, html, true);
    return this.mark(words, html, false, asked.length === 0 ? this.#condition : this.#under(place, asked));
  }

  /** Notes that a value is printed here. */
  prints(source: Source, { file, offset }: SourcePlace): void {
    for (const field of fieldsOf(source)) {
      const places = this.places.get(field) ?? [];
      if (places.length >= MOST.places || this.places.size >= MOST.fields) continue;
      if (!places.some((one) => one.file === file && one.offset === offset)) places.push({ file, offset });
      this.places.set(field, places);
    }
  }

  /** Notes that a value is read, also for the condition that is asked. */
  reading(sourced: Sourced): void {
    if (this.read.size < MOST.fields)
      for (const path of fieldsOf(sourced.source)) this.read.add(path.split(/[.[]/, 1)[0] ?? path);
    if (this.#reads === undefined || this.#reads.size >= MOST.reads) return;
    for (const field of this.#madeOf.get(sourced) ?? fieldsOf(sourced.source)) this.#reads.add(field);
  }

  /** Evaluates what a name is set to; a condition that reads the name has read what it is made of. */
  setting(evaluate: () => Sourced): Sourced {
    const [result, fields] = this.asking(evaluate);
    if (result.source === undefined && fields.length > 0) this.#madeOf.set(result, fields);
    return result;
  }

  /** Runs `act` with the value of a condition. What it prints stands under the condition. */
  deciding(place: SourcePlace, ask: () => Sourced, act: (decided: Sourced) => void): void {
    const inside = this.#condition;
    const [decided, fields] = this.asking(ask);
    this.#condition = this.#under(place, fields);
    act(decided);
    this.#condition = inside;
  }

  /** The number of a condition within the one that is asked now. */
  #under({ file, offset }: SourcePlace, fields: readonly string[]): number {
    const inside = this.#condition;
    return this.conditions.length < MOST.conditions
      ? this.conditions.push({ file, offset, fields, inside }) - 1
      : inside;
  }

  /** Evaluates an expression. @returns its value, and the fields that it read */
  asking(ask: () => Sourced): [Sourced, readonly string[]] {
    const outer = this.#reads;
    this.#reads = new Set();
    const result = ask();
    const fields = [...this.#reads];
    this.#reads = outer;
    for (const field of fields) outer?.add(field);
    // Of `one.name`, `one` was read too.
    return [result, fields.filter((path) => !fields.some((other) => isIn(other, path)))];
  }

  /** Takes the marks out of what was printed. @returns the markup, and at which index each run begins */
  takeOut(marked: string): {
    readonly html: string;
    readonly runs: (PrintedRun & { readonly at: number })[];
  } {
    const found: (PrintedRun & { at: number })[] = [];
    let html = '';
    let end = 0;
    for (const { 0: mark, 1: number, index } of marked.matchAll(MARKS)) {
      html += marked.slice(end, index);
      end = index + mark.length;
      const run = this.#runs[Number(number) - this.#first];
      if (run !== undefined) found.push({ ...run, at: html.length });
    }
    html += marked.slice(end);
    return { html, runs: found.filter((run) => html.startsWith(run.html, run.at)) };
  }
}

export function withoutOrigins(html: string): string {
  return html.includes(BEGIN) ? html.replace(MARKS, '') : html;
}

function fieldsOf(source: Source | undefined): readonly string[] {
  const fields = textSourceOf(source);
  if (fields !== undefined) return [fields].flat();
  if (source === undefined || typeof source === 'string' || source instanceof Map) return [];
  return source.parts.flatMap((part) => fieldsOf(part.source));
}

function isIn(path: string, owner: string): boolean {
  return path.startsWith(owner) && /^[.[]/.test(path.slice(owner.length));
}
