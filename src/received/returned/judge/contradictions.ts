import { type Data, schemaAt, valueAt, withValue } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import { conditionsOf } from '../fit/fields.ts';
import type { Statement } from '../reading.ts';
import type { Unit } from '../text/expected.ts';
import { keysOf, tokensOf } from '../text/marked-text.ts';
import { alike } from '../values/values.ts';

/** What stands at a place where the text prints a value. */
export interface ReadPlace {
  readonly paths: readonly string[];
  /** What it may stand for: a value for each path. */
  readonly options: readonly (readonly unknown[])[];
  readonly isFilledIn: boolean;
  readonly text: string;
  readonly clause: string;
  /** Which hole it is; undefined for several holes that are read together. */
  readonly hole: { readonly unit: number; readonly index: number } | undefined;
  /** Whether the words around it are those of the text, so that nothing else is said of what stands there. */
  readonly isCertain: boolean;
}

/** A field of which a file says several things in several places. */
export interface Contradiction {
  readonly values: readonly unknown[];
  readonly says: readonly Statement[];
}

interface Printed {
  /** With which the text was made. */
  readonly data: Data;
  readonly units: readonly Unit[];
}

/**
 * The fields of which the places of a file say different things, by path: no value prints all of them. A value that is
 * printed in other words elsewhere, such as in capitals, is the same one.
 * @param print the text of data
 */
export function contradictionsIn(
  places: readonly ReadPlace[],
  made: Printed,
  schema: DataSchema,
  print: (data: Data) => readonly Unit[] | undefined,
): Map<string, Contradiction> {
  const certain = places.filter(({ isCertain }) => isCertain);
  const ofPath = new Map<string, ReadPlace[]>();
  for (const place of certain)
    for (const path of place.paths) ofPath.set(path, [...(ofPath.get(path) ?? []), place]);
  const found = new Map<string, Contradiction>();
  for (const [path, own] of ofPath) {
    if (own.length < 2 || own.every(({ text }) => text === '') || own.every((place) => isAsMade(place, made)))
      continue;
    const values = candidatesOf(path, own, made, schema);
    const saysIt = (place: ReadPlace, value: unknown) =>
      own.some(({ isFilledIn }) => isFilledIn)
        ? optionsAt(place, path).some((option) => alike(String(option)) === alike(String(value)))
        : optionsAt(place, path).includes(value);
    if (values.some((value) => own.every((place) => saysIt(place, value)))) continue;
    const now = dataNow(made.data, certain);
    const isOne = values.some((value) => {
      const units = print(withValue(now, path, value)) ?? [];
      return own.every((place) => saysIt(place, value) || isAsMade(place, { ...made, units }, made.units));
    });
    if (isOne) continue;
    const says = own.map(({ clause, text }) => ({ clause, text }));
    found.set(path, { values, says: says.filter((one, at) => says.findIndex(isSameStatement(one)) === at) });
  }
  return found;
}

/** Whether a place has what the text prints there. @param shape the text of which the place is known */
function isAsMade({ hole, text }: ReadPlace, { units }: Pick<Printed, 'units'>, shape = units): boolean {
  if (hole === undefined) return false;
  const unit = units[hole.unit];
  return unit?.key === shape[hole.unit]?.key && areSame(unit?.holes[hole.index]?.text ?? '', text);
}

function candidatesOf(
  path: string,
  own: readonly ReadPlace[],
  { data }: Printed,
  schema: DataSchema,
): readonly unknown[] {
  const conditions = conditionsOf(schemaAt(schema, path) ?? {});
  const all = [valueAt(data, path), ...own.flatMap((place) => optionsAt(place, path)), ...conditions];
  return [...new Set(all)].filter((value) => value !== undefined);
}

function optionsAt({ paths, options, text }: ReadPlace, path: string): unknown[] {
  const index = paths.indexOf(path);
  if (options.length === 0 && text !== '') return [text];
  return options.map((option) => option[index]);
}

/** The data with what the places of single values say. */
function dataNow(data: Data, places: readonly ReadPlace[]): Data {
  let now = data;
  for (const { paths, options } of places) {
    const [path = ''] = paths;
    if (paths.length === 1 && options[0] !== undefined) now = withValue(now, path, options[0][0]);
  }
  return now;
}

function isSameStatement({ clause, text }: Statement): (other: Statement) => boolean {
  return (other) => other.clause === clause && other.text === text;
}

function areSame(one: string, other: string): boolean {
  return keysOf(tokensOf(one).list) === keysOf(tokensOf(other).list);
}
