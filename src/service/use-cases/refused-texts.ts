import { ServiceError } from '../../errors.ts';
import type { OwnText } from '../../workers/pool/job.ts';

const LOSSES = 3;
const WITHIN_MS = 60_000;
const REFUSED_MS = 60_000;

interface Record {
  /** Times of the latest `LOSSES` losses, on the clock of `performance.now()`. */
  losses: readonly number[];
  refusedUntil: number;
}

/**
 * Refuses companies' own texts that kill workers: a company's text that has cost three workers within a minute is
 * refused to that company for a minute. Restarting browsers would otherwise keep the processor busy, at other
 * companies' expense. Two companies may have the same text: the losses of each are its own.
 */
export class RefusedTexts {
  /** By company and text. */
  readonly #texts = new Map<string, Record>();
  readonly #onRefused: (text: OwnText) => void;
  #refusals = 0;

  /** @param onRefused called when a text starts being refused */
  constructor(onRefused: (text: OwnText) => void) {
    this.#onRefused = onRefused;
  }

  get current(): number {
    const now = performance.now();
    return [...this.#texts.values()].filter(({ refusedUntil }) => now < refusedUntil).length;
  }

  /** Number of documents that were refused for their text, since the start. */
  get refusals(): number {
    return this.#refusals;
  }

  /**
   * Records that a document of this text has cost a worker. Texts of the catalogue have no `sha256` and are not
   * counted.
   */
  noteLoss(text: OwnText): void {
    if (text.sha256 === undefined) return;
    const name = nameOf(text);
    const now = performance.now();
    this.#forgetOld(now);
    const { losses: before = [], refusedUntil = 0 } = this.#texts.get(name) ?? {};
    const losses = [...before, now].slice(-LOSSES);
    const isRefused = losses.length === LOSSES && now - (losses[0] ?? now) < WITHIN_MS;
    this.#texts.set(name, { losses, refusedUntil: isRefused ? now + REFUSED_MS : refusedUntil });
    if (isRefused && now >= refusedUntil) this.#onRefused(text);
  }

  /** @throws ServiceError generation_failed while the text is refused */
  check(text: OwnText): void {
    const { refusedUntil = 0 } = this.#texts.get(nameOf(text)) ?? {};
    if (performance.now() >= refusedUntil) return;
    this.#refusals += 1;
    throw new ServiceError(
      'generation_failed',
      'Document generation failed; documents of this text have ended three of the processes that make documents within a minute, and it is refused for a minute',
    );
  }

  #forgetOld(now: number): void {
    for (const [name, { losses, refusedUntil }] of this.#texts)
      if (now >= refusedUntil && now - (losses.at(-1) ?? 0) >= WITHIN_MS) this.#texts.delete(name);
  }
}

function nameOf({ owner, sha256 }: OwnText): string {
  return `${owner}/${sha256}`;
}
