import type { GivenValues } from '../html/given.ts';
import type { Scope } from './scope.ts';
import { type Place, TemplateFault } from './template-error.ts';
import { Safe } from './values.ts';

/**
 * What one document may cost. Measured: the agreements take about 600 steps and print 34,000 characters. A list that
 * fills a body of BODY_LIMIT_BYTES (1 MiB by default) may come as one text, with its markup and each `&` as `&amp;`.
 */
export const LIMITS = {
  steps: 300_000,
  outputCharacters: 12 * 1024 * 1024,
  stringCharacters: 6 * 1024 * 1024,
  arrayItems: 20_000,
  macroDepth: 32,
} as const;

/** Text that one step pays for, so that long strings cannot make cheap steps dear. */
const CHARACTERS_PER_STEP = 64;

/** What a run notes of the values that it prints. */
export interface Notes {
  /** Receives the fields whose values are printed. */
  readonly printed?: Set<string> | undefined;
  /** Marks the values in what is printed. */
  readonly given?: GivenValues | undefined;
}

/** One template being rendered: its output so far and what it has spent. */
export class Run {
  /** The statement under way, for the error that it may become. */
  place: Place;
  /** Root scopes of the parts whose macros were called, by the part's name. */
  readonly modules = new Map<string, Scope>();
  /** What is noted of the values that are printed, for whoever asks for it. */
  readonly notes: Notes;
  #steps = 0;
  #printed = 0;
  #depth = 0;
  #output = '';

  constructor(place: Place, notes: Notes = {}) {
    this.place = place;
    this.notes = notes;
  }

  step(): void {
    if (++this.#steps > LIMITS.steps) {
      throw new TemplateFault(`the template takes more than ${LIMITS.steps} steps; loop over less`);
    }
  }

  /**
   * Pays for a value before it is read or joined: a text by its characters, a list by all the items and texts in it.
   * Refuses what is too long to be held, or to be joined into one text.
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

  print(html: string): void {
    this.#printed += html.length;
    if (this.#printed > LIMITS.outputCharacters) {
      throw new TemplateFault(
        `the document is longer than ${LIMITS.outputCharacters} characters of HTML; print less`,
      );
    }
    this.#output += html;
  }

  /** Runs a body and gives what it printed, in place of printing it. */
  capture(body: () => void): Safe {
    const outer = this.#output;
    this.#output = '';
    body();
    const inner = this.#output;
    this.#output = outer;
    return new Safe(inner);
  }

  /** Runs a macro's body one level deeper. */
  call(body: () => void): Safe {
    if (++this.#depth > LIMITS.macroDepth) {
      throw new TemplateFault(
        `macros call each other more than ${LIMITS.macroDepth} deep; a macro may not call itself without end`,
      );
    }
    const printed = this.capture(body);
    this.#depth--;
    return printed;
  }
}

/** Characters of a text; characters and items of a list, with all that is in the lists in it. */
function lengthOf(value: unknown): number {
  const size = { items: 0, characters: 0 };
  addSize(value, size);
  return size.items + size.characters;
}

/** Ends as soon as there is too much: a template can put a list into itself many times over. */
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

export function checkItems(items: number): void {
  if (items > LIMITS.arrayItems) {
    throw new TemplateFault(`a list is longer than ${LIMITS.arrayItems} items; shorten it`);
  }
}
