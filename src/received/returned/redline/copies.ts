import type { Block, Paragraph, Row, Run } from '../../../formats/docx/model/model.ts';
import type { Revision } from '../../../formats/docx/model/revision.ts';

/** What the parts of an exact document have become, and the paragraphs that were added to it. */
export class Copies {
  readonly #copies = new Map<Block | Row, Block | Row>();
  /** All paragraphs that there are now. */
  readonly #paragraphs: Paragraph[] = [];

  /** A paragraph of the exact document as it is now. */
  copy(paragraph: Paragraph, runs: Run[]): Paragraph {
    const copy = { ...paragraph, runs };
    // A paragraph that was split has its link targets and what refers to it in the first part.
    if (this.#copies.has(paragraph)) return this.like(paragraph, runs);
    this.#paragraphs.push(copy);
    return this.pair(paragraph, copy);
  }

  /** A table or row of the exact document as it is now. */
  pair<One extends Block | Row>(from: One, to: One): One {
    this.#copies.set(from, to);
    return to;
  }

  /** What a part of the exact document has become; undefined if it is gone. */
  of<One extends Block | Row>(part: One): One | undefined {
    return this.#copies.get(part) as One | undefined;
  }

  /** A new paragraph. */
  like(paragraph: Paragraph, runs: Run[], markBy?: Revision): Paragraph {
    const format = { ...paragraph.format, pageBreakBefore: false };
    const added = { ...paragraph, format, ids: [], runs, markBy };
    this.#paragraphs.push(added);
    return added;
  }

  /** Lets all of them belong to the clauses of the text as it is now, when there are no more to come. */
  rejoin(): void {
    for (const paragraph of this.#paragraphs) this.#rejoin(paragraph);
  }

  #rejoin(paragraph: Paragraph): void {
    const now = (other: Paragraph | undefined) => other && (this.of(other) ?? other);
    const { clause, number } = paragraph;
    Object.assign(paragraph, {
      clause: now(clause),
      number: number && { ...number, parent: now(number.parent) },
    });
  }
}
