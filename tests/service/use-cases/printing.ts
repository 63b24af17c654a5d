import type { DocumentOptions } from '../../../schemas/options.ts';
import { DEFAULT_OPTIONS } from '../../../schemas/shared/default-options.ts';
import { startPrinter } from '../../../src/formats/pdf/printer.ts';
import { type HtmlDocument, openWorkshop, POOL, type Workshop, withFacts } from './documents.ts';

/** Makes and prints documents as the service does, with one render process and one printing page. */
export interface PrintingWorkshop extends Workshop {
  /** @param document for plain HTML, the facts are those of a document without form fields */
  pdf(document: HtmlDocument | string, options?: DocumentOptions): Promise<Uint8Array>;
}

/** Each of its processes is started by the first document that needs it: a run of other tests does without. */
export function openPrintingWorkshop({ workTimeoutMs = POOL.workTimeoutMs } = {}): PrintingWorkshop {
  const workshop = onFirstUse(() => openWorkshop({ workTimeoutMs }));
  const printer = onFirstUse(() => startPrinter({ ...POOL, workTimeoutMs, ...CHROMIUM }));
  const never = new AbortController();
  return {
    html: async (...document) => (await workshop.get()).html(...document),
    document: async (...document) => (await workshop.get()).document(...document),
    preview: async (...document) => (await workshop.get()).preview(...document),
    docx: async (...document) => (await workshop.get()).docx(...document),
    blanks: async (...document) => (await workshop.get()).blanks(...document),
    pdf: async (source, options) => {
      const { html, facts } = typeof source === 'string' ? withFacts(source) : source;
      const document = {
        html,
        facts,
        origin: 'global',
        options: { ...DEFAULT_OPTIONS, ...options },
      } as const;
      return (await (await printer.get()).printPdf(document, never)).bytes;
    },
    close: async () => {
      await Promise.all([workshop.close(), printer.close()]);
    },
  };
}

function onFirstUse<Resource extends { close(): Promise<void> }>(open: () => Promise<Resource>) {
  let opening: Promise<Resource> | undefined;
  return {
    get: () => {
      opening ??= open();
      return opening;
    },
    close: async () => {
      await (await opening)?.close();
    },
  };
}

const CHROMIUM = {
  chromiumPath: process.env.CHROMIUM_PATH,
  sandboxRequired: false,
  onUnjailed: () => undefined,
};
