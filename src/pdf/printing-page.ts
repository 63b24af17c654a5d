import type { CDPSession } from 'puppeteer-core';
import type { LaunchedBrowser } from './launch.ts';

/** Refuses everything that is not in the document itself, should a flag of the launch ever be lost. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

const BLANK = 'about:blank';

/** The browser ended under a document; the document itself need not be to blame. */
export class BrowserLostError extends Error {
  override readonly name = 'BrowserLostError';
}

/** One page of a browser of its own, kept and refilled: a tab per document costs more than printing it. */
export class PrintingPage {
  readonly #launched: LaunchedBrowser;
  readonly #session: CDPSession;
  readonly #frameId: string;
  /** Rejects when the browser ends. */
  readonly #lost: Promise<never>;
  /** Counts the navigations of the page itself, so that a document that leads elsewhere is noticed. */
  #navigations = 0;

  private constructor(launched: LaunchedBrowser, session: CDPSession, frameId: string) {
    this.#launched = launched;
    this.#session = session;
    this.#frameId = frameId;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId) this.#navigations += 1;
    });
    const { promise, reject } = Promise.withResolvers<never>();
    launched.browser.once('disconnected', () => reject(new BrowserLostError('Chromium ended')));
    // Nobody need be waiting when it ends.
    promise.catch(() => {});
    this.#lost = promise;
  }

  static async open(launched: LaunchedBrowser): Promise<PrintingPage> {
    const [page] = await launched.browser.pages();
    if (page === undefined) throw new Error('Chromium started without a page');
    const session = await page.createCDPSession();
    await Promise.all([
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Page.enable'),
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    return new PrintingPage(launched, session, frameTree.frame.id);
  }

  get isAlive(): boolean {
    return this.#launched.browser.connected;
  }

  /**
   * Prints a whole HTML document: tagged, with an outline, on the pages that its `@page` rule describes.
   * @returns the bytes of the PDF
   * @throws BrowserLostError when the browser ends meanwhile
   */
  async print(html: string): Promise<Uint8Array> {
    try {
      return await Promise.race([this.#fillAndPrint(html), this.#lost]);
    } catch (cause) {
      throw this.isAlive ? cause : new BrowserLostError('Chromium ended while it printed', { cause });
    }
  }

  /** Leaves nothing of a document behind: its content security policy, for one, would stay on the window. */
  async clear(): Promise<void> {
    await Promise.race([
      Promise.all([this.#loaded(), this.#session.send('Page.navigate', { url: BLANK })]),
      this.#lost,
    ]);
  }

  /** Ends the page with its browser. */
  async kill(): Promise<void> {
    await this.#launched.kill();
  }

  async #fillAndPrint(html: string): Promise<Uint8Array> {
    const before = this.#navigations;
    await Promise.all([
      this.#loaded(),
      this.#session.send('Page.setDocumentContent', { frameId: this.#frameId, html: withPolicy(html) }),
    ]);
    if (this.#navigations !== before) throw new Error('the document led the page elsewhere');
    const { data } = await this.#session.send('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return Buffer.from(data, 'base64');
  }

  #loaded(): Promise<void> {
    return new Promise((resolve) => {
      this.#session.once('Page.loadEventFired', () => resolve());
    });
  }
}

/** The policy goes behind the doctype: before it, the page would be laid out in quirks mode. */
function withPolicy(html: string): string {
  const meta = `<meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`;
  return `<!doctype html>${meta}${html.replace(/^\s*<!doctype html>/i, '')}`;
}
