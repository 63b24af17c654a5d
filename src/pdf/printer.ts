import { Pool, type PoolOptions } from '../pool/pool.ts';
import { embeddedChromium } from './embedded-chromium.ts';
import { jailWorks, launchChromium } from './launch.ts';
import { PrintingPage } from './printing-page.ts';

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

export interface Printer {
  readonly isFull: boolean;
  readonly waiting: number;
  printPdf(
    html: string,
    signal: AbortSignal,
  ): Promise<{ readonly bytes: Uint8Array; readonly printMs: number }>;
  close(): Promise<void>;
}

/** What leaks in a renderer over 1,000 documents stays small beside the renderer itself. */
const PAGES_REPLACED_AFTER = 1_000;

/** A print takes some 30 ms; it may come to its end, where a new browser would take 200. */
const ABANDON_GRACE_MS = 100;

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
  const build = chromiumPath === undefined ? await embeddedChromium() : { executablePath: chromiumPath };
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
    create: async () => {
      const page = await PrintingPage.open(await launchChromium(build, jailed));
      await page.print(WARM_UP);
      await page.clear();
      return page;
    },
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
    printPdf: (html, signal) =>
      pool.use(signal, async (page) => {
        const started = performance.now();
        const bytes = await page.print(html);
        return { bytes, printMs: performance.now() - started };
      }),
    close: () => pool.close(),
  };
}
