/** Random numbers that are the same in every run with a seed: mulberry32. */
export class Random {
  #state: number;

  constructor(seed: number | string) {
    this.#state = typeof seed === 'number' ? seed : [...seed].reduce(mixed, 1);
  }

  /** From 0 to below 1. */
  next(): number {
    this.#state = (this.#state + 0x6d2b79f5) | 0;
    let mix = Math.imul(this.#state ^ (this.#state >>> 15), 1 | this.#state);
    mix = (mix + Math.imul(mix ^ (mix >>> 7), 61 | mix)) ^ mix;
    return ((mix ^ (mix >>> 14)) >>> 0) / 2 ** 32;
  }

  below(count: number): number {
    return Math.floor(this.next() * count);
  }

  pick<One>(list: readonly One[]): One {
    const one = list[this.below(list.length)];
    if (one === undefined) throw new Error('there is nothing to pick from');
    return one;
  }
}

function mixed(seed: number, letter: string): number {
  return (Math.imul(seed, 31) + (letter.codePointAt(0) ?? 0)) | 0;
}
