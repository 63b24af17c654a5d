import { factsOf, type LookFacts, lookOf } from './looks.ts';
import type { StyleFacts } from './styles.ts';
import type { Look } from './word-model.ts';
import { childAt, type XmlElement } from './xml.ts';

const NAMING = { paragraph: 'w:pStyle', character: 'w:rStyle', table: 'w:tblStyle' } as const;

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

  /** The looks of the style that properties name, or else, or if the file does not have it, of that of those that name none. */
  named(
    properties: XmlElement | undefined,
    kind: 'paragraph' | 'character' | 'table',
  ): LookFacts | undefined {
    const { looks, unnamed } = this.#styles;
    const name = childAt(properties, NAMING[kind])?.attributes['w:val'];
    return looks.get(name ?? '') ?? looks.get(unnamed.get(kind) ?? '');
  }

  /** The looks of a paragraph by its style and its list, of which its own is the stronger one, and by itself. */
  ofParagraph(properties: XmlElement | undefined, list: LookFacts | undefined): LookFacts {
    const style = this.named(properties, 'paragraph');
    const isListed = childAt(properties, 'w:numPr') !== undefined;
    return { ...(isListed ? { ...style, ...list } : { ...list, ...style }), ...factsOf(properties) };
  }

  of(text: string): Look | undefined {
    return lookOf(this.#facts, text, this.#styles.theme);
  }
}
