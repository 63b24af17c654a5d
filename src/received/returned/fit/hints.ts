import { type Data, leavesOf, schemaAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Span } from '../align/match.ts';
import type { Unit } from '../text/expected.ts';
import { keysOf, type Tokens } from '../text/marked-text.ts';
import { isHints } from '../text/unit-words.ts';
import { conditionsOf, listOf } from './fields.ts';
import type { Hints, State } from './state.ts';

/** The data without any value but those of conditions, with which the text has all of its blanks. */
export function withoutValues(data: Data, schema: DataSchema): Data {
  return without(data, schema, (field) => field !== undefined && conditionsOf(field).length === 0);
}

/** The amounts of the data alone, which have blanks for their currency. */
export function amountsOf(data: Data, schema: DataSchema): Data {
  return without(data, schema, (field) => !field?.money);
}

function without(data: Data, schema: DataSchema, isOut: (field?: DataSchema) => boolean): Data {
  let rest = data;
  for (const [path] of leavesOf(data))
    if (isOut(schemaAt(schema, path))) rest = withValue(rest, listOf(path), undefined);
  return rest;
}

/**
 * A value that is nothing but the words of the field's blank was never given: the blank is still there.
 * @param bare the text with all of its blanks
 */
export function withoutHints(start: State, bare: readonly Unit[], found: readonly Tokens[]): Data {
  const blanks = hintsOf(bare);
  const paired = new Set(
    start.alignment.pairs.flatMap(({ unit, found: place }) => (unit === undefined ? [] : (place ?? []))),
  );
  let { data } = start;
  for (const { unit, found: place, match } of start.alignment.pairs) {
    if (unit === undefined || place === undefined || match === undefined) continue;
    const { list } = found[place] as Tokens;
    // The words of a blank that was filled in stand below what was written.
    const below = paired.has(place + 1) ? undefined : keysOf(found[place + 1]?.list ?? []);
    for (const [index, { isBlank, paths }] of (start.units[unit] as Unit).holes.entries()) {
      const span = match.spans[index];
      const hints = paths.map((path) => blanks.get(path) ?? blanks.get(listOf(path))).find(Boolean);
      if (isBlank || span === undefined || hints === undefined) continue;
      const words = keysOf(list.slice(...span));
      if (words === hints || below === hints || words.replace(/^\[.*\] ?/, '') === hints)
        for (const path of paths) data = withValue(data, listOf(path), undefined);
    }
  }
  return data;
}

/** The words of the blanks, by path. */
export function hintsOf(units: readonly Unit[]): Map<string, string> {
  const hints = new Map<string, string>();
  for (const [index, { tokens, holes }] of units.entries())
    for (const { isBlank, paths } of holes) {
      const next = units[index + 1];
      const words = isHints(next) ? (next?.tokens ?? []) : tokens.filter(({ isHint }) => isHint);
      if (isBlank && paths[0] !== undefined) hints.set(paths[0], keysOf(words));
    }
  return hints;
}

/** Whether a line has the words of a blank at a place, of whatever field. */
export function isHintAt({ list }: Tokens, span: Span | undefined, hints: Hints): boolean {
  return span !== undefined && hints.has(keysOf(list.slice(...span)));
}
