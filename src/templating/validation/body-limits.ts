import type { InvalidField } from '../../errors.ts';
import { joinPath } from './path.ts';

/** Limits of the parts of a body, whether a schema knows them or not. */
export interface BodyLimits {
  /** Maximum nesting depth; the body itself counts as 1. */
  readonly depth: number;
  /** Number of values of all types. */
  readonly values: number;
  /** Entries of a list. */
  readonly entries: number;
  /** Keys of an object. */
  readonly keys: number;
  /** Characters of a text, counted as JSON Schema's `maxLength` does: a pair of surrogates is one. */
  readonly characters: number;
  /** Texts of the body that may have any number of characters: files in base64. */
  readonly files?: readonly string[];
}

/** Limits within `BODY_LIMIT_BYTES`, for known and unknown fields alike. */
export const BODY_LIMITS: BodyLimits = {
  // Our schemas use 4. 256 KiB of brackets would be 130,000 levels, at which recursive functions overflow the stack.
  depth: 12,
  // Ten lists of maximum length; the largest sample has 65 values. Checking 20,000 takes 2 ms.
  values: 20_000,
  // 2,000 entries print in about a second; 20,000 would occupy a page for eight.
  entries: 2_000,
  // The largest schema has 36; the rest is for a caller's own keys, which are ignored.
  keys: 500,
  // About twenty pages in one paragraph; no field of a contract has that.
  characters: 65_536,
};

interface Place {
  readonly value: unknown;
  readonly depth: number;
  readonly step: string;
  readonly parent: Place | undefined;
}

/**
 * The first place where a body exceeds a limit. Walks breadth first and without recursion, since a body that is nested
 * deeply enough would overflow the stack.
 * @param body parsed JSON
 */
export function findExcess(body: unknown, limits: BodyLimits): InvalidField | undefined {
  const places: Place[] = [{ value: body, depth: 1, step: '', parent: undefined }];
  // The list grows during the loop.
  for (const place of places) {
    if (place.depth === 2 && typeof place.value === 'string' && limits.files?.includes(place.step)) continue;
    const excess = describeExcess(place, limits);
    if (excess !== undefined) return { field: pathTo(place), message: excess };
    if (!isContainer(place.value)) continue;
    for (const [step, value] of Object.entries(place.value)) {
      places.push({ value, depth: place.depth + 1, step, parent: place });
    }
    if (places.length > limits.values) {
      return { field: 'body', message: `must have at most ${limits.values} values in all` };
    }
  }
  return undefined;
}

function describeExcess({ value, depth }: Place, limits: BodyLimits): string | undefined {
  // The first comparison spares most texts the count.
  if (
    typeof value === 'string' &&
    value.length > limits.characters &&
    [...value].length > limits.characters
  ) {
    return `must have at most ${limits.characters} characters`;
  }
  if (!isContainer(value)) return undefined;
  if (depth > limits.depth) return `must be nested at most ${limits.depth} levels deep`;
  if (Array.isArray(value)) {
    return value.length > limits.entries ? `must have at most ${limits.entries} entries` : undefined;
  }
  return Object.keys(value).length > limits.keys ? `must have at most ${limits.keys} keys` : undefined;
}

function isContainer(value: unknown): value is object {
  return typeof value === 'object' && value !== null;
}

/** Keys of schemas match this. Other keys may be anything of any length, and are not repeated to the caller. */
const NAMEABLE = /^\w{1,64}$/;

/** The path to a place, relative to `data` where it is inside. */
function pathTo(place: Place): string {
  const steps: string[] = [];
  for (let here = place; here.parent !== undefined; here = here.parent) {
    steps.unshift(NAMEABLE.test(here.step) ? here.step : '…');
  }
  return joinPath(steps.length > 1 && steps[0] === 'data' ? steps.slice(1) : steps);
}
