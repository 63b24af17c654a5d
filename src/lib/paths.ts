import type { DataSchema } from './schema.ts';

/** Paths of values, as the interface names them: `parties[0].fullName`. Runs in Node and in a browser. */

export type Data = Readonly<Record<string, unknown>>;

/** Whether it is an object of fields, and no list. */
export function isFields(value: unknown): value is Data {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Lists longer than a body may have. */
const MAX_INDEX = 2_000;

/** A step of a path: the name of a field, or the index in a list. */
export type Step = string | number;

/** `parties[0].fullName` → `parties`, 0, `fullName` */
export function stepsOf(path: string): Step[] {
  return Array.from(path.matchAll(/\[(\d{1,4})\]|([^.[\]]+)/g), ([, index, name = '']) =>
    index === undefined ? name : Number(index),
  );
}

/** `parties`, 0, `fullName` → `parties[0].fullName`; no steps → "" */
export function pathOf(steps: readonly Step[]): string {
  return steps.reduce<string>(pathBelow, '');
}

/** Path of an entry or of a field: `parties`, 0 → `parties[0]` */
export function pathBelow(path: string, step: Step): string {
  if (typeof step === 'number') return `${path}[${step}]`;
  return path === '' ? step : `${path}.${step}`;
}

/** Path of the enclosing value: `parties[0].definition` → `parties[0]` → `parties` → "" */
export function pathAbove(path: string): string {
  return path.replace(/\[\d+\]$|\.?[^.[\]]*$/, '');
}

/** Each of these costs a digest of every value of a list. */
const MAX_BESIDE = 20;

/** Paths of the same field in the entries beside one, the nearest first, up to 20 away: `a[1].b` → `a[2].b`, `a[0].b`, … */
export function pathsBeside(path: string): string[] {
  const steps = stepsOf(path);
  const last = steps.findLastIndex((step) => typeof step === 'number');
  // Not a number for a path without an entry, which has none beside it.
  const index = Number(steps[last]);
  const away = Array.from({ length: MAX_BESIDE }, (_, at) => [index + at + 1, index - at - 1]);
  return away
    .flat()
    .filter((one) => one >= 0)
    .map((one) => pathOf(steps.with(last, one)));
}

/** The schema of an entry, or of a field of an object; undefined for none. */
export function schemaBelow(schema: DataSchema | undefined, step: Step): DataSchema | undefined {
  if (typeof step === 'number') return step > MAX_INDEX ? undefined : schema?.items;
  const properties = schema?.properties;
  return properties && Object.hasOwn(properties, step) ? properties[step] : undefined;
}

/** The schema of a path; undefined when no field has it. */
export function schemaAt(schema: DataSchema, path: string): DataSchema | undefined {
  return stepsOf(path).reduce<DataSchema | undefined>(schemaBelow, schema);
}

/** The schema of a field that a cell can hold; undefined for a path that leads to none. */
export function fieldAt(schema: DataSchema, path: string): DataSchema | undefined {
  const field = schemaAt(schema, path);
  return field?.type === 'object' || field?.type === 'array' ? undefined : field;
}

/**
 * Every schema below one, by its path, with the one that it is of: the fields of an object, the entries of a list.
 * @param entriesOf the steps to the entries of the list at a path; by default one for all of them, `parties[].fullName`
 */
export function* schemasBelow(
  schema: DataSchema,
  entriesOf: (path: string, list: DataSchema) => readonly string[] = () => ['[]'],
  path = '',
): Generator<[path: string, schema: DataSchema, owner: DataSchema]> {
  const { items, properties = {} } = schema;
  const fields = Object.entries(properties).map(([name, field]) => [pathBelow(path, name), field] as const);
  const entries =
    items === undefined ? [] : entriesOf(path, schema).map((step) => [path + step, items] as const);
  for (const [at, below] of [...fields, ...entries]) {
    yield [at, below, schema];
    yield* schemasBelow(below, entriesOf, at);
  }
}

export function valueAt(data: unknown, path: string): unknown {
  return stepsOf(path).reduce<unknown>(
    (at, step) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, step)
        ? (at as Record<Step, unknown>)[step]
        : undefined,
    data,
  );
}

/**
 * A copy with another value; lists and objects on the way are made. Undefined leaves the field out, and an entry of a list
 * without a value is an empty text.
 */
export function withValue(data: Data, path: string, value: unknown): Data {
  return placed(data, stepsOf(path), value) as Data;
}

function placed(owner: unknown, [step, ...rest]: readonly Step[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    if (step > MAX_INDEX) return owner;
    const list = Array.isArray(owner) ? [...owner] : [];
    while (list.length < step) list.push(typeof rest[0] === 'string' ? {} : '');
    list[step] = placed(list[step], rest, value) ?? '';
    return list;
  }
  const fields = new Map(typeof owner === 'object' && owner !== null ? Object.entries(owner) : []);
  const inner = placed(fields.get(step), rest, value);
  if (inner === undefined) fields.delete(step);
  else fields.set(step, inner);
  return Object.fromEntries(fields);
}

/** A copy without an entry of a list. Those behind it come up; a list without entries is left out. */
export function withoutEntry(data: Data, path: string): Data {
  const list = valueAt(data, pathAbove(path));
  const index = stepsOf(path).at(-1);
  if (!Array.isArray(list) || typeof index !== 'number') return data;
  return withValue(data, pathAbove(path), list.length > 1 ? list.toSpliced(index, 1) : undefined);
}

/** The values of data that are neither lists nor objects, by path; null is as good as absent. */
export function* leavesOf(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* leavesOf(entry, pathBelow(path, index));
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value)) yield* leavesOf(field, pathBelow(path, name));
  } else if (value !== undefined && value !== null) yield [path, value];
}
