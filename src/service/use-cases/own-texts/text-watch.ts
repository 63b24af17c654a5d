import { setTimeout as pause } from 'node:timers/promises';
import type { BaseLogger } from 'pino';
import type { OverrideKey } from '../../../../schemas/overrides.ts';
import { ServiceError } from '../../../errors.ts';
import type { CustomTexts } from '../../../templating/templates/custom.ts';
import type { TextReport, TryPublished } from './try-published.ts';

interface TextWatchOptions {
  readonly texts: Pick<CustomTexts, 'versionsOf'>;
  readonly tryPublished: TryPublished;
  readonly keys: {
    /** The keys of all texts in use, of one company or of all. */
    keysInUse(companyId?: string): Promise<readonly OverrideKey[]>;
  };
  readonly log: Pick<BaseLogger, 'error'>;
}

/** A check takes some 0.1 s of a render process. With these pauses all checks take a fifth of one, the rest is for documents. */
const PAUSES_PER_CHECK = 4;

/** After an attempt while the service was full or the database away. */
const TRY_AGAIN_MS = 5_000;

/**
 * Knows which texts in use fail: checks all of them after the start, one after the other, or those of a company at once.
 * Takes keys of texts; gives a report of each, and logs those that fail. Knows neither how a text is tried nor the
 * database.
 */
export class TextWatch {
  readonly #options: TextWatchOptions;
  readonly #failing = new Map<string, OverrideKey & { readonly fault: string }>();
  readonly #leaving = new AbortController();
  #checking: Promise<void> = Promise.resolve();

  constructor(options: TextWatchOptions) {
    this.#options = options;
  }

  /** Begins the check of all texts, in the background. */
  begin(): void {
    const { signal } = this.#leaving;
    this.#checking = this.#checkAll(signal).catch((err) => {
      if (!signal.aborted) this.#options.log.error({ err }, "the companies' own texts were not checked");
    });
  }

  /** Checks a company's texts now, one after the other. @throws as `TryPublished` */
  async check(companyId: string, signal: AbortSignal): Promise<TextReport[]> {
    const reports: TextReport[] = [];
    for (const key of await this.#options.keys.keysInUse(companyId)) {
      const report = await this.#options.tryPublished(key, signal);
      if (report === undefined) continue;
      this.#note(report);
      reports.push(report);
    }
    return reports;
  }

  /** Why no document can be made of a text in use, when that is known. */
  faultOf(key: OverrideKey): string | undefined {
    return this.#failing.get(idOf(key))?.fault;
  }

  /** The number of failing texts that are still in use. */
  async countFailing(): Promise<number> {
    const states = [...this.#failing.values()].map(async ({ companyId, templateId, version }) => {
      const versions = (await this.#options.texts.versionsOf(companyId)).get(templateId) ?? [];
      return versions.some((one) => one.version === version);
    });
    return (await Promise.all(states)).filter((isInUse) => isInUse).length;
  }

  async close(): Promise<void> {
    this.#leaving.abort();
    await this.#checking;
  }

  async #checkAll(signal: AbortSignal): Promise<void> {
    const keys = await untilAvailable(() => this.#options.keys.keysInUse(), signal);
    for (const key of keys) {
      const started = performance.now();
      const report = await untilAvailable(() => this.#options.tryPublished(key, signal), signal);
      if (report !== undefined) this.#note(report);
      await pause(PAUSES_PER_CHECK * (performance.now() - started), undefined, { signal });
    }
  }

  #note(report: TextReport): void {
    const { fault, ...key } = report;
    if (fault === undefined) this.#failing.delete(idOf(key));
    else {
      this.#failing.set(idOf(key), { ...key, fault });
      this.#options.log.error({ ...key, fault }, "no document can be made of a company's own text");
    }
  }
}

async function untilAvailable<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
  for (;;) {
    try {
      signal.throwIfAborted();
      return await work();
    } catch (error) {
      if (!(error instanceof ServiceError && error.code === 'service_unavailable')) throw error;
      await pause(TRY_AGAIN_MS, undefined, { signal });
    }
  }
}

function idOf({ companyId, templateId, version }: OverrideKey): string {
  return `${companyId} ${templateId} ${version}`;
}
