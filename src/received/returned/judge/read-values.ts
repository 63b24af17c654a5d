import { leavesOf } from '../../../lib/paths.ts';
import type { FoundLine } from '../align/lines.ts';
import type { ReturnedControl } from '../file/word-model.ts';
import type { Fit } from '../fit/fit.ts';
import { pathsShownIn } from '../fit/hole-values.ts';
import type { ExactText, Reading, ReadValue } from '../reading.ts';
import { conditionValue } from './condition-value.ts';
import { contradictionsIn, type ReadPlace } from './contradictions.ts';
import { readPlaces } from './read-places.ts';

/** The values that a Word file has at the holes of its text, with the tracked changes accepted, and the blanks that are empty. */
export function readValues(
  fit: Fit,
  lines: readonly FoundLine[],
  controls: readonly ReturnedControl[],
  exact: ExactText,
): Pick<Reading, 'values' | 'blanks'> {
  const { places, blanks, ticked, currencies } = readPlaces(fit, lines, controls, exact);
  const { data, units, ties } = fit;
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
    const shown = units.some(({ holes }) =>
      holes.some((hole) => pathsShownIn(hole, exact.schema).includes(path)),
    );
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

/** What a place says of other paths than these. */
function without(place: ReadPlace, paths: ReadonlyMap<string, unknown>): ReadPlace {
  const indexes = [...place.paths.keys()].filter((index) => !paths.has(place.paths[index] ?? ''));
  if (indexes.length === place.paths.length) return place;
  const only = <One>(list: readonly One[]) => indexes.map((index) => list[index] as One);
  return { ...place, paths: only(place.paths), options: place.options.map(only) };
}
