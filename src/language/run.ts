import type { Scope } from './scope.ts';
import { type Place, TemplateFault } from './template-error.ts';
import { Safe } from './values.ts';

/** What one document may cost. Measured: the agreements take about 600 steps and print 34,000 characters. */
export const LIMITS = {
  steps: 300_000,
  outputCharacters: 4 * 1024 * 1024,
  stringCharacters: 1024 * 1024,
  arrayItems: 20_000,
  macroDepth: 32,
} as const;

/** Text that one step pays for, so that long strings cannot make cheap steps dear. */
const CHARACTERS_PER_STEP = 64;

/** One template being rendered: its output so far and what it has spent. */
export class Run {
  /** The statement under way, for the error that it may become. */
  place: Place;
  /** Root scopes of the parts whose macros were called, by the part's name. */
  readonly modules = new Map<string, Scope>();
  #steps = 0;
  #printed = 0;
  #depth = 0;
  #output = '';

  constructor(place: Place) {
    this.place = place;
  }

  step(): void {
    if (++this.#steps > LIMITS.steps) {
      throw new TemplateFault(`the template takes more than ${LIMITS.steps} steps; loop over less`);
    }
  }

  /** Pays for handling this much text or this many items, and refuses what is too long to be held. */
  handle(value: unknown): void {
    const length = typeof value === 'string' || Array.isArray(value) ? value.length : 0;
    if (length < CHARACTERS_PER_STEP) return;
    if (typeof value === 'string') checkText(length);
    else checkItems(length);
    this.#steps += Math.ceil(length / CHARACTERS_PER_STEP);
    this.step();
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
