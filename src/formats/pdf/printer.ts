import { access, constants } from 'node:fs/promises';
import type { Caller, OwnText } from '../../workers/pool/job.ts';
import { Pool, type PoolOptions } from '../../workers/pool/pool.ts';
import { STILL_AT_START_AFTER_MS, watch } from '../../workers/pool/watch.ts';
import type { WearOptions } from '../../workers/pool/wear.ts';
import { jailWorks } from '../../workers/processes/jail.ts';
import { vitalsOf } from '../../workers/processes/vitals.ts';
import { PAGE_NUMBER } from '../document/model.ts';
import type { PrintedDocument } from './accessibility/make-accessible.ts';
import { decodeBase64 } from './base64.ts';
import { removeStrandedHomes } from './browser-home.ts';
import { startCompletion } from './completion.ts';
import { type ChromiumBuild, embeddedChromium } from './embedded-chromium.ts';
import { freeBytes } from './free-bytes.ts';
import { headingPages } from './heading-pages.ts';
import { type LaunchedBrowser, launchChromium } from './launch.ts';
import type { Printable, PrintingPage } from './printing-page.ts';

export interface PrinterOptions
  extends Pick<
      PoolOptions<PrintingPage>,
      'size' | 'waitTimeoutMs' | 'workTimeoutMs' | 'onFault' | 'onWorn' | 'restAfterMs'
    >,
    Partial<WearOptions> {
  /** Path of a headless Chromium to run instead of the embedded one. */
  readonly chromiumPath: string | undefined;
  /** Whether to refuse to start if Chromium gets no sandbox; otherwise `onUnjailed` is called. */
  readonly sandboxRequired: boolean;
  readonly onUnjailed: () => void;
  /** As `onFault`, for the threads that complete PDFs; `onFault` unless given. */
  readonly onThreadFault?: PoolOptions<unknown>['onFault'];
}

export type PrintableDocument = Printable & PrintedDocument;

export interface PrintedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  /** The pages of the headings in its table of contents; none without one. */
  readonly contentsPages: readonly string[];
  readonly printMs: number;
  /** Time to complete the PDF, including the wait for a thread. */
  readonly completeMs: number;
}

/**
 * Prints HTML and completes what was printed: a document in, an accessible PDF out. A page keeps nothing of the document
 * before. Knows no template and no request.
 */
export interface Printer {
  /** Version of the browser that prints: "153.0.7204.49". */
  readonly chromiumVersion: string;
  /** Number of documents that wait for a page. */
  readonly waiting: number;
  /** Why no page is available; undefined if one is. */
  readonly problem: unknown;
  /**
   * @param text the owner of the text, if it is a company's own
   * @throws the errors of the pools; Error when Chromium wrote a PDF that cannot be completed
   */
  printPdf(document: PrintableDocument, caller: Caller, text?: OwnText): Promise<PrintedPdf>;
  close(): Promise<void>;
}

/**
 * Limits after which a browser is replaced. Measured: its own memory was 150 MB after 100 documents of 9 pages, and
 * then stayed at about 200 MB. A renderer asks for 340 MB then; one that has laid out cells of 65,534 rows and 1,000 columns
 * keeps 530, and some thirty documents later it would end at its limit of 640 (launch.ts).
 */
const WORN = {
  maxUses: 1_000,
  maxAgeMs: 3_600_000,
  maxOwnBytes: 512 * 1_024 * 1_024,
  maxDataBytes: 480 * 1_024 * 1_024,
};

/**
 * Memory limit for all processes of a browser together: that of its renderer (launch.ts), and the need of the others
 * for a large PDF.
 */
const MAX_BYTES_AT_WORK = 560 * 1_024 * 1_024;

/**
 * Processor time for a company's own text. Unlike PRINT_TIMEOUT_MS, it does not depend on the load of the machine. A
 * document of 200 pages takes 1 s.
 */
const MAX_CPU_MS_OF_OWN_TEXT = 5_000;

/** The warm-up takes a tenth of a second on an idle machine, and much longer on a busy one. */
const WARM_UP_TIMEOUT_MS = 60_000;

/** Loads Chromium's code for layout, fonts and printing before the first request needs it. */
const WARM_UP = `<!doctype html><html lang="en"><head><title>Warm-up</title><style>
  @page { @bottom-right { content: counter(page) " of " counter(pages) } } body { font-family: Calibri }
</style></head><body><h1>Warm-up</h1><ol><li><p>One <strong>two</strong> <em>three</em></p></li></ol></body></html>`;

const WARM_UP_FACTS: PrintedDocument['facts'] = {
  ...{ labels: [undefined], links: [], contents: [], breakable: [], fields: [] },
  properties: { title: 'Warm-up', author: '', subject: '', description: '', keywords: '' },
};

/**
 * Warm printing pages, each in a browser of its own: a browser that dies takes one job with it, and two browsers with a
 * page each print as fast as one browser with two.
 */
export async function startPrinter(options: PrinterOptions): Promise<Printer> {
  const { chromiumPath, sandboxRequired, onUnjailed, onThreadFault, ...poolOptions } = options;
  const [build, jailed] = await Promise.all([
    chromiumPath === undefined ? embeddedChromium() : installedChromium(chromiumPath),
    jailWorks(),
    removeStrandedHomes(),
  ]);
  if (!jailed && sandboxRequired) {
    throw new Error(
      'CHROMIUM_SANDBOX is "required", but this kernel or container denies user namespaces to the service; ' +
        'allow them (see docs/deployment.md) or set CHROMIUM_SANDBOX=auto',
    );
  }
  if (!jailed) onUnjailed();
  await using opened = new AsyncDisposableStack();
  const { size, onFault } = options;
  const completion = await startCompletion(size, { onFault: onThreadFault ?? onFault });
  opened.defer(() => completion.close());
  let chromiumVersion = '';
  let specimen: Uint8Array = new Uint8Array();
  const pool = new Pool<PrintingPage>({
    ...WORN,
    ...poolOptions,
    workerName: 'printing page',
    sizeSetting: 'PDF_PAGES',
    workTimeoutSetting: 'PRINT_TIMEOUT_MS',
    maxBytesAtWork: MAX_BYTES_AT_WORK,
    maxCpuMsOfOwnText: MAX_CPU_MS_OF_OWN_TEXT,
    create: async () => {
      const launched = await launchChromium(build, jailed);
      chromiumVersion = launched.version;
      const { page, base64 } = await openPage(launched);
      specimen = base64;
      return page;
    },
    destroy: (page) => page.kill(),
    ended: (page) => page.ended,
    reset: (page) => page.clear(),
    vitalsOf: (page) => page.vitals(),
  });
  const tryCompletion = async () => {
    if (!decodeBase64(specimen).includes('/StructTreeRoot')) throw new Error('they are not tagged');
    const job = { base64: specimen, facts: WARM_UP_FACTS, origin: 'custom' } as const;
    await completion.complete(job, new AbortController());
  };
  await pool.start();
  opened.defer(() => pool.close());
  await tryCompletion().catch((cause) => {
    throw new Error(
      `Chromium ${chromiumVersion} prints PDFs that the service cannot complete (${cause.message}); set CHROMIUM_PATH to ` +
        'a version from 153 to 156, or leave it out',
      { cause },
    );
  });
  const kept = opened.move();
  return {
    chromiumVersion,
    get waiting() {
      return pool.waiting;
    },
    get problem() {
      return pool.problem;
    },
    printPdf: async (document, caller, text) => {
      const printed = await pool.use(caller, (page) => printOn(page, document), text);
      // Runs beside the page, which prints the next document meanwhile.
      const started = performance.now();
      const { base64, printMs, contentsPages } = printed;
      const { html: _, ...known } = document;
      try {
        const { pdf: bytes, pages } = await completion.complete({ ...known, base64 }, caller, text);
        return { bytes, pages, contentsPages, printMs, completeMs: performance.now() - started };
      } finally {
        freeBytes(base64);
      }
    },
    close: () => kept.disposeAsync(),
  };
}

/** A document with a table of contents is printed twice, because only Chromium knows where a page ends. */
async function printOn(page: PrintingPage, { html, origin, facts: { contents } }: PrintableDocument) {
  const started = performance.now();
  let base64 = await page.print({ html: withPages(html, []), origin });
  let contentsPages: readonly string[] = [];
  if (contents.length > 0) {
    contentsPages = headingPages(decodeBase64(base64), contents);
    freeBytes(base64);
    base64 = await page.print({ html: withPages(html, contentsPages), origin });
  }
  return { base64, contentsPages, printMs: performance.now() - started };
}

function withPages(html: string, pages: readonly string[]): string {
  let entry = 0;
  return html.includes(PAGE_NUMBER) ? html.replaceAll(PAGE_NUMBER, () => pages[entry++] ?? '') : html;
}

/** Opens a page and prints a first document on it. A browser that does not complete this in time is killed. */
async function openPage(
  launched: LaunchedBrowser,
): Promise<{ readonly page: PrintingPage; readonly base64: Uint8Array }> {
  using watched = watch(launched.processId, {
    workTimeoutMs: WARM_UP_TIMEOUT_MS,
    vitalsOf,
    stillAfterMs: STILL_AT_START_AFTER_MS,
  });
  watched.failed.addEventListener('abort', () => launched.kill());
  try {
    // Loaded with Puppeteer, while Chromium starts (launch.ts).
    const { PrintingPage } = await import('./printing-page.ts');
    const page = await PrintingPage.open(launched);
    return { page, base64: await page.print({ html: WARM_UP, origin: 'global' }) };
  } catch (error) {
    await launched.kill();
    throw watched.failed.aborted ? watched.failed.reason : error;
  }
}

async function installedChromium(executablePath: string): Promise<ChromiumBuild> {
  await access(executablePath, constants.X_OK).catch((cause) => {
    throw new Error(`CHROMIUM_PATH is ${executablePath}, and there is no program of that name`, { cause });
  });
  return { executablePath };
}
