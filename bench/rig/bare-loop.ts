import { availableParallelism } from 'node:os';
import type { Browser, CDPSession } from 'puppeteer-core';
import { launchBrowser } from './chromium.ts';

/** How the bare loop's pages, as many as cores, are spread. */
export type Shape = 'one browser' | 'a browser per page';

/** What the service is measured against: kept pages, refilled and printed, with nothing around them. */
export interface BareLoop extends AsyncDisposable {
  /** Of its browsers. */
  readonly pids: readonly number[];
  /** Prints on the first page. @returns the bytes of the PDF */
  print(html: string): Promise<Buffer>;
  /** Prints so many times, on all pages. @returns PDFs a second */
  rate(html: string, times: number): Promise<number>;
}

export async function startBareLoop(shape: Shape, pages = availableParallelism()): Promise<BareLoop> {
  await using opened = new AsyncDisposableStack();
  const launch = async () => {
    const launched = await launchBrowser();
    opened.defer(() => launched.kill());
    return launched.browser;
  };
  const browsers = await Promise.all(
    Array.from({ length: shape === 'one browser' ? 1 : pages }, async () => launch()),
  );
  const prints = await Promise.all(
    Array.from({ length: pages }, async (_, number) =>
      openPage(browsers[number % browsers.length] as Browser),
    ),
  );
  const kept = opened.move();
  return {
    pids: browsers.map((browser) => browser.process()?.pid as number),
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

type Print = (html: string) => Promise<Buffer>;

async function openPage(browser: Browser): Promise<Print> {
  const page = await browser.newPage();
  const session = await page.createCDPSession();
  await session.send('Emulation.setScriptExecutionDisabled', { value: true });
  await session.send('Page.enable');
  const { frameTree } = await session.send('Page.getFrameTree');
  return (html) => refillAndPrint(session, frameTree.frame.id, html);
}

async function refillAndPrint(session: CDPSession, frameId: string, html: string): Promise<Buffer> {
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
