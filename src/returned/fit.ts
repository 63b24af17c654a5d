import { Aligner, type Alignment, isHints } from './align.ts';
import type { Hole, Unit } from './expected.ts';
import type { Tokens } from './marked-text.ts';
import { textOfSpan } from './match.ts';
import { type Data, type DataSchema, leavesOf, schemaAt, valueAt, withValue } from './paths.ts';
import { parseAmount, valuesOf } from './values.ts';

/** The exact text that fits a file best. */
export interface Fit {
  /** With which the text was made, as far as it shows them; what it prints as blanks is absent. */
  readonly data: Data;
  readonly units: readonly Unit[];
  readonly alignment: Alignment;
  /** Values of conditions that print the same text, by path; the one in the data is among them. */
  readonly ties: ReadonlyMap<string, readonly unknown[]>;
}

export interface FitOptions {
  /** The paragraphs of the exact text of these data; undefined when the template cannot print them. */
  readonly print: (data: Data) => readonly Unit[] | undefined;
  readonly schema: DataSchema;
  /** Data to begin with; the one that fits best is taken. */
  readonly seeds: readonly Data[];
  /** The paragraphs of the file. */
  readonly found: readonly Tokens[];
  /** On the clock of `performance.now()`: the search ends, with the best text until then. */
  readonly deadline: number;
}

interface State {
  readonly data: Data;
  readonly units: readonly Unit[];
  readonly alignment: Alignment;
  /** How many printed values, on which conditions depend, are others in the file. */
  readonly contradictions: number;
}

/** More than a clause that is gone: the text of a condition is not what the file says of it elsewhere. */
const CONTRADICTION = 20;

/** A better text differs by at least a word of a blank. */
const LEAST_GAIN = 0.005;
const MAX_ROUNDS = 12;
/** Each takes 0.3 MB; more of them make the process collect garbage for a third of its time. */
const MOST_KNOWN = 12;
/** Choices with more values are printed as a value, not as a condition. */
const MAX_CONDITIONS = 12;

/**
 * Finds the data whose exact text fits a file best: values are read where the text has holes, and conditions and lists
 * are tried.
 */
export function fitText(options: FitOptions): Fit | undefined {
  return new Fitting(options).run();
}

class Fitting {
  readonly #options: FitOptions;
  readonly #aligner: Aligner;
  readonly #known = new Map<string, State | undefined>();

  constructor(options: FitOptions) {
    this.#options = options;
    this.#aligner = new Aligner(options.found);
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
    best = this.#withoutUnread(best);
    return { ...best, ties: this.#ties(best) };
  }

  #isLate(): boolean {
    return performance.now() > this.#options.deadline;
  }

  #try(data: Data): State | undefined {
    const key = JSON.stringify(data);
    if (this.#known.has(key)) return this.#known.get(key);
    const units = this.#options.print(data);
    const state = units && this.#stateOf(data, units);
    this.#known.set(key, state);
    const [oldest] = this.#known.keys();
    if (this.#known.size > MOST_KNOWN && oldest !== undefined) this.#known.delete(oldest);
    return state;
  }

  #stateOf(data: Data, units: readonly Unit[]): State {
    const { schema, found } = this.#options;
    const alignment = this.#aligner.align(units);
    let contradictions = 0;
    for (const { unit, found: place, match } of alignment.pairs) {
      if (unit === undefined || place === undefined || match === undefined) continue;
      for (const [index, { paths, isBlank }] of (units[unit] as Unit).holes.entries()) {
        const [path = ''] = paths;
        const isOpen = isBlank && !match.lacksHints;
        const field = isOpen || paths.length !== 1 ? undefined : schemaAt(schema, path);
        if (field === undefined || conditionsOf(field).length === 0) continue;
        const values = valuesOf(textOfSpan(found[place] as Tokens, match.spans[index]), field);
        if (values.length > 0 && !values.includes(valueAt(data, path))) contradictions += 1;
      }
    }
    return { data, units, alignment, contradictions };
  }

  /** Reads the values at the holes until they print the text from which they are read. */
  #settle(start: State | undefined): State | undefined {
    let best = start;
    let state = start;
    for (let round = 0; state !== undefined && round < MAX_ROUNDS && !this.#isLate(); round++) {
      const data = this.#readHoles(state);
      if (JSON.stringify(data) === JSON.stringify(state.data)) break;
      state = this.#try(data);
      if (state !== undefined && best !== undefined && costOf(state) <= costOf(best)) best = state;
    }
    return best;
  }

  #readHoles({ data, units, alignment }: State): Data {
    const { schema, found } = this.#options;
    const kept = new Set(
      alignment.pairs.flatMap(({ unit, found: place }) =>
        unit === undefined || place === undefined ? [] : unit,
      ),
    );
    const read = new Map<string, unknown>();
    const lost = new Set<string>();
    for (const { unit, found: place, match } of alignment.pairs) {
      if (unit === undefined) continue;
      for (const [index, hole] of (units[unit] as Unit).holes.entries()) {
        if (hole.kind === 'box' || hole.kind === 'hand' || hole.paths.length === 0) continue;
        if (place === undefined || match === undefined) {
          if (!hole.isBlank) for (const path of hole.paths) lost.add(path);
          continue;
        }
        const text = textOfSpan(found[place] as Tokens, match.spans[index]);
        const lacksHints = isHints(units[unit + 1]) ? !kept.has(unit + 1) : match.lacksHints;
        if (hole.isBlank && (isPrompt(text, hole) || !lacksHints)) continue;
        if (text === '') {
          for (const path of hole.paths) lost.add(path);
          continue;
        }
        if (text === hole.text) {
          for (const path of hole.paths) if (!read.has(path)) read.set(path, valueAt(data, path));
          continue;
        }
        for (const [path, value] of split(text, hole, schema)) if (!read.has(path)) read.set(path, value);
      }
    }
    let result = data;
    const dropped = new Map<string, number[]>();
    for (const path of lost) {
      if (read.has(path)) continue;
      const [, list, index] = /^(.*)\[(\d+)\]$/.exec(path) ?? [];
      if (list !== undefined && Array.isArray(valueAt(data, list)))
        dropped.set(list, [...(dropped.get(list) ?? []), Number(index)]);
      else result = withValue(result, path, undefined);
    }
    for (const [path, value] of read) result = withValue(result, path, value);
    for (const [list, indexes] of dropped) {
      const entries = (valueAt(result, list) as unknown[]).filter((_, index) => !indexes.includes(index));
      result = withValue(result, list, entries.length === 0 ? undefined : entries);
    }
    return result;
  }

  /** Tries conditions, lists and fields that are not printed as blanks, as long as one of them fits better. */
  #search(start: State): State {
    let best = start;
    for (let hasGained = true; hasGained && best.alignment.different > 0 && !this.#isLate(); ) {
      hasGained = false;
      for (const candidate of this.#candidates(best)) {
        if (this.#isLate() || best.alignment.different === 0) break;
        const tried = this.#try(candidate(best.data));
        if (tried === undefined || costOf(tried) >= costOf(best) - LEAST_GAIN) continue;
        best = this.#settle(tried) ?? tried;
        hasGained = true;
      }
    }
    return best;
  }

  *#candidates({ data, units, alignment }: State): Generator<(data: Data) => Data> {
    const fields = [...fieldsOf(this.#options.schema, data)];
    for (const [list, more] of longerLists(units, alignment)) {
      const schema = schemaAt(this.#options.schema, list);
      if (schema !== undefined) yield (now) => lengthened(now, list, schema, more);
    }
    for (const [path, schema] of fields)
      for (const value of conditionsOf(schema))
        if (valueAt(data, path) !== value) yield (now) => withValue(now, path, value);
    for (const [path, schema] of fields) {
      if (schema.type !== 'array') continue;
      const { length } = listAt(data, path);
      for (const more of [1, 2, 4, 8, 16])
        if (length + more <= (schema.maxItems ?? 200)) yield (now) => lengthened(now, path, schema, more);
      if (length > 1) yield (now) => withValue(now, path, listAt(now, path).slice(0, -1));
      if (length > 0) yield (now) => withValue(now, path, undefined);
    }
    for (const [path, schema] of fields) {
      if (schema.type === 'array' || schema.properties !== undefined || schema.type === 'boolean') continue;
      const value = valueAt(data, path) === undefined ? placeholder(schema) : undefined;
      yield (now) => withValue(now, path, value);
    }
  }

  /** A value that is nothing but the words of the field's blank was never given: the blank is still there. */
  #withoutHints(start: State): State {
    let bare = start.data;
    for (const [path, value] of leavesOf(start.data)) {
      const field = schemaAt(this.#options.schema, path);
      const isCondition = field === undefined || conditionsOf(field).length > 0;
      if (!isCondition && value !== undefined) bare = withValue(bare, listOf(path), undefined);
    }
    const blanks = this.#hintsOf(this.#try(bare)?.units ?? []);
    const { found } = this.#options;
    const paired = new Set(
      start.alignment.pairs.flatMap(({ unit, found: place }) => (unit === undefined ? [] : (place ?? []))),
    );
    let { data } = start;
    for (const { unit, found: place, match } of start.alignment.pairs) {
      if (unit === undefined || place === undefined || match === undefined) continue;
      const { list } = found[place] as Tokens;
      // The words of a blank that was filled in stand below what was written.
      const below = paired.has(place + 1) ? undefined : wordsIn(found[place + 1]?.list ?? []);
      for (const [index, { isBlank, paths }] of (start.units[unit] as Unit).holes.entries()) {
        const span = match.spans[index];
        const hints = paths.map((path) => blanks.get(path) ?? blanks.get(listOf(path))).find(Boolean);
        if (isBlank || span === undefined || hints === undefined) continue;
        const words = wordsIn(list.slice(...span));
        if (words === hints || below === hints || words.replace(/^\[.*\] ?/, '') === hints)
          for (const path of paths) data = withValue(data, listOf(path), undefined);
      }
    }
    return this.#settle(this.#try(data)) ?? start;
  }

  /** The words of the blanks, by path. */
  #hintsOf(units: readonly Unit[]): Map<string, string> {
    const hints = new Map<string, string>();
    for (const [index, { tokens, holes }] of units.entries())
      for (const { isBlank, paths } of holes) {
        const next = units[index + 1];
        const words = isHints(next) ? (next?.tokens ?? []) : tokens.filter(({ isHint }) => isHint);
        if (isBlank && paths[0] !== undefined) hints.set(paths[0], wordsIn(words));
      }
    return hints;
  }

  /** Leaves out values of a seed that the text does not show. */
  #withoutUnread(start: State): State {
    let state = start;
    const shown = new Set(start.units.flatMap(({ holes }) => holes.flatMap(({ paths }) => paths)));
    for (const [path] of leavesOf(start.data)) {
      if (shown.has(path) || this.#isLate()) continue;
      const less = this.#try(withValue(state.data, path, undefined));
      if (less !== undefined && isAsGood(less, state)) state = less;
    }
    return state;
  }

  /** The other values of conditions that print the same. */
  #ties(state: State): Map<string, readonly unknown[]> {
    const ties = new Map<string, unknown[]>();
    for (const [path, schema] of fieldsOf(this.#options.schema, state.data)) {
      const now = valueAt(state.data, path);
      for (const value of conditionsOf(schema)) {
        if (value === now || this.#isLate()) continue;
        const other = this.#try(withValue(state.data, path, value));
        if (other !== undefined && isAsGood(other, state))
          ties.set(path, [...(ties.get(path) ?? [now]), value]);
      }
    }
    return ties;
  }
}

/** Lists behind whose last entry the file has more paragraphs, with the number of entries that these may be. */
function* longerLists(units: readonly Unit[], { pairs }: Alignment): Generator<[path: string, more: number]> {
  let last: string | undefined;
  let count = 0;
  for (const { unit } of [...pairs, { unit: 0 }]) {
    if (unit === undefined) {
      count += 1;
      continue;
    }
    if (last !== undefined && count > 0) {
      const entry = last;
      const size = units.filter(({ holes }) =>
        holes.some(({ paths }) => paths.some((path) => path.startsWith(entry))),
      ).length;
      yield [entry.slice(0, entry.lastIndexOf('[')), Math.max(1, Math.round(count / Math.max(1, size)))];
    }
    count = 0;
    last = units[unit]?.holes
      .flatMap(({ paths }) => paths.map((path) => /^.*\[\d+\]/.exec(path)?.[0]))
      .find(Boolean);
  }
}

/** Data with a value in every field: what a file does not have of it is left out, which is easier to see than what is missing. */
export function fullData(schema: DataSchema, sample: Data): Data {
  let full = sample;
  for (const [path, field] of fieldsOf(schema, sample)) {
    if (field.properties !== undefined || field.type === 'boolean' || field.enum !== undefined) continue;
    if (valueAt(sample, path) !== undefined) continue;
    if (field.type === 'array') full = lengthened(full, path, field, 1);
    else full = withValue(full, path, placeholder(field));
  }
  return full;
}

/** The list of texts that a path is an entry of, or the path itself. */
function listOf(path: string): string {
  return path.replace(/\[\d+\]$/, '');
}

function wordsIn(tokens: readonly { readonly key: string }[]): string {
  return tokens.map(({ key }) => key).join(' ');
}

function costOf({ alignment, contradictions }: State): number {
  return alignment.cost + contradictions * CONTRADICTION;
}

function isAsGood(one: State, other: State): boolean {
  return Math.abs(costOf(one) - costOf(other)) < LEAST_GAIN / 2;
}

/** A blank that nobody has filled in: nothing, or the words of the empty control. */
export function isPrompt(text: string, { label }: Pick<Hole, 'label'>): boolean {
  const words = text.replace(/^\[\s?|\s?\]$|^_+|_+$/g, '').trim();
  return (
    words === '' ||
    /^[_.…\s]+$/.test(words) ||
    (text.startsWith('[') && (words === label || words.startsWith(label.slice(0, 50))))
  );
}

/** The values of a text in a hole, by path. */
function* split(
  text: string,
  { paths }: Hole,
  schema: DataSchema,
): Generator<[path: string, value: unknown]> {
  const [path] = paths;
  if (path === undefined) return;
  if (paths.length > 1) {
    const [first] = waysToSplit(text, paths.length);
    for (const [index, part] of (first ?? []).entries()) yield [paths[index] as string, part];
    return;
  }
  const field = schemaAt(schema, path);
  if (field === undefined) return;
  yield [path, valuesOf(text, field)[0] ?? text];
  if (field.money) yield* currencyOf(text, schema);
}

/** The currency that an amount is printed in, for all amounts of the data. */
export function* currencyOf(text: string, schema: DataSchema): Generator<[path: string, value: string]> {
  const currency = parseAmount(text)?.currency;
  const known = schema.properties?.currency?.enum;
  if (currency === undefined || known === undefined) return;
  if (known.includes(currency)) yield ['currency', currency];
  else {
    yield ['currency', 'Others'];
    yield ['customCurrency', currency];
  }
}

const MAX_WAYS = 16;

/** The ways to split a text into this number of parts between its words. */
export function waysToSplit(text: string, parts: number): string[][] {
  const words = text.split(/\s+/);
  if (parts === 1) return [[text]];
  const ways: string[][] = [];
  for (let at = 1; at <= words.length - parts + 1 && ways.length < MAX_WAYS; at++)
    for (const rest of waysToSplit(words.slice(at).join(' '), parts - 1))
      ways.push([words.slice(0, at).join(' ').replace(/[,;]$/, ''), ...rest]);
  return ways;
}

/** Every field of a schema, with the entries that the data have. */
export function* fieldsOf(
  schema: DataSchema,
  data: unknown,
  path = '',
): Generator<[path: string, schema: DataSchema]> {
  if (path !== '') yield [path, schema];
  for (const [name, field] of Object.entries(schema.properties ?? {})) {
    const own = typeof data === 'object' && data !== null && Object.hasOwn(data, name);
    const inner = own ? (data as Record<string, unknown>)[name] : undefined;
    yield* fieldsOf(field, inner, path === '' ? name : `${path}.${name}`);
  }
  if (schema.items?.properties !== undefined && Array.isArray(data))
    for (const [index, entry] of data.entries()) {
      for (const [inner, field] of fieldsOf(schema.items, entry, `${path}[${index}]`))
        if (inner !== `${path}[${index}]`) yield [inner, field];
    }
}

/** The values of a field on which conditions depend. */
function conditionsOf(schema: DataSchema): unknown[] {
  if (schema.type === 'boolean') return [true, false, undefined];
  if (schema.enum !== undefined && schema.enum.length <= MAX_CONDITIONS) return [...schema.enum, undefined];
  return [];
}

function listAt(data: Data, path: string): unknown[] {
  const list = valueAt(data, path);
  return Array.isArray(list) ? list : [];
}

function lengthened(data: Data, path: string, { items = {} }: DataSchema, more: number): Data {
  const entry = () => (items.properties === undefined ? placeholder(items) : {});
  return withValue(data, path, [...listAt(data, path), ...Array.from({ length: more }, entry)]);
}

/** A value that stands for any other until it is read. */
function placeholder({ type, format, enum: values }: DataSchema): unknown {
  if (values !== undefined) return values[0];
  if (format === 'date') return '2000-01-01';
  if (format === 'email') return 'a@b.example';
  return type === 'number' ? 1 : 'Placeholder';
}
