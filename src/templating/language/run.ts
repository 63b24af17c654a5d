import type { GivenMarks } from './given.ts';
import type { Origins } from './origins.ts';
import type { Scope } from './scope.ts';
import { TemplateFault, type TextPlace } from './template-error.ts';
import { Safe } from './values.ts';

/**
 * Limits of one document. Measured: the agreements take about 600 steps and print 34,000 characters. The highest
 * BODY_LIMIT_BYTES would allow a list that prints as one text of several MiB, with its markup and each `&` as `&amp;`.
 */
export const LIMITS = {
  steps: 300_000,
  outputCharacters: 12 * 1024 * 1024,
  stringCharacters: 6 * 1024 * 1024,
  arrayItems: 20_000,
  macroDepth: 32,
} as const;

/** Characters that one step pays for, so that long strings cost steps. */
const CHARACTERS_PER_STEP = 64;

/** What a run records about the values that it prints. */
export interface Notes {
  /** Collects the fields whose values are printed. */
  readonly printed?: Set<string> | undefined;
  readonly given?: GivenMarks | undefined;
  /** Marks the static words, and notes where values are printed. */
  readonly origins?: Origins | undefined;
}

/** The state of a template being rendered: its output, and the steps it has used. */
export class Run {
  /** The current statement, for errors. */
  place: TextPlace;
  /** Global scopes of the parts whose macros were called, by name of the part. */
  readonly modules = new Map<string, Scope>();
  /** What is recorded about printed values, when requested. */
  readonly notes: Notes;
  #steps = 0;
  #printed = 0;
  #depth = 0;
  #output = '';

  constructor(place: TextPlace, notes: Notes = {}) {
    this.place = place;
    this.notes = notes;
  }

  step(): void {
    if (++this.#steps > LIMITS.steps) {
      throw new TemplateFault(`the template takes more than ${LIMITS.steps} steps; loop over less`);
    }
  }

  /**
   * Pays for reading a value: a text by its characters, a list by all of its items and texts. Refuses values that are
   * too large to keep or to join.
   */
  handle(value: unknown): void {
    const length = lengthOf(value);
    if (length < CHARACTERS_PER_STEP) return;
    this.#steps += Math.ceil(length / CHARACTERS_PER_STEP);
    this.step();
  }

  /** Applies a filter, test or operator: pays for its operands before it reads them, and for its result. */
  apply<Result>(operation: (...operands: unknown[]) => Result, ...operands: unknown[]): Result {
    this.step();
    for (const operand of operands) this.handle(operand);
    const result = operation(...operands);
    this.handle(result);
    return result;
  }

  /** @param length without marks */
  print(html: string, length = html.length): void {
    this.#printed += length;
    if (this.#printed > LIMITS.outputCharacters) {
      throw new TemplateFault(
        `the document is longer than ${LIMITS.outputCharacters} characters of HTML; print less`,
      );
    }
    this.#output += html;
  }

  /** Runs a body and returns its output. */
  capture(body: () => void): Safe {
    const outer = this.#output;
    this.#output = '';
    body();
    const inner = this.#output;
    this.#output = outer;
    return new Safe(inner);
  }

  /** Runs a macro's body, one call deeper. */
  call(body: () => void): Safe {
    if (++this.#depth > LIMITS.macroDepth) {
      throw new TemplateFault(
        `macros call each other more than ${LIMITS.macroDepth} deep; a macro may not call itself endlessly`,
      );
    }
    const printed = this.capture(body);
    this.#depth--;
    return printed;
  }
}

/** Number of characters in a text; of characters and items in a list, including nested lists. */
function lengthOf(value: unknown): number {
  if (typeof value === 'string') {
    checkText(value.length);
    return value.length;
  }
  if (typeof value !== 'object') return 0;
  const size = { items: 0, characters: 0 };
  addSize(value, size);
  return size.items + size.characters;
}

/** Stops as soon as a limit is exceeded: a template can put a list into itself many times over. */
function addSize(value: unknown, size: { items: number; characters: number }): void {
  if (typeof value === 'string') size.characters += value.length;
  else if (value instanceof Safe) size.characters += value.html.length;
  else if (Array.isArray(value)) {
    size.items += value.length;
    checkItems(size.items);
    for (const item of value) addSize(item, size);
  }
  checkText(size.characters);
}

export function checkText(characters: number): void {
  if (characters > LIMITS.stringCharacters) {
    throw new TemplateFault(`a text grows beyond ${LIMITS.stringCharacters} characters; print it in pieces`);
  }
}

function checkItems(items: number): void {
  if (items > LIMITS.arrayItems) {
    throw new TemplateFault(`a list is longer than ${LIMITS.arrayItems} items; shorten it`);
  }
}
