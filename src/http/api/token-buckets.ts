interface Bucket {
  readonly tokens: number;
  /** When there were so many, in milliseconds. */
  readonly at: number;
}

/** What became of a request for a token. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole tokens that are left. */
  readonly remaining: number;
  /** Until the bucket is full again. */
  readonly fullAfterSeconds: number;
  /** Until there is a token; 0 when there is one. */
  readonly nextAfterSeconds: number;
}

/** In tokens: the clock's fractions of a millisecond do not add up to the last digit, and a wait must not be in vain. */
const ROUNDING = 1e-6;

/**
 * A bucket of tokens for each key: every request takes one, time puts them back. A count that starts anew each minute
 * would let the requests of two minutes pass at once, around its turn.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #msPerToken: number;
  /** Those that may not be full, in the order of their last use. */
  readonly #buckets = new Map<string, Bucket>();

  /**
   * @param perMinute how many tokens come back in a minute
   * @param burst how many there are when the bucket is full
   */
  constructor(perMinute: number, burst: number) {
    this.#burst = burst;
    this.#msPerToken = 60_000 / perMinute;
  }

  /** How many are held in memory. */
  get size(): number {
    return this.#buckets.size;
  }

  /** @param now in milliseconds, on a clock that never goes back */
  take(key: string, now: number): Taken {
    this.#dropFull(now);
    const { tokens, at } = this.#buckets.get(key) ?? { tokens: this.#burst, at: now };
    const there = Math.min(this.#burst, tokens + (now - at) / this.#msPerToken + ROUNDING);
    const allowed = there >= 1;
    const left = allowed ? there - 1 : there;
    if (allowed) {
      this.#buckets.delete(key);
      this.#buckets.set(key, { tokens: left, at: now });
    }
    return {
      allowed,
      remaining: Math.floor(left),
      fullAfterSeconds: this.#secondsUntil(this.#burst - left),
      nextAfterSeconds: this.#secondsUntil(1 - left),
    };
  }

  /** Whatever its key has used, a bucket is full when it has been let be for as long as an empty one takes to fill. */
  #dropFull(now: number): void {
    for (const [key, { at }] of this.#buckets) {
      if (now - at < this.#burst * this.#msPerToken) return;
      this.#buckets.delete(key);
    }
  }

  /** Rounded up, so that who waits so long does not come too early. */
  #secondsUntil(missing: number): number {
    return Math.max(0, Math.ceil((missing * this.#msPerToken) / 1_000));
  }
}
