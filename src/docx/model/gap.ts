/**
 * The white space between two blocks, as CSS finds it: margins that touch collapse into the largest of them
 * (negative ones are taken off), padding stays between them. Word has no such rule, so the sum is found here.
 */
export class Gap {
  #fixed = 0;
  #largest = 0;
  #smallest = 0;

  addMargin(points: number): void {
    this.#largest = Math.max(this.#largest, points);
    this.#smallest = Math.min(this.#smallest, points);
  }

  /** Space that no margin collapses through. */
  addSpace(points: number): void {
    if (points <= 0) return;
    this.separate();
    this.#fixed += points;
  }

  /** A border, however thin, keeps the margins on its two sides apart. */
  separate(): void {
    this.#fixed += this.#largest + this.#smallest;
    this.#largest = 0;
    this.#smallest = 0;
  }

  get total(): number {
    return Math.max(0, this.#fixed + this.#largest + this.#smallest);
  }
}
