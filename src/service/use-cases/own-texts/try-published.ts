import type { OverrideKey, OwnDefinition, OwnParts } from '../../../../schemas/overrides.ts';
import { ServiceError } from '../../../errors.ts';
import type { Catalogue } from '../../../templating/templates/catalogue.ts';
import { customTemplate } from '../../../templating/templates/custom.ts';
import { TextFault, type TryText } from './try-text.ts';

export interface StoredText {
  readonly schemaVersion: string | null;
  readonly source: Uint8Array;
  readonly sha256: string;
  readonly retiredAt: Date | null;
  readonly parts: OwnParts;
  readonly definition: OwnDefinition | null;
}

export interface TextReport extends OverrideKey {
  /** Why no document can be made of the text by this version of the service. */
  readonly fault?: string | undefined;
}

interface PublishedTextsOptions {
  readonly catalogue: Catalogue;
  readonly store: {
    /** @throws ServiceError not_found when there is no such company */
    find(key: OverrideKey): Promise<StoredText | undefined>;
  };
  readonly tryText: TryText;
}

export type TryPublished = (key: OverrideKey, signal: AbortSignal) => Promise<TextReport | undefined>;

/**
 * @returns a function that tries a text as `tryText` does, with the schema and the parts that it was published with. It
 * returns undefined for a text that is not in use any more, and throws ServiceError service_unavailable or the signal's
 * reason.
 */
export function tryPublishedOf({ catalogue, store, tryText }: PublishedTextsOptions): TryPublished {
  return async ({ companyId, templateId, version }, signal) => {
    const key = { companyId, templateId, version };
    const text = await store.find(key).catch((error) => {
      if (error instanceof ServiceError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (text === undefined || text.retiredAt !== null) return undefined;
    const { schemaVersion, parts, definition } = text;
    const source = new TextDecoder().decode(text.source);
    const numbers = { version, schemaVersion };
    const read = () =>
      customTemplate(catalogue, templateId, numbers, { source, parts, definition }, companyId);
    const [template, refused] = outcomeOf(read);
    if (refused !== undefined) return { ...key, fault: `its schema is not taken any more: ${refused}` };
    if (template === undefined)
      return {
        ...key,
        fault: `the catalogue has no ${templateId} ${schemaVersion} any more, whose data it takes`,
      };
    try {
      await tryText(template, signal);
      return key;
    } catch (error) {
      if (error instanceof TextFault) return { ...key, fault: error.message };
      throw error;
    }
  };
}

/** What a function gives, or why not. */
function outcomeOf<Result>(work: () => Result): [result: Result | undefined, refused?: string] {
  try {
    return [work()];
  } catch (error) {
    return [undefined, (error as Error).message];
  }
}
