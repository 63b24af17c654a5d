import type { Paragraph, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';

/** What the paragraphs of an exact document have become, and those that were added to it. */
export class Copies {
  readonly #copies = new Map<Paragraph, Paragraph>();
  readonly #added: Paragraph[] = [];

  /** A paragraph of the exact document as it is now. */
  copy(paragraph: Paragraph, runs: Run[]): Paragraph {
    const copy = { ...paragraph, runs };
    // A paragraph that was split has its link targets and what refers to it in the first part.
    if (this.#copies.has(paragraph)) return this.like(paragraph, runs);
    this.#copies.set(paragraph, copy);
    return copy;
  }

  /** What a paragraph of the exact document has become; undefined if it is gone. */
  of(paragraph: Paragraph): Paragraph | undefined {
    return this.#copies.get(paragraph);
  }

  /** A new paragraph. */
  like(paragraph: Paragraph, runs: Run[], markBy?: Revision): Paragraph {
    const format = { ...paragraph.format, pageBreakBefore: false };
    const added = { ...paragraph, format, ids: [], runs, markBy };
    this.#added.push(added);
    return added;
  }

  /** Lets all of them belong to the clauses of the text as it is now, when there are no more to come. */
  rejoin(): void {
    for (const paragraph of [...this.#copies.values(), ...this.#added]) this.#rejoin(paragraph);
  }

  #rejoin(paragraph: Paragraph): void {
    const now = (other: Paragraph | undefined) => other && (this.#copies.get(other) ?? other);
    const { clause, number } = paragraph;
    Object.assign(paragraph, {
      clause: now(clause),
      number: number && { ...number, parent: now(number.parent) },
    });
  }
}
