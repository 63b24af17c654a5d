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
  /** Fields of the body whose text, or the texts in which, may have any number of characters. */
  readonly longTexts?: readonly string[] | undefined;
  /** Bytes of all but the long texts. */
  readonly bytes?: number | undefined;
}

/** Limits within `BODY_LIMIT_BYTES`, for known and unknown fields alike (scan-json.ts). */
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
