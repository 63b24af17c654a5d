/** pdf.js and its worker, loaded when the form is shown. */
import type * as PdfJs from 'pdfjs-dist';

export interface Library {
  readonly pdfjs: typeof PdfJs;
  readonly worker: PdfJs.PDFWorker;
}

let loaded: Promise<Library> | undefined;

/** @throws Error when the library or its worker cannot be loaded; the next call tries again */
export function loadPdfJs(): Promise<Library> {
  loaded ??= load().catch((error) => {
    loaded = undefined;
    throw error;
  });
  return loaded;
}

async function load(): Promise<Library> {
  const pdfjs = (await import(PDF_LIBRARY)) as typeof PdfJs;
  const port = new Worker(trustedWorker() as string, { type: 'module' });
  await hasStarted(port);
  return { pdfjs, worker: pdfjs.PDFWorker.create({ port }) };
}

/** The worker says first that it is there. @throws Error when it cannot be loaded, which pdf.js would wait for */
function hasStarted(port: Worker): Promise<void> {
  return new Promise((resolve, reject) => {
    port.addEventListener('message', () => resolve(), { once: true });
    port.addEventListener('error', () => reject(new Error('the worker of pdf.js cannot be loaded')), {
      once: true,
    });
  });
}

interface TrustedTypes {
  createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(url: string): unknown };
}

const { trustedTypes } = globalThis as { trustedTypes?: TrustedTypes };

/** The page's policy of Trusted Types lets one script be loaded besides those that the HTML names: this one. */
const policy = trustedTypes?.createPolicy(TRUSTED_TYPES, { createScriptURL: () => PDF_WORKER });

function trustedWorker(): unknown {
  return policy === undefined ? PDF_WORKER : policy.createScriptURL('');
}
