import { isHints } from '../align.ts';
import type { Unit } from '../expected.ts';
import type { Tokens } from '../marked-text.ts';
import { textOfSpan } from '../match.ts';
import { type Data, valueAt, withValue } from '../paths.ts';
import { isPrompt, valuesOfHole } from './hole-values.ts';
import type { State, Subject } from './state.ts';

/** The values at the holes of a text, as the file has them. */
export function readHoles({ data, units, alignment }: State, { schema, found, printed }: Subject): Data {
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
        // What was printed may be in the hole beside it, which took all words.
        for (const path of hole.paths) if (!printed.has(path)) lost.add(path);
        continue;
      }
      if (text === hole.text) {
        for (const path of hole.paths) if (!read.has(path)) read.set(path, valueAt(data, path));
        continue;
      }
      for (const [path, value] of valuesOfHole(text, hole, schema))
        if (!read.has(path)) read.set(path, value);
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
