import { type Data, schemaAt, valueAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Pair } from '../align/align.ts';
import { textOfSpan } from '../align/match.ts';
import type { Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import { isHints } from '../text/unit-words.ts';
import { valuesOf } from '../values/values.ts';
import { listOf } from './fields.ts';
import { isHintAt } from './hints.ts';
import { isPrompt, valuesOfHole } from './hole-values.ts';
import type { FitInput, State } from './state.ts';

/** The values at the holes of a text, as the file has them. */
export function readHoles(
  { data, units, alignment }: State,
  { schema, found, printed, hints }: FitInput,
): Data {
  const kept = new Set(
    alignment.pairs.flatMap(({ unit, found: place }) =>
      unit === undefined || place === undefined ? [] : unit,
    ),
  );
  const said = new Map<string, unknown[]>();
  const say = (path: string, value: unknown) => said.set(path, [...(said.get(path) ?? []), value]);
  const lost = new Set<string>();
  const pairs = alignment.pairs.toSorted((one, other) => rankOf(one, units) - rankOf(other, units));
  for (const { unit, found: place, match } of pairs) {
    if (unit === undefined) continue;
    for (const [index, hole] of (units[unit] as Unit).holes.entries()) {
      if (hole.kind === 'box' || hole.kind === 'hand' || hole.paths.length === 0) continue;
      if (place === undefined || match === undefined) {
        if (hole.isBlank) continue;
        // What was printed is a part of the text, wherever it went. Entries of a list move up.
        for (const path of hole.paths) if (!printed.has(path) || listOf(path) !== path) lost.add(path);
        continue;
      }
      const line = found[place] as Tokens;
      const span = match.spans[index];
      const text = textOfSpan(line, span);
      // The words of a blank, of this field or another one in the same place, are no value: the blank is still there.
      if (!hole.paths.some((path) => printed.has(path)) && isHintAt(line, span, hints)) {
        if (!hole.isBlank) for (const path of hole.paths) lost.add(path);
        continue;
      }
      const lacksHints = isHints(units[unit + 1]) ? !kept.has(unit + 1) : match.lacksHints;
      if (hole.isBlank && (isPrompt(text, hole) || !lacksHints)) continue;
      if (text === '') {
        // What was printed may be in the hole beside it, which took all words.
        for (const path of hole.paths) if (!printed.has(path)) lost.add(path);
        continue;
      }
      if (text === hole.text) {
        for (const path of hole.paths) say(path, valueAt(data, path));
        continue;
      }
      for (const [path, value] of valuesOfHole(text, hole, schema)) say(path, value);
    }
  }
  const read = new Map(
    Array.from(said, ([path, values]) => [path, mostSaid(values, schemaAt(schema, path))]),
  );
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

/**
 * What stands between the words of the text is read first: a cell that is nothing but a value can be one of another row. Last
 * is what stands between other words, of which some may be in the hole.
 */
function rankOf({ unit, match }: Pick<Pair, 'unit' | 'match'>, units: readonly Unit[]): number {
  if ((match?.different ?? 0) > 0) return 2;
  const { tokens, holes } = units[unit ?? 0] as Unit;
  return tokens.length > holes.length ? 0 : 1;
}

/** What most places say of a field, and the first of these. */
function mostSaid(values: readonly unknown[], field: DataSchema | undefined): unknown {
  const different = [...new Set(values)];
  if (different.length === 1) return values[0];
  const saying = (value: unknown) => values.filter((one) => one === value || canBe(one, value, field)).length;
  return different.reduce((best, value) => (saying(value) > saying(best) ? value : best));
}

/** Whether a text may stand for a value: "the Artist" is what some places print of "Artist". */
function canBe(text: unknown, value: unknown, field: DataSchema | undefined): boolean {
  return typeof text === 'string' && field !== undefined && valuesOf(text, field).includes(value);
}
