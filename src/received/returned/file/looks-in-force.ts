import { factsOf, type LookFacts, lookOf } from './looks.ts';
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

  /** The looks of a paragraph by its style and its list, of which its own is the stronger one, and by itself. */
  ofParagraph(properties: XmlElement | undefined, list: LookFacts | undefined): LookFacts {
    const { looks } = this.#styles;
    // What names a style that the file does not have has the default one.
    const style = this.named(properties, 'w:pStyle') ?? looks.get('');
    const isListed = childAt(properties, 'w:numPr') !== undefined;
    return { ...(isListed ? { ...style, ...list } : { ...list, ...style }), ...factsOf(properties) };
  }

  of(text: string): Look | undefined {
    return lookOf(this.#facts, text, this.#styles.theme);
  }
}
