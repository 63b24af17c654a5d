interface Bucket {
  readonly tokens: number;
  /** Time of the last update, in milliseconds. */
  readonly at: number;
}

/** Result of taking a token. */
export interface Taken {
  readonly allowed: boolean;
  /** Whole tokens left. */
  readonly remaining: number;
  readonly fullAfterSeconds: number;
  /** Seconds until there is a token; 0 when there is one. */
  readonly nextAfterSeconds: number;
}

/** In tokens. Sums of fractional milliseconds have rounding errors, and a caller who waits as told must get a token. */
const ROUNDING = 1e-6;

/**
 * A token bucket per key: each request takes a token, and tokens are refilled over time. A counter that is reset each
 * minute would let two minutes' requests pass at once, around the reset.
 */
export class TokenBuckets {
  readonly #burst: number;
  readonly #msPerToken: number;
  /** Buckets that may not be full, the least recently used first. */
  readonly #buckets = new Map<string, Bucket>();

  /**
   * @param perMinute tokens refilled in a minute
   * @param burst size of the bucket
   */
  constructor(perMinute: number, burst: number) {
    this.#burst = burst;
    this.#msPerToken = 60_000 / perMinute;
  }

  get size(): number {
    return this.#buckets.size;
  }

  /** @param now in milliseconds, on a monotonic clock */
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

  /** Any bucket is full after it was not used for as long as an empty one takes to fill. */
  #dropFull(now: number): void {
    for (const [key, { at }] of this.#buckets) {
      if (now - at < this.#burst * this.#msPerToken) return;
      this.#buckets.delete(key);
    }
  }

  /** Rounded up, so that a caller who waits this long is not early. */
  #secondsUntil(missing: number): number {
    return Math.max(0, Math.ceil((missing * this.#msPerToken) / 1_000));
  }
}
