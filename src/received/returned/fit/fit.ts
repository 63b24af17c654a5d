import { type Data, leavesOf, schemaAt, valueAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { Aligner, type Alignment } from '../align/align.ts';
import type { Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import { placeholder } from '../values/values.ts';
import { candidatesOf } from './candidates.ts';
import { conditionsOf, fieldsOf, listOf } from './fields.ts';
import { amountsOf, hintsOf, withoutHints, withoutValues } from './hints.ts';
import { pathsShownIn } from './hole-values.ts';
import { readHoles } from './read-holes.ts';
import { costOf, type FitInput, type Hints, isAsGood, LEAST_GAIN, type State, stateOf } from './state.ts';

/** The exact text that fits a file best. */
export interface Fit {
  /** With which the text was made, as far as it shows them; what it prints as blanks is absent. */
  readonly data: Data;
  readonly units: readonly Unit[];
  readonly alignment: Alignment;
  /** Values of conditions that print the same text, by path; the one in the data is among them. */
  readonly ties: ReadonlyMap<string, readonly unknown[]>;
  readonly hints: Hints;
  /** Whether the search ended before it had tried all. */
  readonly isCutOff: boolean;
}

export interface FitOptions {
  /** The paragraphs of the exact text of these data; undefined when the template cannot print them. */
  readonly print: (data: Data) => readonly Unit[] | undefined;
  readonly schema: DataSchema;
  /** Data to begin with; the one that fits best is taken. */
  readonly seeds: readonly Data[];
  /** The paragraphs of the file. */
  readonly found: readonly Tokens[];
  /** The paths of the values that the document was made with; undefined when that is not known. */
  readonly printed?: readonly string[] | undefined;
  /** The values of conditions that it was made with, by path, as far as they are known. */
  readonly conditions?: ReadonlyMap<string, unknown> | undefined;
}

const MAX_ROUNDS = 12;
/** Paragraphs of both texts in all comparisons: some 200 comparisons of the longest text, which take 3 s of a processor. */
const MOST_WORK = 200_000;
/** Each takes 0.3 MB; more of them make the process collect garbage for a third of its time. */
const MOST_KNOWN = 12;

/**
 * Finds the data whose exact text fits a file best: values are read where the text has holes, and conditions and lists
 * are tried.
 */
export function fitText(options: FitOptions): Fit | undefined {
  return new Fitting(options).run();
}

class Fitting {
  readonly #options: FitOptions;
  readonly #subject: FitInput;
  /** Paragraphs that were compared. */
  #work = 0;
  readonly #known = new Map<string, State | undefined>();
  /** The words of all blanks that were printed. */
  readonly #printedHints = new Set<string>();
  #hasPrintedHints = false;
  readonly #hints: Hints = { has: (words) => this.#isHint(words) };

  constructor(options: FitOptions) {
    this.#options = options;
    const { schema, found, printed, conditions = new Map() } = options;
    this.#subject = {
      schema,
      found,
      aligner: new Aligner(found),
      printed: new Set(printed),
      conditions,
      hints: this.#hints,
    };
  }

  run(): Fit | undefined {
    let best: State | undefined;
    for (const seed of this.#options.seeds) {
      const settled = this.#settle(this.#try(seed));
      const state = settled && this.#withoutHints(settled);
      if (state !== undefined && (best === undefined || costOf(state) < costOf(best) - LEAST_GAIN))
        best = state;
      if (best !== undefined && best.alignment.different === 0) break;
    }
    if (best === undefined) return undefined;
    best = this.#withoutHints(this.#search(best));
    best = this.#withoutUnread(this.#withPrinted(best));
    return { ...best, ties: this.#ties(best), hints: this.#hints, isCutOff: this.#isLate() };
  }

  /** Prints the blanks of the data to begin with, of entries of every kind, and of amounts, once other words are asked for. */
  #isHint(words: string): boolean {
    if (this.#printedHints.has(words)) return true;
    if (this.#hasPrintedHints) return false;
    this.#hasPrintedHints = true;
    const { seeds, schema } = this.#options;
    const all = seeds.flatMap((seed) => {
      const bare = withoutValues(seed, schema);
      return [bare, ...otherEntries(bare, schema), amountsOf(seed, schema)];
    });
    for (const data of new Map(all.map((one) => [JSON.stringify(one), one])).values()) this.#print(data);
    return this.#printedHints.has(words);
  }

  #print(data: Data): readonly Unit[] | undefined {
    const units = this.#options.print(data);
    for (const words of hintsOf(units ?? []).values()) this.#printedHints.add(words);
    return units;
  }

  /** Work is counted, not time, so that the same file gives the same answer on a busy machine. */
  #isLate(): boolean {
    return this.#work > MOST_WORK;
  }

  #try(data: Data): State | undefined {
    const key = JSON.stringify(data);
    if (this.#known.has(key)) return this.#known.get(key);
    const units = this.#print(data);
    this.#work += (units?.length ?? 0) + this.#options.found.length;
    const state = units && stateOf(data, units, this.#subject);
    this.#known.set(key, state);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return state;
  }

  /** Reads the values at the holes until they print the text from which they are read. */
  #settle(start: State | undefined): State | undefined {
    let best = start;
    let state = start;
    for (let round = 0; state !== undefined && round < MAX_ROUNDS && !this.#isLate(); round++) {
      const data = readHoles(state, this.#subject);
      if (JSON.stringify(data) === JSON.stringify(state.data)) break;
      state = this.#try(data);
      if (state !== undefined && best !== undefined && costOf(state) <= costOf(best)) best = state;
    }
    return best;
  }

  /** Tries conditions, lists and fields that are not printed as blanks, as long as one of them fits better. */
  #search(start: State): State {
    let best = start;
    for (let hasGained = true; hasGained && best.alignment.different > 0 && !this.#isLate(); ) {
      hasGained = false;
      const { schema, printed } = this.#options;
      for (const candidate of candidatesOf(best, schema, printed)) {
        if (this.#isLate() || best.alignment.different === 0) break;
        const tried = this.#try(candidate(best.data));
        if (tried === undefined || costOf(tried) >= costOf(best) - LEAST_GAIN) continue;
        best = this.#settle(tried) ?? tried;
        hasGained = true;
      }
    }
    return best;
  }

  /** A value that is nothing but the words of the field's blank was never given: the blank is still there. */
  #withoutHints(start: State): State {
    const bare = this.#try(withoutValues(start.data, this.#options.schema))?.units ?? [];
    return this.#settle(this.#try(withoutHints(start, bare, this.#options.found))) ?? start;
  }

  /** Takes a value for one more that was printed, where the text fits as well with it: "Lagos, Nigeria" has a city and a country. */
  #withPrinted(start: State): State {
    let state = start;
    for (const path of this.#subject.printed) {
      const field = schemaAt(this.#options.schema, path);
      if (field === undefined || valueAt(state.data, path) !== undefined || this.#isLate()) continue;
      const more = this.#settle(this.#try(withValue(state.data, path, placeholder(field))));
      const isRead = more !== undefined && valueAt(more.data, path) !== undefined;
      if (isRead && costOf(more) < costOf(state) + LEAST_GAIN) state = more;
    }
    return state;
  }

  /** Leaves out values of a seed that the text does not show, and that nobody knows to have been given. */
  #withoutUnread(start: State): State {
    let state = start;
    const { schema } = this.#options;
    const shown = new Set(
      start.units.flatMap(({ holes }) => holes.flatMap((hole) => pathsShownIn(hole, schema))),
    );
    for (const [path] of leavesOf(start.data)) {
      if (shown.has(path) || this.#subject.printed.has(path) || this.#isLate()) continue;
      const less = this.#try(withValue(state.data, listOf(path), undefined));
      if (less !== undefined && isAsGood(less, state)) state = less;
    }
    return state;
  }

  /** The other values of conditions that print the same. */
  #ties(state: State): Map<string, readonly unknown[]> {
    const ties = new Map<string, unknown[]>();
    for (const [path, schema] of fieldsOf(this.#options.schema, state.data)) {
      const now = valueAt(state.data, path);
      if (this.#isProven(path, now)) continue;
      for (const value of conditionsOf(schema)) {
        if (value === now || this.#isLate()) continue;
        const other = this.#try(withValue(state.data, path, value));
        if (other !== undefined && isAsGood(other, state))
          ties.set(path, [...(ties.get(path) ?? [now]), value]);
      }
    }
    return ties;
  }

  /** Whether the trail confirms the value of a condition, or that it had none. */
  #isProven(path: string, value: unknown): boolean {
    const { printed, conditions } = this.#options;
    if (printed === undefined) return false;
    if (value === undefined) return !this.#subject.printed.has(path);
    return conditions?.get(path) === value;
  }
}

/** The data with other conditions in the first entry of each list. */
function* otherEntries(data: Data, schema: DataSchema): Generator<Data> {
  for (const [path, field] of fieldsOf(schema, data))
    if (path.includes('[0].')) for (const value of conditionsOf(field)) yield withValue(data, path, value);
}
