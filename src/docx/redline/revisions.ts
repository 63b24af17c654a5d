import { escapeXml } from '../../html/xml-text.ts';

/** Who made the changes, and when: "2026-11-22T18:00:00Z". */
export interface Revision {
  readonly author: string;
  readonly at: string;
}

export type Change = 'inserted' | 'deleted';

const ELEMENTS: Readonly<Record<Change, string>> = { inserted: 'w:ins', deleted: 'w:del' };

/** Writes what marks a tracked change (ISO 29500-1, 17.13.5). Each mark has a number of its own in the file. */
export class Revisions {
  readonly #attributes: string;
  readonly #next: () => number;

  /** @param next returns a new number for each mark */
  constructor({ author, at }: Revision, next: () => number) {
    this.#attributes = `w:author="${escapeXml(author)}" w:date="${at}"`;
    this.#next = next;
  }

  /** A mark without content: that of a paragraph mark or a table row. */
  mark(change: Change): string {
    return `<${ELEMENTS[change]} ${this.#own()}/>`;
  }

  /** Runs that are inserted or deleted. */
  runs(change: Change, runs: string): string {
    return runs === '' ? '' : `<${ELEMENTS[change]} ${this.#own()}>${runs}</${ELEMENTS[change]}>`;
  }

  /**
   * Adds to properties what they were.
   * @param name "w:pPr"
   * @param now their children now
   * @param before their children in `from`
   * @returns the children; `now` itself when nothing has changed
   */
  properties(name: string, now: string, before: string): string {
    return now + this.change(name, now, before);
  }

  /** What properties were; "" when they have not changed. */
  change(name: string, now: string, before: string): string {
    return now === before ? '' : `<${name}Change ${this.#own()}><${name}>${before}</${name}></${name}Change>`;
  }

  /** The columns of a table; their change has neither author nor date. */
  grid(now: string, before: string): string {
    if (now === before) return now;
    return `${now}<w:tblGridChange w:id="${this.#next()}"><w:tblGrid>${before}</w:tblGrid></w:tblGridChange>`;
  }

  #own(): string {
    return `w:id="${this.#next()}" ${this.#attributes}`;
  }
}
