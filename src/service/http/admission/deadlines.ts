/** Entries that end at the same time end in groups of this size, with this pause between two groups. */
const GROUP = 16;
const PAUSE_MS = 10;

/**
 * Ends each entry a fixed time after it was added. A crowd that arrived together does not end together: the answers to a
 * thousand callers in one turn of the event loop would delay everybody else's by a fifth of a second.
 */
export class Deadlines<Entry> {
  readonly #afterMs: number;
  readonly #end: (entry: Entry) => void;
  /** Entry → when it ends, on the clock of `performance.now()`; in order. */
  readonly #entries = new Map<Entry, number>();
  #timer: NodeJS.Timeout | undefined;

  constructor(afterMs: number, end: (entry: Entry) => void) {
    this.#afterMs = afterMs;
    this.#end = end;
  }

  get size(): number {
    return this.#entries.size;
  }

  add(entry: Entry): void {
    this.#entries.set(entry, performance.now() + this.#afterMs);
    this.#timer ??= setTimeout(() => this.#endThoseDue(), this.#afterMs);
  }

  /** Takes an entry back. */
  delete(entry: Entry): void {
    this.#entries.delete(entry);
    if (this.#entries.size > 0) return;
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }

  #endThoseDue(): void {
    const now = performance.now();
    let left = GROUP;
    for (const [entry, at] of this.#entries) {
      const waitMs = at > now ? at - now : PAUSE_MS;
      if (at > now || left === 0) {
        this.#timer = setTimeout(() => this.#endThoseDue(), waitMs);
        return;
      }
      left -= 1;
      this.#entries.delete(entry);
      this.#end(entry);
    }
    this.#timer = undefined;
  }
}
