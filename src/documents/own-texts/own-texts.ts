import path from 'node:path';
import { LRUCache } from 'lru-cache';
import { ServiceError } from '../../errors.ts';
import { readParts } from '../../render/renderer.ts';
import type { Catalogue, Template } from '../../templates/catalogue.ts';
import {
  type CustomKey,
  type CustomText,
  type CustomTexts,
  type CustomVersions,
  customTemplate,
} from '../../templates/custom.ts';
import { type OwnParts, ownParts } from '../../templates/own-parts.ts';
import { pick } from './check-override.ts';
import { TextFault, type TryText } from './try-text.ts';

/** A company's own text, as it is stored. */
export interface StoredText {
  readonly schemaVersion: string;
  readonly source: Uint8Array;
  readonly sha256: string;
  readonly retiredAt: Date | null;
  /** Undefined after publishing by code that did not store parts. */
  readonly parts: OwnParts | undefined;
  /** The newest migration that the database had when the text was published. */
  readonly migration: string;
}

export interface TextStore {
  /** @throws ServiceError not_found when there is no such company */
  find(key: CustomKey): Promise<StoredText | undefined>;
  addParts(key: CustomKey, parts: ReadonlyMap<string, string>): Promise<void>;
}

/** The texts in use, cached. Every method throws ServiceError service_unavailable. */
export interface CachedTexts extends Omit<CustomTexts, 'textOf'> {
  textOf(
    ...wanted: Parameters<CustomTexts['textOf']>
  ): Promise<{ readonly source: string; readonly parts: OwnParts | undefined } | undefined>;
}

export interface TextReport extends CustomKey {
  /** Why no document can be made of the text by this version of the service. */
  readonly fault?: string | undefined;
  /** The parts that this check has stored with the text, because none were. */
  readonly filledWith?: PartsOrigin | undefined;
}

export type PartsOrigin = keyof typeof ORIGINS;

/** Where the parts came from that were stored later than the text. */
export const ORIGINS = {
  first: 'those of commit b2c0130',
  release: 'those of this version from now on: with which parts it was published is not known',
} as const;

interface Filled {
  readonly parts: OwnParts;
  readonly report: TextReport;
}

interface OwnTextsOptions {
  readonly catalogue: Catalogue;
  readonly cached: CachedTexts;
  readonly store: TextStore;
  readonly tryText: TryText;
  /** The shared parts of this release. */
  readonly releaseParts: OwnParts;
}

/**
 * The parts of commit b2c0130, byte for byte. Code before the migration with company profiles did not store parts, and
 * later code has changed and removed some: docs/decisions/0019-parts-of-own-texts.md.
 */
const FIRST_PARTS = path.join(import.meta.dirname, 'first-parts');
const AFTER_FIRST_PARTS = '0005-company-profiles.sql';

/** Each takes 100 bytes; there are only those that were published by code that did not store parts. */
const MAX_FILLED = 10_000;

/** The companies' own texts, each with the shared parts that it was published with. */
export class OwnTexts implements CustomTexts {
  readonly #options: OwnTextsOptions;
  #first: OwnParts | undefined;
  /** One attempt for each text; it would fail again in the same way. */
  readonly #filled = new LRUCache<string, Promise<Filled>>({ max: MAX_FILLED });

  constructor(options: OwnTextsOptions) {
    this.#options = options;
  }

  versionsOf(companyId: string): Promise<CustomVersions> {
    return this.#options.cached.versionsOf(companyId);
  }

  versionsNow(companyId: string): Promise<CustomVersions> {
    return this.#options.cached.versionsNow(companyId);
  }

  async textOf(...[key, digests]: Parameters<CustomTexts['textOf']>): Promise<CustomText | undefined> {
    const text = await this.#options.cached.textOf(key, digests);
    if (text === undefined) return undefined;
    const parts =
      text.parts ?? (await this.#find(key).then((stored) => stored && this.#fill(key, stored)))?.parts;
    return parts && { source: text.source, parts };
  }

  /**
   * Tries a text in use as `tryText` does, and stores its parts if none are stored.
   * @returns undefined when it is not in use any more
   * @throws ServiceError service_unavailable, or the signal's reason
   */
  async check(key: CustomKey, signal: AbortSignal): Promise<TextReport | undefined> {
    const text = await this.#find(key);
    if (text === undefined || text.retiredAt !== null) return undefined;
    if (text.parts === undefined) return (await this.#fill(key, text)).report;
    const { fault } = await this.#try(key, text, text.parts, signal);
    return { ...key, fault };
  }

  async #find(key: CustomKey): Promise<StoredText | undefined> {
    try {
      return await this.#options.store.find(key);
    } catch (error) {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    }
  }

  async #fill({ companyId, templateId, version }: CustomKey, text: StoredText): Promise<Filled> {
    const key = { companyId, templateId, version };
    if (text.parts !== undefined) return { parts: text.parts, report: key };
    const id = [companyId, templateId, version, text.sha256].join(' ');
    const known = this.#filled.get(id);
    if (known !== undefined) return known;
    const filling = this.#fillNow(key, text);
    this.#filled.set(id, filling);
    // The service was full, or the database away: the next document tries again.
    filling.catch(() => this.#filled.delete(id));
    return filling;
  }

  async #fillNow(key: CustomKey, text: StoredText): Promise<Filled> {
    let fault: string | undefined;
    for (const filledWith of originsFor(text)) {
      const parts = this.#partsOf(filledWith);
      const result = await this.#try(key, text, parts, new AbortController().signal);
      if (result.needs === undefined) {
        fault ??= result.fault;
        continue;
      }
      const needed = ownParts(pick(parts.sources, result.needs));
      await this.#options.store.addParts(key, needed.sources);
      const hasParts = needed.sources.size > 0;
      return { parts: needed, report: hasParts ? { ...key, filledWith } : key };
    }
    return { parts: this.#options.releaseParts, report: { ...key, fault } };
  }

  #partsOf(origin: PartsOrigin): OwnParts {
    if (origin === 'release') return this.#options.releaseParts;
    this.#first ??= ownParts(readParts(FIRST_PARTS));
    return this.#first;
  }

  async #try(
    { companyId, templateId, version }: CustomKey,
    { schemaVersion, source }: StoredText,
    parts: OwnParts,
    signal: AbortSignal,
  ): Promise<
    | { readonly needs: readonly string[]; readonly fault?: undefined }
    | { readonly needs?: undefined; readonly fault: string }
  > {
    const text = { source: new TextDecoder().decode(source), parts };
    const { catalogue, tryText } = this.#options;
    const numbers = { version, schemaVersion };
    const template: Template | undefined = customTemplate(catalogue, templateId, numbers, text, companyId);
    if (template === undefined)
      return { fault: `the catalogue has no ${templateId} ${schemaVersion} any more, whose data it takes` };
    try {
      const { needs } = await tryText(template, signal);
      return { needs };
    } catch (error) {
      if (error instanceof TextFault) return { fault: error.message };
      throw error;
    }
  }
}

/** The most likely parts come first. */
function originsFor({ migration }: StoredText): readonly PartsOrigin[] {
  return migration < AFTER_FIRST_PARTS ? ['first', 'release'] : ['release', 'first'];
}
