import { type LookFacts, lookOf } from './looks.ts';
import type { StyleFacts } from './styles.ts';
import type { Look } from './word-model.ts';
import { childAt, type XmlElement } from './xml.ts';

/** The looks of the table, the cell, the paragraph and the run that are read. */
export class LooksInForce {
  readonly #styles: StyleFacts;
  #facts: LookFacts;

  constructor(styles: StyleFacts) {
    this.#styles = styles;
    this.#facts = styles.defaults;
  }

  /** Reads what has the looks of what stands around it, and its own. */
  with<Result>(own: LookFacts, read: () => Result): Result {
    const outer = this.#facts;
    this.#facts = { ...outer, ...own };
    const result = read();
    this.#facts = outer;
    return result;
  }

  /** The looks of a style by its name; "" is that of paragraphs. */
  named(properties: XmlElement | undefined, name: string): LookFacts | undefined {
    const style = childAt(properties, name)?.attributes['w:val'] ?? '';
    return style === '' ? undefined : this.#styles.looks.get(style);
  }

  of(text: string): Look | undefined {
    return lookOf(this.#facts, text, this.#styles.theme);
  }
}
