import { changesOf } from './changes.ts';
import { conditionValue } from './condition-value.ts';
import { contradictionsIn, type Place } from './contradictions.ts';
import type { Hole, Unit } from './expected.ts';
import { conditionsOf, fullData, placeholder, printedSeeds } from './fit/fields.ts';
import { type Fit, fitText } from './fit/fit.ts';
import { currencyOf, isPrompt, waysToSplit } from './fit/hole-values.ts';
import { clausesOf, type FoundLine } from './lines.ts';
import { type Tokens, tokensOf } from './marked-text.ts';
import { type Span, textOfSpan } from './match.ts';
import { type Data, type DataSchema, leavesOf, schemaAt, withValue } from './paths.ts';
import type { Change, Comment, ExactText, Reading, ReadValue } from './reading.ts';
import { spansOf } from './spans.ts';
import { foreignSurroundings } from './surroundings.ts';
import { matchLabelled } from './typed-number.ts';
import { UnreadableFile } from './unreadable.ts';
import { valuesOf } from './values.ts';
import { readWordFile, type WordFile } from './word-file.ts';
import type { ReturnedControl } from './word-model.ts';

/** A Word file beside the exact text. */
export interface ReadWord {
  readonly reading: Reading;
  readonly file: WordFile;
  readonly fit: Fit;
  readonly lines: readonly FoundLine[];
}

/**
 * Reads a Word file that may have been filled in, edited and saved by any program.
 * @throws UnreadableFile
 */
export function readWord(bytes: Uint8Array, exact: ExactText): ReadWord {
  const started = performance.now();
  const file = readWordFile(bytes);
  const lines = linesOf(file);
  const found = fitText({
    ...exact,
    seeds: seedsOf(file, exact),
    found: lines.map(({ before }) => before),
    deadline: started + exact.budgetMs,
  });
  if (found === undefined) throw new UnreadableFile('the text of the file cannot be printed any more');
  const values = readValues(found, lines, file.controls, exact);
  const lost = lostOf(found, values, exact);
  const reading: Reading = {
    identity: file.identity,
    ...values,
    lost,
    changes: changesOf(file, lines, found),
    comments: commentsOf(file, lines, found),
    signatures: [],
    surroundings: surroundingsIn(file, lines, found, exact),
    made: found.data,
    embedded: embeddedData(file.dataJson, exact.schema).next().value ?? undefined,
  };
  return { reading, file, fit: found, lines };
}

function surroundingsIn(
  file: WordFile,
  lines: readonly FoundLine[],
  { data, units, alignment }: Fit,
  { surroundings }: ExactText,
): readonly Change[] {
  if (surroundings === undefined) return [];
  const clauses = clausesOf(file.passages.length, lines, units, alignment.pairs);
  return foreignSurroundings(file, surroundings(data), data, clauses);
}

function linesOf({ passages, controls }: WordFile): FoundLine[] {
  return passages.flatMap(({ before, after, row }, passage) =>
    before.map((line, index) => {
      const read = after.length === before.length ? tokensOf(after[index] ?? '') : undefined;
      const paths = new Set(
        (read?.list ?? []).flatMap(({ control }) =>
          control === undefined ? [] : (controls[control]?.path ?? []),
        ),
      );
      const isDeleted = after.length === 0;
      return { passage, before: { ...tokensOf(line), controls: paths, row }, after: read, isDeleted };
    }),
  );
}

/** The values with which the document was made, which the exact text would show, and the file does not. */
function lostOf(
  { data, units: now }: Fit,
  { values, blanks }: Pick<Reading, 'values' | 'blanks'>,
  { schema, print, printed = [] }: ExactText,
): string[] {
  const known = new Set([...values.flatMap(({ paths }) => paths), ...blanks]);
  return printed.filter((path) => {
    const field = known.has(path) ? undefined : schemaAt(schema, path);
    if (field === undefined) return false;
    const printedWith = (value: unknown) => print(withValue(data, path, value)) ?? [];
    const isShown = (units: readonly Unit[]) =>
      units.some(({ holes }) => holes.some(({ paths, isBlank }) => !isBlank && paths.includes(path)));
    // The text has a place for it, and the file nothing there.
    if (isShown(now)) return true;
    // The text of no value of a condition is that of the file.
    const conditions = conditionsOf(field).filter((value) => value !== undefined);
    if (conditions.length > 0) return conditions.every((value) => !areSameUnits(printedWith(value), now));
    return isShown(printedWith(placeholder(field)));
  });
}

function areSameUnits(one: readonly Unit[], other: readonly Unit[]): boolean {
  return one.length === other.length && one.every(({ key }, index) => key === other[index]?.key);
}

function seedsOf({ dataJson }: WordFile, { schema, sample, printed, conditions }: ExactText): Data[] {
  // A form to fill in: nothing is given but the roles of the parties.
  const { parties } = sample;
  const roles = Array.isArray(parties) && { parties: parties.map(({ definition }) => ({ definition })) };
  // Or not even these.
  const bare = Array.isArray(parties) ? [{ parties: [{}] }] : [];
  const known = printed === undefined ? [] : [...printedSeeds(schema, sample, printed, conditions)];
  return [
    ...known,
    ...embeddedData(dataJson, schema),
    fullData(schema, sample),
    { ...roles },
    ...bare,
    sample,
  ];
}

/** The fields of the schema in an embedded data.json. */
export function* embeddedData(json: string | undefined, schema: DataSchema): Generator<Data> {
  if (json === undefined) return;
  try {
    const { data } = JSON.parse(json);
    yield known(data, schema, 0) as Data;
  } catch {
    // A file that embeds something else is read without it.
  }
}

function known(value: unknown, schema: DataSchema, depth: number): unknown {
  if (schema.properties !== undefined) {
    if (typeof value !== 'object' || value === null || depth > 8) return {};
    const fields = Object.entries(schema.properties).filter(([name]) => Object.hasOwn(value, name));
    return Object.fromEntries(
      fields.map(([name, field]) => [
        name,
        known((value as Record<string, unknown>)[name], field, depth + 1),
      ]),
    );
  }
  const { items } = schema;
  if (items !== undefined)
    return Array.isArray(value)
      ? value.slice(0, 2_000).map((entry) => known(entry, items, depth + 1))
      : undefined;
  return typeof value === 'object' ? undefined : value;
}

function readValues(
  { data, units, alignment, ties }: Fit,
  lines: readonly FoundLine[],
  controls: readonly ReturnedControl[],
  exact: ExactText,
): Pick<Reading, 'values' | 'blanks'> {
  const places: Place[] = [];
  const blanks = new Set<string>();
  const ticked = new Map<string, string[]>();
  const currencies = new Map<string, string>();
  for (const pair of alignment.pairs) {
    if (pair.unit === undefined) continue;
    const unit = units[pair.unit] as Unit;
    const line = pair.found === undefined ? undefined : lines[pair.found];
    const tokens = line?.after ?? line?.before;
    if (tokens === undefined || pair.match === undefined || line?.isDeleted) continue;
    const matched = line?.after === undefined ? pair.match : matchLabelled(unit, tokens);
    const { different, spans, ways } = spansOf(unit, tokens, matched, controls);
    const { clause } = unit;
    const isCertain = different === 0;
    for (const [index, hole] of unit.holes.entries()) {
      const text = textOfSpan(tokens, spans[index]);
      const [path] = hole.paths;
      if (path === undefined || hole.kind === 'hand') continue;
      if (hole.kind === 'box') {
        if (/^[☒☑✓✔✗✘■●xX]/u.test(text)) ticked.set(path, [...(ticked.get(path) ?? []), hole.option ?? '']);
        else blanks.add(path);
        continue;
      }
      if (hole.isBlank && isPrompt(text, hole)) {
        for (const one of hole.paths) blanks.add(one);
        continue;
      }
      const at = { clause, isCertain, hole: { unit: pair.unit, index } };
      if (text === '') {
        if (!hole.isBlank && !hasNeighbour(unit, index))
          places.push({ ...at, paths: hole.paths, options: [], isFilledIn: false, text });
        continue;
      }
      const isOpen = ways.length > 1 && ways.some((way) => textOfSpan(tokens, way[index]) !== text);
      // What several holes of one paragraph hold is decided below, together.
      if (isOpen) continue;
      places.push({
        ...at,
        paths: hole.paths,
        options: optionsOf(text, hole, exact),
        isFilledIn: hole.isBlank,
        text,
      });
      if (schemaAt(exact.schema, path)?.money)
        for (const [field, value] of currencyOf(text, exact.schema)) currencies.set(field, value);
    }
    if (ways.length > 1)
      places.push({ ...jointly(unit, tokens, ways, exact), clause, isCertain, hole: undefined });
  }
  const contradictions = contradictionsIn(places, { data, units }, exact.schema, exact.print);
  const values = Array.from(
    contradictions,
    ([path, { values: options, says }]): ReadValue => ({
      paths: [path],
      options: options.map((value) => [value]),
      isFilledIn: places.every(({ paths, isFilledIn }) => isFilledIn || !paths.includes(path)),
      contradiction: says,
    }),
  );
  const taken = new Set(contradictions.keys());
  // A text that stands for one path alone says more than one that joins several.
  const told = places
    .filter(({ text, hole }) => text !== '' || hole === undefined)
    .map((place) => without(place, contradictions))
    .toSorted((one, other) => one.paths.length - other.paths.length);
  for (const { paths, options, isFilledIn, text } of told) {
    if (paths.every((path) => taken.has(path))) continue;
    const fitting = options.filter((option) =>
      paths.every((path, index) => {
        const single = values.find((value) => value.paths.length === 1 && value.paths[0] === path);
        return single === undefined || single.options.some(([value]) => value === option[index]);
      }),
    );
    for (const path of paths) taken.add(path);
    const [path = ''] = paths;
    const isCondition = paths.length === 1 && options.length === 0;
    values.push({
      paths,
      options: isCondition
        ? [[conditionValue(text, path, { data, units }, exact) ?? text]]
        : fitting.length > 0
          ? fitting
          : options,
      isFilledIn,
    });
  }
  for (const [path, words] of ticked) {
    blanks.delete(path);
    taken.add(path);
    const value =
      words.length === 1 ? conditionValue(words[0] ?? '', path, { data, units }, exact) : undefined;
    values.push({ paths: [path], options: [[value ?? words.join(', ')]], isFilledIn: true });
  }
  for (const [path, value] of currencies) {
    if (taken.has(path)) continue;
    taken.add(path);
    // The text prints a currency of another name also without "Others".
    const others = value === 'Others' ? [[undefined]] : [];
    values.push({ paths: [path], options: [[value], ...others], isFilledIn: blanks.has(path) });
  }
  for (const [path, value] of leavesOf(data)) {
    if (taken.has(path) || blanks.has(path)) continue;
    const shown = units.some(({ holes }) => holes.some((hole) => hole.paths.includes(path)));
    // A value that the text prints, but the file no longer has, is absent.
    if (shown) continue;
    taken.add(path);
    const others = ties.get(path) ?? [value];
    values.push({
      paths: [path],
      options: preferAbsent(others, value).map((one) => [one]),
      isFilledIn: false,
    });
  }
  for (const [path, others] of ties)
    if (!taken.has(path) && !blanks.has(path))
      values.push({
        paths: [path],
        options: preferAbsent(others, undefined).map((one) => [one]),
        isFilledIn: false,
      });
  const now = new Set(values.flatMap(({ paths }) => paths));
  return { values, blanks: [...blanks].filter((path) => !now.has(path)) };
}

/** A value that the text does not tell from its absence is absent. */
function preferAbsent(values: readonly unknown[], now: unknown): readonly unknown[] {
  if (values.length === 1) return [now];
  const given = values.filter((value) => value !== undefined);
  return given.length < values.length ? [undefined, ...given] : values;
}

/** The values that one text may stand for. */
function optionsOf(
  text: string,
  { paths, isBlank }: Hole,
  { schema }: ExactText,
): readonly (readonly unknown[])[] {
  if (paths.length > 1) return waysToSplit(text, paths.length);
  const field = schemaAt(schema, paths[0] ?? '');
  const values = field === undefined ? [text] : valuesOf(text, field);
  if (values.length === 0 && field?.type !== 'boolean' && field?.enum === undefined) return [[text]];
  // What somebody wrote into a blank is what it says.
  return (
    isBlank && field?.type === 'string'
      ? values.slice(0, field.enum || field.format === 'date' ? 1 : 0)
      : values
  ).map((value) => [value]);
}

/** Whether another hole stands beside a hole, so that nobody knows which of them has what stands there. */
function hasNeighbour({ tokens }: Unit, index: number): boolean {
  const at = tokens.findIndex(({ hole }) => hole === index);
  return tokens[at - 1]?.hole !== undefined || tokens[at + 1]?.hole !== undefined;
}

/** What a place says of other paths than these. */
function without(place: Place, paths: ReadonlyMap<string, unknown>): Place {
  const indexes = [...place.paths.keys()].filter((index) => !paths.has(place.paths[index] ?? ''));
  if (indexes.length === place.paths.length) return place;
  const only = <One>(list: readonly One[]) => indexes.map((index) => list[index] as One);
  return { ...place, paths: only(place.paths), options: place.options.map(only) };
}

/** Several holes of one paragraph, which its text fits in several ways. */
function jointly(
  unit: Unit,
  tokens: Tokens,
  ways: readonly (readonly Span[])[],
  { schema }: ExactText,
): Omit<Place, 'clause' | 'isCertain' | 'hole'> {
  const indexes = [...unit.holes.keys()].filter((index) => {
    const texts = new Set(ways.map((way) => textOfSpan(tokens, way[index])));
    return texts.size > 1 && unit.holes[index]?.paths.length === 1;
  });
  const paths = indexes.map((index) => unit.holes[index]?.paths[0] ?? '');
  const options = ways
    .map((way) =>
      indexes.map((index, place) => {
        const text = textOfSpan(tokens, way[index]);
        const field = schemaAt(schema, paths[place] ?? '');
        return field === undefined ? text : valuesOf(text, field)[0];
      }),
    )
    .filter((option) => option.every((value) => value !== undefined));
  return { paths, options, isFilledIn: false, text: '' };
}

function commentsOf(
  { comments, passages }: WordFile,
  lines: readonly FoundLine[],
  { units, alignment }: Fit,
): Comment[] {
  const clauses = clausesOf(passages.length, lines, units, alignment.pairs);
  return passages.flatMap((passage, index) =>
    passage.comments.flatMap((id) => {
      const comment = comments.get(id);
      return comment === undefined
        ? []
        : [{ clause: clauses[index] ?? '', author: comment.author, at: comment.at, text: comment.text }];
    }),
  );
}
