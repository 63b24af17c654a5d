import type { Block, Paragraph, Table } from './model.ts';

/**
 * The blocks of the body or of one table cell, in order, with the white space between them.
 *
 * The whole space between two paragraphs is set on one of them: on the upper one if its own margin is that large, else
 * on the lower one. Some programs add "space after" and "space before", others take the larger; this gives the same
 * result in both. Word does not collapse margins either, so the sum is computed here, as in CSS: adjoining margins collapse into
 * the largest one, minus the most negative one, and padding is added.
 */
export class Flow {
  readonly blocks: Block[] = [];
  /** Since the last block: padding, with the margins before it, and of the margins after it the largest and the smallest. */
  #fixed = 0;
  #largest = 0;
  #smallest = 0;
  /** The part of the gap that comes from the block above. */
  #above: number | undefined;
  readonly #spacer: () => Paragraph;

  /** @param spacer makes an empty paragraph without height */
  constructor(spacer: () => Paragraph) {
    this.#spacer = spacer;
  }

  get #gap(): number {
    return Math.max(0, this.#fixed + this.#largest + this.#smallest);
  }

  marginTop(points: number): void {
    this.#above ??= this.#gap;
    this.marginBottom(points);
  }

  marginBottom(points: number): void {
    this.#largest = Math.max(this.#largest, points);
    this.#smallest = Math.min(this.#smallest, points);
  }

  paddingTop(points: number): void {
    this.#above ??= this.#gap;
    this.paddingBottom(points);
  }

  paddingBottom(points: number): void {
    if (points <= 0) return;
    this.separate();
    this.#fixed += points;
  }

  /** A border, or padding: the margins on its two sides do not collapse. */
  separate(): void {
    this.#fixed += this.#largest + this.#smallest;
    this.#largest = 0;
    this.#smallest = 0;
  }

  /** A forced page break: drops the white space above it, because it would be at the end of the page. */
  breakPage(): void {
    this.#fixed = 0;
    this.#largest = 0;
    this.#smallest = 0;
    this.#above = undefined;
  }

  /** Returns the white space since the last block, and resets it: the caller shows it in another way. */
  takeGap(): number {
    const total = this.#gap;
    this.breakPage();
    return total;
  }

  addParagraph(paragraph: Paragraph): void {
    const total = this.#gap;
    const previous = this.blocks.at(-1);
    const above = this.#above ?? total;
    if (previous?.kind === 'paragraph' && total - above < 0.05) previous.format.after = total;
    else paragraph.format.before = total;
    this.#push(paragraph);
  }

  addTable(table: Table): void {
    const previous = this.blocks.at(-1);
    const total = this.#gap;
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
    if (last?.kind === 'paragraph') last.format.after = this.#gap;
    else this.#push(this.#spacer());
  }

  /** Ends the flow of the body: the remaining gap is dropped, because it would be at the end of the page. */
  endBody(): void {
    if (this.blocks.at(-1)?.kind !== 'paragraph') this.#push(this.#spacer());
  }

  #push(block: Block): void {
    this.blocks.push(block);
    this.breakPage();
  }
}
