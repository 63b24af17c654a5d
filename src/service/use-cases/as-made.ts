import { isDeepStrictEqual } from 'node:util';
import { type Data, leavesOf, pathBelow, schemaAt, valueAt, withValue } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';
import type { DataAsMade, Reading } from '../../received/returned/read.ts';
import { placeholder, valuesOf, valuesWithin } from '../../received/returned/values/values.ts';
import type { KnownValues } from './known-values.ts';
import type { ValueDigests } from './value-digests.ts';

/** Choices with more values are not tried: a person chose one of them, and the trail is not to tell which. */
const MAX_CHOICES = 12;

/** Digests that are compared for values that do not stand in their places, on the main thread: some 150 ms. */
const MOST_TRIED = 50_000;

/**
 * The data with which a file was made: what its text shows, corrected by what is known of the values that were printed.
 */
export function dataAsMade(
  { made = {}, embedded, values, unplaced = [] }: Reading,
  schema: DataSchema,
  { digests, isPrinted, sentAt }: Omit<KnownValues, 'letterhead'>,
): DataAsMade {
  if (digests === undefined) return { data: made, unknown: [] };
  let data = withoutLeaves(made, '', digests) as Data;
  const unknown: string[] = [];
  const read = new Map(leavesOf(made));
  const texts = new Set([...read.values(), ...unplaced].filter((value) => typeof value === 'string'));
  const right = new Set([...read].flatMap(([path, value]) => (isPrinted(path, value) ? [value] : [])));
  /** What stands anywhere in the file, and then within what stands in no place of its own. */
  function* elsewhere(field: DataSchema): Generator<unknown> {
    for (const one of texts) yield* valuesOf(one, field);
    for (const one of texts) if (!right.has(one)) yield* valuesWithin(one, field);
  }
  let left = MOST_TRIED;
  const options = new Map<string, unknown[]>();
  for (const { paths, options: ways } of values)
    for (const [index, path] of paths.entries())
      options.set(path, [...(options.get(path) ?? []), ...ways.map((way) => way[index])]);
  for (const path of Object.keys(digests)) {
    const field = schemaAt(schema, path);
    if (field === undefined) continue;
    const candidates = [
      sentAt(path),
      read.get(path),
      ...(options.get(path) ?? []),
      valueAt(embedded, path),
      ...choicesOf(field),
    ];
    const isRight = (value: unknown) => value !== undefined && isPrinted(path, value);
    const text = [read.get(path), ...(options.get(path) ?? [])].find((one) => typeof one === 'string');
    const printed =
      candidates.find(isRight) ??
      valuesWithin(text ?? '', field).find(isRight) ??
      // An entry may stand in another list now, or in no list, and other words beside it.
      elsewhere(field)
        .take(left)
        .find((value) => {
          left -= 1;
          return isRight(value);
        });
    if (printed === undefined) unknown.push(path);
    // Other words may print another text around them, such as a header that has no room for them.
    const other = isText(field) ? undefined : read.get(path);
    data = withValue(data, path, printed ?? other ?? placeholder(field));
  }
  return { data, unknown };
}

/** A PDF says the same as long as it tells more of its values; then nobody knows the others. */
const MOST_READINGS = 3;

/**
 * Reads a PDF that was printed or written anew beside the values that it was made with, of which each reading may tell more: where
 * its paragraphs end is known once its values are.
 * @param first a reading beside none
 */
export async function readAnew(
  first: Reading,
  schema: DataSchema,
  known: Omit<KnownValues, 'letterhead'>,
  read: (madeWith: DataAsMade) => Promise<Reading>,
): Promise<Reading> {
  let madeWith = dataAsMade(first, schema, known);
  let reading = await read(madeWith);
  for (let round = 1; round < MOST_READINGS && madeWith.unknown.length > 0; round++) {
    const { data, unknown } = madeWith;
    const sentAt = (path: string) => (unknown.includes(path) ? known.sentAt(path) : valueAt(data, path));
    const more = dataAsMade(reading, schema, { ...known, sentAt });
    if (isDeepStrictEqual(more, madeWith)) break;
    madeWith = more;
    reading = await read(madeWith);
  }
  return reading;
}

/** The values of conditions, as far as the digests confirm one of few choices, by path. */
export function printedConditions(
  schema: DataSchema,
  digests: ValueDigests,
  isPrinted: (path: string, value: unknown) => boolean,
): Map<string, unknown> {
  const conditions = new Map<string, unknown>();
  for (const path of Object.keys(digests)) {
    const value = choicesOf(schemaAt(schema, path) ?? {}).find((one) => isPrinted(path, one));
    if (value !== undefined) conditions.set(path, value);
  }
  return conditions;
}

/** Whether a field takes any words, or a date. */
function isText({ type, enum: values }: DataSchema): boolean {
  return type === 'string' && values === undefined;
}

function choicesOf({ type, enum: values = [] }: DataSchema): readonly unknown[] {
  if (type === 'boolean') return [true, false];
  return values.length <= MAX_CHOICES ? values : [];
}

/**
 * The objects of the data and their lists, without values: a party of which nothing was given was printed too. Entries at the
 * end of a list that have values, none of which was printed, were added later.
 */
function withoutLeaves(value: unknown, path: string, digests: ValueDigests): unknown {
  if (Array.isArray(value)) {
    const isAdded = (index: number) => {
      const leaves = [...leavesOf(value[index], pathBelow(path, index))];
      return leaves.length > 0 && !leaves.some(([leaf]) => Object.hasOwn(digests, leaf));
    };
    let { length } = value;
    while (length > 0 && isAdded(length - 1)) length -= 1;
    const entries = value
      .slice(0, length)
      .map((entry, index) => withoutLeaves(entry, pathBelow(path, index), digests));
    return entries.some((entry) => entry === undefined) ? undefined : entries;
  }
  if (typeof value !== 'object' || value === null) return undefined;
  const fields = Object.entries(value).map(([name, field]) => [
    name,
    withoutLeaves(field, pathBelow(path, name), digests),
  ]);
  return Object.fromEntries(fields.filter(([, field]) => field !== undefined));
}
