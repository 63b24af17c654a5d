/**
 * The white space between two blocks, as in CSS: adjoining margins collapse into the largest one, minus the most
 * negative one, and padding is added. Word does not collapse margins, so the sum is computed here.
 */
export class Gap {
  #fixed = 0;
  #largest = 0;
  #smallest = 0;

  addMargin(points: number): void {
    this.#largest = Math.max(this.#largest, points);
    this.#smallest = Math.min(this.#smallest, points);
  }

  /** Adds padding: the margins on its two sides do not collapse. */
  addSpace(points: number): void {
    if (points <= 0) return;
    this.separate();
    this.#fixed += points;
  }

  /** Adds a border: the margins on its two sides do not collapse. */
  separate(): void {
    this.#fixed += this.#largest + this.#smallest;
    this.#largest = 0;
    this.#smallest = 0;
  }

  get total(): number {
    return Math.max(0, this.#fixed + this.#largest + this.#smallest);
  }
}
