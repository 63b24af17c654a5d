/** A schema of data, as it survives a structured clone. */
export interface DataSchema {
  readonly type?: string;
  readonly format?: string;
  readonly enum?: readonly string[];
  readonly choices?: readonly (readonly [string, string])[];
  readonly money?: boolean;
  readonly properties?: Readonly<Record<string, DataSchema>>;
  readonly items?: DataSchema;
  readonly maxItems?: number;
  readonly examples?: readonly unknown[];
}

export type Data = Readonly<Record<string, unknown>>;

/** "parties[0].rcName" → ["parties", 0, "rcName"] */
export function stepsOf(path: string): (string | number)[] {
  return Array.from(path.matchAll(/([^.[\]]+)|\[(\d+)\]/g), ([, name, index]) => name ?? Number(index));
}

/** The schema of a path; undefined when no field has it. */
export function schemaAt(schema: DataSchema, path: string): DataSchema | undefined {
  let found: DataSchema | undefined = schema;
  for (const step of stepsOf(path)) {
    const properties: DataSchema['properties'] = found?.properties ?? {};
    if (typeof step === 'number') found = found?.items;
    else found = Object.hasOwn(properties, step) ? properties[step] : undefined;
  }
  return found;
}

export function valueAt(data: unknown, path: string): unknown {
  let found = data;
  for (const step of stepsOf(path)) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, step)) return undefined;
    found = (found as Record<string | number, unknown>)[step];
  }
  return found;
}

/** Lists longer than a body may have. */
const MAX_INDEX = 2_000;

/** A copy with another value; undefined leaves the field out, and an entry of a list without one is an empty text. */
export function withValue(data: Data, path: string, value: unknown): Data {
  return placed(data, stepsOf(path), value) as Data;
}

function placed(owner: unknown, [step, ...rest]: readonly (string | number)[], value: unknown): unknown {
  if (step === undefined) return value;
  if (typeof step === 'number') {
    if (step > MAX_INDEX) return owner;
    const list = Array.isArray(owner) ? [...owner] : [];
    while (list.length < step) list.push(typeof rest[0] === 'string' ? {} : '');
    list[step] = placed(list[step], rest, value) ?? (typeof rest[0] === 'string' ? {} : '');
    return list;
  }
  const fields = new Map(typeof owner === 'object' && owner !== null ? Object.entries(owner) : []);
  const inner = placed(fields.get(step), rest, value);
  if (inner === undefined) fields.delete(step);
  else fields.set(step, inner);
  return Object.fromEntries(fields);
}

/** The values of data that are neither lists nor objects, by path. */
export function* leavesOf(value: unknown, path = ''): Generator<[path: string, value: unknown]> {
  if (Array.isArray(value)) {
    for (const [index, entry] of value.entries()) yield* leavesOf(entry, `${path}[${index}]`);
  } else if (typeof value === 'object' && value !== null) {
    for (const [name, field] of Object.entries(value))
      yield* leavesOf(field, path === '' ? name : `${path}.${name}`);
  } else if (value !== undefined) yield [path, value];
}
