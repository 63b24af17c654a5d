import { access, constants } from 'node:fs/promises';
import { Pool, type PoolOptions } from '../pool/pool.ts';
import { type ChromiumBuild, embeddedChromium } from './embedded-chromium.ts';
import { jailWorks, type LaunchedBrowser, launchChromium } from './launch.ts';
import { BrowserLostError, PrintingPage } from './printing-page.ts';

export interface PrinterOptions
  extends Pick<
    PoolOptions<PrintingPage>,
    'size' | 'maxQueue' | 'waitTimeoutMs' | 'workTimeoutMs' | 'onFault'
  > {
  /** A headless Chromium to run in place of the embedded one. */
  readonly chromiumPath: string | undefined;
  /** Refuse to start where Chromium gets no sandbox; otherwise `onUnjailed` is told. */
  readonly sandboxRequired: boolean;
  readonly onUnjailed: () => void;
}

export interface PrintedPdf {
  readonly bytes: Uint8Array;
  readonly printMs: number;
}

export interface Printer {
  readonly isFull: boolean;
  readonly waiting: number;
  printPdf(html: string, signal: AbortSignal): Promise<PrintedPdf>;
  close(): Promise<void>;
}

/** What leaks in a renderer over 1,000 documents stays small beside the renderer itself. */
const PAGES_REPLACED_AFTER = 1_000;

/** A print takes some 30 ms; it may come to its end, where a new browser would take 200. */
const ABANDON_GRACE_MS = 100;

/** Takes a tenth of a second on an idle machine. */
const WARM_UP_TIMEOUT_MS = 30_000;

/** Loads Chromium's code for layout, fonts and printing before the first caller waits for it. */
const WARM_UP = `<!doctype html><html lang="en"><head><title>Warm-up</title><style>
  @page { @bottom-right { content: counter(page) " of " counter(pages) } } body { font-family: Calibri }
</style></head><body><h1>Warm-up</h1><ol><li><p>One <strong>two</strong> <em>three</em></p></li></ol></body></html>`;

/**
 * Printing pages, ready and warm, each in a browser of its own: a browser that dies takes one job with it, never all,
 * and two browsers with a page print as fast as one browser with two.
 */
export async function startPrinter(options: PrinterOptions): Promise<Printer> {
  const { chromiumPath, sandboxRequired, onUnjailed, ...poolOptions } = options;
  const build = chromiumPath === undefined ? await embeddedChromium() : await installedChromium(chromiumPath);
  const jailed = await jailWorks();
  if (!jailed && sandboxRequired) {
    throw new Error(
      'CHROMIUM_SANDBOX is "required", but this kernel or container denies user namespaces to the service; ' +
        'allow them (see docs/deployment.md) or set CHROMIUM_SANDBOX=auto',
    );
  }
  if (!jailed) onUnjailed();
  const pool = new Pool<PrintingPage>({
    ...poolOptions,
    maxUses: PAGES_REPLACED_AFTER,
    abandonGraceMs: ABANDON_GRACE_MS,
    create: async () => openPage(await launchChromium(build, jailed)),
    destroy: (page) => page.kill(),
    isAlive: (page) => page.isAlive,
    reset: (page) => page.clear(),
  });
  await pool.start();
  return {
    get isFull() {
      return pool.isFull;
    },
    get waiting() {
      return pool.waiting;
    },
    printPdf: async (html, signal) => {
      try {
        return await pool.use(signal, (page) => printOn(page, html));
      } catch (error) {
        // Once more: the browser may have ended for a reason of its own. A document that ends two is to blame.
        if (!(error instanceof BrowserLostError)) throw error;
        return await pool.use(signal, (page) => printOn(page, html));
      }
    },
    close: () => pool.close(),
  };
}

/** A page that has printed once. A browser that does not get so far in time is ended. */
async function openPage(launched: LaunchedBrowser): Promise<PrintingPage> {
  const watchdog = setTimeout(() => launched.kill(), WARM_UP_TIMEOUT_MS);
  try {
    const page = await PrintingPage.open(launched);
    await page.print(WARM_UP);
    await page.clear();
    return page;
  } catch (error) {
    await launched.kill();
    throw error;
  } finally {
    clearTimeout(watchdog);
  }
}

async function printOn(page: PrintingPage, html: string): Promise<PrintedPdf> {
  const started = performance.now();
  const bytes = await page.print(html);
  return { bytes, printMs: performance.now() - started };
}

async function installedChromium(executablePath: string): Promise<ChromiumBuild> {
  await access(executablePath, constants.X_OK).catch((cause) => {
    throw new Error(`CHROMIUM_PATH is ${executablePath}, and there is no program of that name`, { cause });
  });
  return { executablePath };
}
