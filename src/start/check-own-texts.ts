import { startRenderer } from '../render/renderer.ts';
import type { Database } from '../service/store/database/database.ts';
import { OverrideCache } from '../service/store/overrides/override-cache.ts';
import { Overrides } from '../service/store/overrides/overrides.ts';
import { type TextReport, tryPublishedOf } from '../service/use-cases/own-texts/try-published.ts';
import { tryText } from '../service/use-cases/own-texts/try-text.ts';
import { readTemplates } from '../templating/templates/catalogue.ts';

const SILENT = { info: () => {}, warn: () => {} };

/** A document is made in a tenth of a second; a machine that migrates may be busy. */
const WORK_TIMEOUT_MS = 30_000;

/** How the check of the companies' own texts ended. */
interface OwnTextsReport {
  /** What the operator has to know, a line each. */
  readonly lines: readonly string[];
  /** Whether documents can be made of all texts in use. */
  readonly isGood: boolean;
}

/** Tries all texts in use, one after the other, with the migrated tables. */
export async function checkOwnTexts(database: Database): Promise<OwnTextsReport> {
  const cache = new OverrideCache(database, SILENT);
  const overrides = new Overrides(database, cache);
  try {
    const keys = await overrides.keysInUse();
    if (keys.length === 0) return { lines: [], isGood: true };
    const [{ catalogue }, renderer] = await Promise.all([
      readTemplates({ check: false }),
      startRenderer({
        ...{ size: 1, waitTimeoutMs: WORK_TIMEOUT_MS, workTimeoutMs: WORK_TIMEOUT_MS },
        onFault: () => {},
      }),
    ]);
    await using closing = new AsyncDisposableStack();
    closing.defer(() => renderer.close());
    const tryPublished = tryPublishedOf({
      ...{ catalogue, store: overrides },
      tryText: (template, signal) => tryText(renderer, template, { signal }),
    });
    const reports: TextReport[] = [];
    for (const key of keys) {
      const report = await tryPublished(key, new AbortController().signal);
      if (report !== undefined) reports.push(report);
    }
    return { lines: describe(reports), isGood: reports.every(({ fault }) => fault === undefined) };
  } catch (error) {
    return { lines: [`The companies' own texts were not checked: ${messageOf(error)}`], isGood: false };
  } finally {
    cache.close();
  }
}

function describe(reports: readonly TextReport[]): string[] {
  const failing = reports.filter(({ fault }) => fault !== undefined);
  const summary =
    failing.length === 0
      ? `Documents can be made of all ${reports.length} own texts of companies.`
      : `No document can be made of ${failing.length} of ${reports.length} own texts of companies ` +
        '(docs/runbooks/failing-texts.md):';
  const named = failing.map(
    ({ companyId, templateId, version, fault }) => `  ${companyId} ${templateId} ${version}: ${fault}`,
  );
  return [summary, ...named];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
