import type { DocumentOptions } from '../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../schemas/shared/default-options.ts';
import { startPrinter } from '../../src/pdf/printer.ts';
import { type HtmlDocument, openWorkshop, POOL, type Workshop, withFacts } from './documents.ts';

/** Makes and prints documents as the service does, with one render process and one printing page. */
export interface PrintingWorkshop extends Workshop {
  /** @param document for plain HTML, the facts are those of a document without form fields */
  pdf(document: HtmlDocument | string, options?: DocumentOptions): Promise<Uint8Array>;
}

export async function openPrintingWorkshop({
  workTimeoutMs = POOL.workTimeoutMs,
} = {}): Promise<PrintingWorkshop> {
  const [workshop, printer] = await Promise.all([
    openWorkshop({ workTimeoutMs }),
    startPrinter({ ...POOL, workTimeoutMs, ...CHROMIUM }),
  ]);
  const never = new AbortController();
  return {
    ...workshop,
    pdf: async (source, options) => {
      const { html, facts } = typeof source === 'string' ? withFacts(source) : source;
      return (
        await printer.printPdf(
          { html, facts, origin: 'global', options: { ...DEFAULT_OPTIONS, ...options } },
          never,
        )
      ).bytes;
    },
    close: async () => {
      await Promise.all([workshop.close(), printer.close()]);
    },
  };
}

const CHROMIUM = {
  chromiumPath: process.env.CHROMIUM_PATH,
  sandboxRequired: false,
  onUnjailed: () => undefined,
};
