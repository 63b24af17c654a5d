import { access, constants } from 'node:fs/promises';
import type { OwnText } from '../pool/job.ts';
import { Pool, type PoolOptions } from '../pool/pool.ts';
import { STILL_AT_START_AFTER_MS, watch } from '../pool/watch.ts';
import type { WearOptions } from '../pool/wear.ts';
import { jailWorks } from '../processes/jail.ts';
import { vitalsOf } from '../processes/vitals.ts';
import { decodeBase64 } from './base64.ts';
import { removeStrandedHomes } from './browser-home.ts';
import { startCompletion } from './completion.ts';
import { countPages } from './count-pages.ts';
import { type ChromiumBuild, embeddedChromium } from './embedded-chromium.ts';
import { freeBytes } from './free-bytes.ts';
import { type LaunchedBrowser, launchChromium } from './launch.ts';
import type { PrintableDocument, PrintingPage } from './printing-page.ts';

export interface PrinterOptions
  extends Pick<
      PoolOptions<PrintingPage>,
      'size' | 'maxQueue' | 'waitTimeoutMs' | 'workTimeoutMs' | 'onFault' | 'onWorn' | 'restAfterMs'
    >,
    Partial<WearOptions> {
  /** A headless Chromium to run in place of the embedded one. */
  readonly chromiumPath: string | undefined;
  /** Refuse to start where Chromium gets no sandbox; otherwise `onUnjailed` is told. */
  readonly sandboxRequired: boolean;
  readonly onUnjailed: () => void;
  /** Told when a PDF stays as Chromium wrote it, because that is not as this service knows it. */
  readonly onInaccessible: (error: unknown) => void;
}

export interface PrintedPdf {
  readonly bytes: Uint8Array;
  readonly pages: number;
  readonly printMs: number;
  /** Of adding what Chromium leaves out, and of waiting for the thread that does. */
  readonly completeMs: number;
}

export interface Printer {
  /** Of the browser that prints: "153.0.7204.49". */
  readonly chromiumVersion: string;
  /** Documents that wait for a page. */
  readonly waiting: number;
  /** Why no page can be had; undefined while one can. */
  readonly problem: unknown;
  /**
   * @param text whose text it is, when it is a company's own
   * @throws what the pool throws
   */
  printPdf(document: PrintableDocument, signal: AbortSignal, text?: OwnText): Promise<PrintedPdf>;
  close(): Promise<void>;
}

/**
 * A page wears out: after so many documents, by age, and when its browser has grown. Measured: 150 MB of its own after
 * 100 documents of 9 pages, about 200 MB ever after.
 */
const WORN = { maxUses: 1_000, maxAgeMs: 3_600_000, maxOwnBytes: 512 * 1_024 * 1_024 };

/** Of all processes of a browser: the limit of its renderer (launch.ts), and what the others take for a large PDF. */
const MAX_BYTES_AT_WORK = 560 * 1_024 * 1_024;

/**
 * Of a text of a company's own, in place of the wall clock of PRINT_TIMEOUT_MS: a machine with much to do makes it no
 * shorter. A document of 200 pages takes 1 s.
 */
const MAX_CPU_MS_OF_OWN_TEXT = 5_000;

/** Most prints take less, and may come to their end, where a new browser would take 200 ms. */
const ABANDON_GRACE_MS = 50;

/** Takes a tenth of a second on an idle machine, and much longer on a busy one. */
const WARM_UP_TIMEOUT_MS = 60_000;

/** Loads Chromium's code for layout, fonts and printing before the first caller waits for it. */
const WARM_UP = `<!doctype html><html lang="en"><head><title>Warm-up</title><style>
  @page { @bottom-right { content: counter(page) " of " counter(pages) } } body { font-family: Calibri }
</style></head><body><h1>Warm-up</h1><ol><li><p>One <strong>two</strong> <em>three</em></p></li></ol></body></html>`;

/**
 * Printing pages, ready and warm, each in a browser of its own: a browser that dies takes one job with it, never all,
 * and two browsers with a page print as fast as one browser with two.
 */
export async function startPrinter(options: PrinterOptions): Promise<Printer> {
  const { chromiumPath, sandboxRequired, onUnjailed, onInaccessible, ...poolOptions } = options;
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
  let chromiumVersion = '';
  const pool = new Pool<PrintingPage>({
    ...WORN,
    ...poolOptions,
    workerName: 'printing page',
    sizeSetting: 'PDF_PAGES',
    workTimeoutSetting: 'PRINT_TIMEOUT_MS',
    maxBytesAtWork: MAX_BYTES_AT_WORK,
    maxCpuMsOfOwnText: MAX_CPU_MS_OF_OWN_TEXT,
    abandonGraceMs: ABANDON_GRACE_MS,
    create: async () => {
      const launched = await launchChromium(build, jailed);
      chromiumVersion = launched.version;
      return openPage(launched);
    },
    destroy: (page) => page.kill(),
    ended: (page) => page.ended,
    reset: (page) => page.clear(),
    vitalsOf: (page) => page.vitals(),
  });
  const { size, onFault } = options;
  const completion = await startCompletion(size, { onFault });
  await pool.start().catch(async (error) => {
    await completion.close();
    throw error;
  });
  return {
    chromiumVersion,
    get waiting() {
      return pool.waiting;
    },
    get problem() {
      return pool.problem;
    },
    printPdf: async (document, signal, text) => {
      const printed = await pool.use(signal, (page) => printOn(page, document), text);
      // Beside the page, which has the next document meanwhile.
      const started = performance.now();
      const { base64 } = printed;
      const { html, isTrusted, archive = false, dataJson } = document;
      const job = { base64, html, mayClaim: isTrusted, archive, dataJson };
      const completed = await completion.complete(job, signal, text).catch((error) => {
        signal.throwIfAborted();
        // Whoever asked for an archival file, or for the data inside, must not get another file.
        if (archive || dataJson !== undefined) throw error;
        onInaccessible(error);
        const pdf = decodeBase64(base64);
        return { pdf, pages: countPages(pdf) };
      });
      freeBytes(base64);
      const { pdf: bytes, pages } = completed;
      return { bytes, pages, printMs: printed.printMs, completeMs: performance.now() - started };
    },
    close: async () => {
      await pool.close();
      await completion.close();
    },
  };
}

async function printOn(page: PrintingPage, document: PrintableDocument) {
  const started = performance.now();
  const base64 = await page.print(document);
  return { base64, printMs: performance.now() - started };
}

/** A page that has printed once. A browser that does not get so far in time is ended. */
async function openPage(launched: LaunchedBrowser): Promise<PrintingPage> {
  using watched = watch(launched.processId, {
    workTimeoutMs: WARM_UP_TIMEOUT_MS,
    vitalsOf,
    stillAfterMs: STILL_AT_START_AFTER_MS,
  });
  watched.failed.addEventListener('abort', () => launched.kill());
  try {
    // Read with Puppeteer, when Chromium has been started (launch.ts).
    const { PrintingPage } = await import('./printing-page.ts');
    const page = await PrintingPage.open(launched);
    await page.print({ html: WARM_UP, isTrusted: true });
    return page;
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
