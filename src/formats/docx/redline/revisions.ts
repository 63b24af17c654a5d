import { escapeXml } from '../../../templating/html/xml-text.ts';

import type { Revision } from '../model/revision.ts';

export type Change = 'inserted' | 'deleted';

const ELEMENTS: Readonly<Record<Change, string>> = { inserted: 'w:ins', deleted: 'w:del' };

/** Writes what marks a tracked change (ISO 29500-1, 17.13.5). Each mark has a number of its own in the file. */
export class Revisions {
  readonly #revision: Revision;
  readonly #next: () => number;

  /**
   * @param revision of every change that is not said to be by somebody else
   * @param next returns a new number for each mark
   */
  constructor(revision: Revision, next: () => number) {
    this.#revision = revision;
    this.#next = next;
  }

  /** A mark without content: that of a paragraph mark or a table row. */
  mark(change: Change, by?: Revision): string {
    return `<${ELEMENTS[change]} ${this.#own(by)}/>`;
  }

  /** Runs that are inserted or deleted. */
  runs(change: Change, runs: string, by?: Revision): string {
    return runs === '' ? '' : `<${ELEMENTS[change]} ${this.#own(by)}>${runs}</${ELEMENTS[change]}>`;
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

  #own({ author, at } = this.#revision): string {
    const date = at === undefined ? '' : ` w:date="${at}"`;
    return `w:id="${this.#next()}" w:author="${escapeXml(author)}"${date}`;
  }
}
