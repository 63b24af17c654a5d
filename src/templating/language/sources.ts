import type { SourcePlace } from '../../lib/origin-table.ts';
import type { GivenSource } from './given.ts';

/**
 * Where a value comes from: the path of a field of the data; for a text made of several values, its parts; for an object
 * literal of the template, the fields by key.
 */
export type Source = string | Joined | Map<string, Source>;

/** The source of a text that is made of several values. */
export interface Joined {
  /** The field or fields that the whole text stands for; undefined if it stands for none of them. */
  readonly whole: GivenSource | undefined;
  /** The values in order, which together were the text before later filters; of a text with very many, the first. */
  readonly parts: readonly Sourced[];
}

/**
 * What an expression gives: in a loop over `parties`, `one.rcName | trim` comes from `parties[0].rcName`, whether that is
 * present or not. A blank needs it to name the missing field. Values that are no fields have no source: literals, sums,
 * captured texts.
 */
export interface Sourced {
  readonly value: unknown;
  readonly source: Source | undefined;
  /** Of a text in quotes that is printed as it is written: where its words begin. */
  readonly at?: SourcePlace | undefined;
}

/** Longer than any field path of a schema; a template could build paths without end. */
const MAX_PATH_CHARACTERS = 256;
/** A name consists of two fields, an address of some more; a loop could join any number. */
const MAX_FIELDS = 8;
/** Parts of a text, what stands between them included. */
const MAX_PARTS = 500;

/** A value that is not a field. */
export function bare(value: unknown): Sourced {
  return { value, source: undefined };
}

/** The source of a property, or of an entry of a list. */
export function memberOf(owner: Source | undefined, key: unknown): Source | undefined {
  if (owner === undefined) return undefined;
  if (owner instanceof Map) return typeof key === 'string' ? owner.get(key) : undefined;
  if (typeof owner !== 'string') return undefined;
  if (owner.length > MAX_PATH_CHARACTERS) return undefined;
  if (typeof key === 'number') return `${owner}[${key}]`;
  return typeof key === 'string' ? `${owner}.${key}` : undefined;
}

export function joined(one: Sourced, other: Sourced): Source | undefined {
  const fields = [one, other].flatMap(({ source }) => textSourceOf(source) ?? []);
  const parts = [one, other].flatMap(partsOf);
  if (parts.every(({ source }) => source === undefined)) return undefined;
  return madeOf(parts, fields.length === 0 ? undefined : fields.slice(0, MAX_FIELDS));
}

/** The source of a text that is made of these values. */
export function madeOf(parts: readonly Sourced[], whole: GivenSource | undefined): Joined {
  return { whole, parts: parts.slice(0, MAX_PARTS) };
}

function partsOf(sourced: Sourced): readonly Sourced[] {
  const { source } = sourced;
  if (source === undefined || typeof source === 'string') return [sourced];
  return source instanceof Map ? [bare(sourced.value)] : source.parts;
}

/** The field or fields of a text, unless the source is an object literal. */
export function textSourceOf(source: Source | undefined): GivenSource | undefined {
  if (source === undefined || typeof source === 'string') return source;
  return source instanceof Map ? undefined : source.whole;
}

/** The field of a source, unless there are several. */
export function fieldOf(source: Source | undefined): string | undefined {
  const field = textSourceOf(source);
  return typeof field === 'string' ? field : undefined;
}
