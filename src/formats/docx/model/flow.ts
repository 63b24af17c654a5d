import { Gap } from './gap.ts';
import type { Block, Paragraph, Table } from './model.ts';

/**
 * The blocks of the body or of one table cell, in order, with the white space between them.
 *
 * The whole space between two paragraphs is set on one of them: on the upper one if its own margin is that large, else
 * on the lower one. Some programs add "space after" and "space before", others take the larger; this gives the same
 * result in both.
 */
export class Flow {
  readonly blocks: Block[] = [];
  #gap = new Gap();
  /** The part of the gap that comes from the block above. */
  #above: number | undefined;
  readonly #spacer: () => Paragraph;

  /** @param spacer makes an empty paragraph without height */
  constructor(spacer: () => Paragraph) {
    this.#spacer = spacer;
  }

  marginTop(points: number): void {
    this.#above ??= this.#gap.total;
    this.#gap.addMargin(points);
  }

  marginBottom(points: number): void {
    this.#gap.addMargin(points);
  }

  paddingTop(points: number): void {
    this.#above ??= this.#gap.total;
    this.#gap.addSpace(points);
  }

  paddingBottom(points: number): void {
    this.#gap.addSpace(points);
  }

  separate(): void {
    this.#gap.separate();
  }

  /** A forced page break: drops the white space above it, because it would be at the end of the page. */
  breakPage(): void {
    this.#gap = new Gap();
    this.#above = undefined;
  }

  /** Returns the white space since the last block, and resets it: the caller shows it in another way. */
  takeGap(): number {
    const { total } = this.#gap;
    this.breakPage();
    return total;
  }

  addParagraph(paragraph: Paragraph): void {
    const total = this.#gap.total;
    const previous = this.blocks.at(-1);
    const above = this.#above ?? total;
    if (previous?.kind === 'paragraph' && total - above < 0.05) previous.format.after = total;
    else paragraph.format.before = total;
    this.#push(paragraph);
  }

  addTable(table: Table): void {
    const previous = this.blocks.at(-1);
    const total = this.#gap.total;
    if (previous?.kind === 'paragraph') {
      previous.format.after = total;
    } else if (previous?.kind === 'table' || total > 0) {
      // Word joins two tables with no paragraph between them.
      const spacer = this.#spacer();
      spacer.format.before = total;
      this.#push(spacer);
    }
    this.#push(table);
  }

  /**
   * Ends the flow of a cell, which must end in a paragraph: the remaining gap becomes the space after that paragraph. It begins
   * with one too: LibreOffice looks only there for whether the row is kept with the next one.
   */
  endCell(): void {
    if (this.blocks[0]?.kind === 'table') this.blocks.unshift(this.#spacer());
    const last = this.blocks.at(-1);
    if (last?.kind === 'paragraph') last.format.after = this.#gap.total;
    else this.#push(this.#spacer());
  }

  /** Ends the flow of the body: the remaining gap is dropped, because it would be at the end of the page. */
  endBody(): void {
    if (this.blocks.at(-1)?.kind !== 'paragraph') this.#push(this.#spacer());
  }

  #push(block: Block): void {
    this.blocks.push(block);
    this.#gap = new Gap();
    this.#above = undefined;
  }
}
