/** pdf.js and its worker, loaded when the form is shown. */
import type * as PdfJs from 'pdfjs-dist';

export interface Library {
  readonly pdfjs: typeof PdfJs;
  readonly worker: PdfJs.PDFWorker;
}

let loaded: Promise<Library> | undefined;

export function loadPdfJs(): Promise<Library> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Library> {
  const pdfjs = (await import(PDF_LIBRARY)) as typeof PdfJs;
  const port = new Worker(trusted(PDF_WORKER) as string, { type: 'module' });
  return { pdfjs, worker: pdfjs.PDFWorker.create({ port }) };
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL(url: string): string },
  ): { createScriptURL(url: string): unknown };
}

/** The page's policy of Trusted Types lets one script be loaded besides those that the HTML names: this one. */
function trusted(url: string): unknown {
  const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };
  if (trustedTypes === undefined) return url;
  const onlyThis = (asked: string) => {
    if (asked !== PDF_WORKER) throw new Error('only the worker of pdf.js is trusted');
    return asked;
  };
  return trustedTypes.createPolicy('docgen-studio', { createScriptURL: onlyThis }).createScriptURL(url);
}
