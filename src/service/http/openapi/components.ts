import { Kind, type TSchema } from '@sinclair/typebox';
import { componentOf, SHARED_VALUES } from '../../../../schemas/shared/component.ts';
import { publishKeywords } from '../../../templating/templates/publish-schema.ts';

/** Converts values for publishing, and collects the components that they refer to. */
export class Components {
  readonly #byKind = new Map<string, Map<string, unknown>>();

  /** The value as JSON, with a reference instead of every value that `component()` has named. */
  publish(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((entry) => this.publish(entry));
    if (typeof value !== 'object' || value === null) return value;
    const name = componentOf(value);
    if (name === undefined) return this.#publishWithin(value);
    const [kind = '', key = ''] = name.split('/');
    const shared = this.#byKind.get(kind) ?? new Map<string, unknown>();
    this.#byKind.set(kind, shared);
    // Examples are published unchanged.
    if (!shared.has(key)) shared.set(key, kind === 'examples' ? value : this.#publishWithin(value));
    return { $ref: `#/components/${name}` };
  }

  /** The components by kind and name, sorted by name. */
  toJSON(): Record<string, object> {
    const sorted = (shared: ReadonlyMap<string, unknown>) =>
      Object.fromEntries([...shared].sort(([one], [other]) => (one < other ? -1 : 1)));
    return Object.fromEntries([...this.#byKind].map(([kind, shared]) => [kind, sorted(shared)]));
  }

  #publishWithin(value: object): object {
    const entries = Object.entries(plain(value)).filter(([, entry]) => entry !== undefined);
    return Object.fromEntries(
      entries.map(([key, entry]) => [
        key,
        key === 'description' && typeof entry === 'string' ? sentence(entry) : this.publish(entry),
      ]),
    );
  }
}

/** A schema with only the keywords of JSON Schema; any other value unchanged. */
function plain(value: object): object {
  if (!(Kind in value)) return value;
  const { type, enum: values, minimum, ...rest } = publishKeywords(value as TSchema);
  if (SHARED_VALUES in rest) return { ...rest, allOf: [rest[SHARED_VALUES]] };
  // `exclusiveMinimum` makes `minimum` redundant.
  return { type, ...rest, ...(rest.exclusiveMinimum === undefined && { minimum }), enum: values };
}

/**
 * Makes a sentence of the description of an input, which is also part of error messages: "expected: the id of a
 * company".
 */
function sentence(text: string): string {
  return text.endsWith('.') ? text : `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
}
