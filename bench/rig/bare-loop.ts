import { availableParallelism } from 'node:os';
import type { CDPSession } from 'puppeteer-core';
import { decodeBase64 } from '../../src/formats/pdf/base64.ts';
import type { LaunchedBrowser } from '../../src/formats/pdf/launch.ts';
import { PrintingPage } from '../../src/formats/pdf/printing-page.ts';
import { launchBrowser } from './chromium.ts';

/** The baseline of the service: a loop that refills pages and prints them, and does nothing else. */
export interface BareLoop extends AsyncDisposable {
  /** Process ids of its browsers. */
  readonly pids: readonly number[];
  /**
   * Prints on the first page.
   * @returns the bytes of the PDF
   */
  print(html: string): Promise<Uint8Array>;
  /**
   * Prints a document `times` times, on all pages.
   * @returns PDFs per second
   */
  rate(html: string, times: number): Promise<number>;
}

type Print = (html: string) => Promise<Uint8Array>;

interface Spread {
  /** By default one per core. */
  readonly pages?: number;
  /** By default one per page. */
  readonly browsers?: number;
}

export async function startBareLoop(spread: Spread = {}): Promise<BareLoop> {
  const { pages = availableParallelism(), browsers = pages } = spread;
  return await startLoop(pages, browsers, openPage);
}

/**
 * The same loop with the service's own pages and all their optimisations, so that only the code around them differs.
 */
export async function startOwnPages(pages = availableParallelism()): Promise<BareLoop> {
  return await startLoop(pages, pages, openOwnPage);
}

async function startLoop(
  pages: number,
  browsers: number,
  open: (launched: LaunchedBrowser) => Promise<Print>,
): Promise<BareLoop> {
  await using opened = new AsyncDisposableStack();
  const launched = await Promise.all(
    Array.from({ length: browsers }, async () => {
      const browser = await launchBrowser();
      opened.defer(() => browser.kill());
      return browser;
    }),
  );
  const prints = await Promise.all(
    Array.from({ length: pages }, (_, number) => open(launched[number % browsers] as LaunchedBrowser)),
  );
  const kept = opened.move();
  return {
    pids: launched.map(({ processId }) => processId),
    print: (html) => (prints[0] as Print)(html),
    rate: async (html, times) => {
      let left = times;
      const started = performance.now();
      await Promise.all(
        prints.map(async (print) => {
          while (left-- > 0) await print(html);
        }),
      );
      return times / ((performance.now() - started) / 1_000);
    },
    [Symbol.asyncDispose]: () => kept.disposeAsync(),
  };
}

async function openOwnPage(launched: LaunchedBrowser): Promise<Print> {
  const page = await PrintingPage.open(launched);
  return async (html) => {
    const base64 = await page.print({ html, origin: 'global' });
    await page.clear();
    return decodeBase64(base64);
  };
}

async function openPage({ browser }: LaunchedBrowser): Promise<Print> {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  return (html) => refillAndPrint(session, frameTree.frame.id, html);
}

async function refillAndPrint(session: CDPSession, frameId: string, html: string): Promise<Uint8Array> {
  const loaded = new Promise<void>((resolve) => {
    session.once('Page.loadEventFired', () => resolve());
  });
  await Promise.all([loaded, session.send('Page.setDocumentContent', { frameId, html })]);
  const { data } = await session.send('Page.printToPDF', {
    printBackground: true,
    preferCSSPageSize: true,
    generateTaggedPDF: true,
    generateDocumentOutline: true,
  });
  return Buffer.from(data, 'base64');
}
