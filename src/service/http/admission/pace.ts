/** Until requests have waited: two printing pages make a document in 25 ms, slow machines take longer. */
const FIRST_GUESS_MS = 100;

/** The share of a new interval in the average. */
const WEIGHT = 1 / 32;

const MOST_SECONDS = 60;

/** Answers differ by up to this share, so that callers who were refused together do not come back together. */
const SPREAD = 1 / 4;

/** How fast places become free while requests wait for them. */
export class Pace {
  #intervalMs = FIRST_GUESS_MS;
  /** When a place became free, or a request began to wait; undefined while none waits. */
  #since: number | undefined;

  /** @param isWaited whether a request waits now */
  note(isWaited: boolean): void {
    const now = performance.now();
    if (this.#since !== undefined) this.#intervalMs += (now - this.#since - this.#intervalMs) * WEIGHT;
    this.#since = isWaited ? now : undefined;
  }

  /** A request begins to wait. */
  begin(): void {
    this.#since ??= performance.now();
  }

  /** Seconds until so many requests have had a place. */
  secondsFor(waiting: number): number {
    return (waiting * this.#intervalMs) / 1_000;
  }

  /** The value of `Retry-After` while so many requests wait. */
  retryAfterSeconds(waiting: number): number {
    const seconds = Math.min(this.secondsFor(waiting), MOST_SECONDS / (1 + SPREAD));
    return Math.max(1, Math.ceil(seconds * (1 + Math.random() * SPREAD)));
  }
}
