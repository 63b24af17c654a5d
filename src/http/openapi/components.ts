import { Kind, type TSchema } from '@sinclair/typebox';
import { componentOf, SHARED_VALUES } from '../../../schemas/shared/component.ts';
import { publishKeywords } from '../../templates/publish-schema.ts';

/** Makes values fit for publishing, and keeps what several of them share: written once, and referred to. */
export class Components {
  readonly #byKind = new Map<string, Map<string, unknown>>();

  /** The value in JSON, with a reference in the place of everything that `component()` has named. */
  publish(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.publish(entry));
    if (typeof value !== 'object' || value === null) return value;
    const name = componentOf(value);
    if (name === undefined) return this.#publishWithin(value);
    const [kind = '', key = ''] = name.split('/');
    const shared = this.#byKind.get(kind) ?? new Map<string, unknown>();
    this.#byKind.set(kind, shared);
    // What is sent as an example is sent as it stands.
    if (!shared.has(key)) shared.set(key, kind === 'examples' ? value : this.#publishWithin(value));
    return { $ref: `#/components/${name}` };
  }

  /** By kind and name, in the order of the names. */
  toJSON(): Record<string, object> {
    const sorted = (shared: ReadonlyMap<string, unknown>) =>
      Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
    return Object.fromEntries([...this.#byKind].map(([kind, shared]) => [kind, sorted(shared)]));
  }

  #publishWithin(value: object): object {
    const entries = Object.entries(plain(value)).filter(([key, entry]) => saysSomething(key, entry));
    return Object.fromEntries(
      entries.map(([key, entry]) => [
        key,
        key === 'description' && typeof entry === 'string' ? sentence(entry) : this.publish(entry),
      ]),
    );
  }
}

/** OpenAPI 3.1 describes bytes by their content type alone: their schema has no keyword. */
function saysSomething(key: string, entry: unknown): boolean {
  return entry !== undefined && !(key === 'schema' && Object.keys(entry as object).length === 0);
}

/** A schema in the keywords of JSON Schema alone; anything else as it is. */
function plain(value: object): object {
  if (!(Kind in value)) return value;
  const { type, enum: values, minimum, ...rest } = publishKeywords(value as TSchema);
  if (SHARED_VALUES in rest) return { ...rest, allOf: [rest[SHARED_VALUES]] };
  // Of two lower limits, the one that says more.
  return { type, ...rest, ...(rest.exclusiveMinimum === undefined && { minimum }), enum: values };
}

/** The description of an input is part of an error message, "expected: the id of a company", and no sentence there. */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
