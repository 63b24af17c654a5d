import { once } from 'node:events';
import { type Browser, type CDPSession, ProtocolError } from 'puppeteer-core';
import { WorkerLostError } from '../pool/errors.ts';
import { type Vitals, vitalsOf } from '../processes/vitals.ts';
import type { LaunchedBrowser } from './launch.ts';

/** A whole HTML document. */
export interface PrintableDocument {
  readonly html: string;
  /** Whether the text is the service's own. What a company wrote might leave something behind on the page. */
  readonly isTrusted: boolean;
  /** Whether it is to be PDF/A-3 (docs/archive.md). */
  readonly archive?: boolean;
  /** A file for the PDF to hold: `data.json`, the data that was printed. */
  readonly dataJson?: string | undefined;
}

/** Refuses everything that is not in the document itself, should a flag of the launch ever be lost. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

const BLANK = 'about:blank';

/** Size of a page's window, in CSS pixels. */
export const WINDOW = { width: 800, height: 600 };

/**
 * The window keeps the policy of the first document through every refill, so that it is set once. As every document,
 * it begins with the doctype, or the page would be laid out in quirks mode.
 */
const FIRST_DOCUMENT = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`;

/**
 * Nobody looks at the window. Chromium lays a document out for it when it is loaded, and again, in the style of the print,
 * before it does so for the pages of the print: a third of the whole print. For those pages, media queries see the paper of
 * the print's options, which is not as large as the window, whatever paper a document asks for.
 */
const NO_WINDOW =
  `<style media="screen, (width: ${WINDOW.width}px) and (height: ${WINDOW.height}px)">` +
  'body{content-visibility:hidden}</style>';

/** A navigation gives back what refills gather: without it, a renderer grew from 150 to 220 MB over 1,500 documents. */
const CLEARED_EVERY_DOCUMENTS = 50;

/** One page of a browser of its own, kept and refilled: a tab per document costs more than printing it. */
export class PrintingPage {
  readonly #launched: LaunchedBrowser;
  readonly #session: CDPSession;
  readonly #frameId: string;
  /** Resolves when the browser or its renderer has ended. */
  readonly ended: Promise<unknown>;
  /** Fires then, with a WorkerLostError. */
  readonly #lost = new AbortController();
  /** Counts the navigations of the page itself, so that a document that leads elsewhere is noticed. */
  #navigations = 0;
  #documents = 0;
  #mustBeCleared = true;

  private constructor(launched: LaunchedBrowser, session: CDPSession, frameId: string) {
    this.#launched = launched;
    this.#session = session;
    this.#frameId = frameId;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId) this.#navigations += 1;
    });
    const lose = (what: string) => this.#lost.abort(new WorkerLostError(`${what} ended`));
    this.ended = once(this.#lost.signal, 'abort');
    launched.browser.once('disconnected', () => lose('Chromium'));
    session.once('Inspector.targetCrashed', () => lose("Chromium's renderer"));
  }

  /** A page that is ready for its first document. */
  static async open(launched: LaunchedBrowser): Promise<PrintingPage> {
    const session = await openTab(launched.browser);
    await Promise.all([
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Page.enable'),
      session.send('Inspector.enable'),
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    launched.transport.keepPdfs();
    const page = new PrintingPage(launched, session, frameTree.frame.id);
    await page.clear();
    return page;
  }

  /** @throws when the browser is gone */
  async vitals(): Promise<Vitals> {
    return await vitalsOf(this.#launched.processId);
  }

  /**
   * Prints a document: tagged, with an outline, on the pages that its `@page` rule describes.
   * @returns the PDF, in base64
   * @throws WorkerLostError when the browser ends meanwhile, or does not print it
   */
  async print({ html, isTrusted }: PrintableDocument): Promise<Buffer> {
    this.#documents += 1;
    this.#mustBeCleared = !isTrusted || this.#documents % CLEARED_EVERY_DOCUMENTS === 0;
    return await this.#whileAlive(this.#fillAndPrint(html));
  }

  /**
   * Leaves nothing of a document behind. A document of the service's own leaves nothing that the next does not
   * replace (`tests/pdf` prints each after each), and goes without.
   */
  async clear(): Promise<void> {
    if (!this.#mustBeCleared) return;
    await this.#whileAlive(this.#empty());
    this.#mustBeCleared = false;
  }

  /** Ends the page with its browser. */
  async kill(): Promise<void> {
    await this.#launched.kill();
  }

  async #fillAndPrint(html: string): Promise<Buffer> {
    const before = this.#navigations;
    await this.#fill(withoutWindow(html));
    if (this.#navigations !== before) throw new Error('the document led the page elsewhere');
    const { data } = await this.#session.send('Page.printToPDF', {
      printBackground: true,
      preferCSSPageSize: true,
      generateTaggedPDF: true,
      generateDocumentOutline: true,
    });
    return this.#launched.transport.takePdf(data);
  }

  async #empty(): Promise<void> {
    await Promise.all([this.#loaded(), this.#session.send('Page.navigate', { url: BLANK })]);
    await this.#fill(FIRST_DOCUMENT);
  }

  async #fill(html: string): Promise<void> {
    await Promise.all([
      this.#loaded(),
      this.#session.send('Page.setDocumentContent', { frameId: this.#frameId, html }),
    ]);
  }

  /** Listens for one task: a race with a promise that lives as long as the page would keep every document's bytes. */
  async #whileAlive<Result>(task: Promise<Result>): Promise<Result> {
    const { signal } = this.#lost;
    const lost = Promise.withResolvers<never>();
    const onLost = () => lost.reject(signal.reason);
    signal.addEventListener('abort', onLost);
    try {
      return await Promise.race([task, lost.promise]);
    } catch (cause) {
      // Chromium says that it failed before it says that its renderer was killed: whose fault it was shows the second try.
      if (signal.aborted || cause instanceof ProtocolError)
        throw new WorkerLostError('Chromium ended or failed under a document', { cause });
      throw cause;
    } finally {
      signal.removeEventListener('abort', onLost);
    }
  }

  #loaded(): Promise<void> {
    return new Promise((resolve) => {
      this.#session.once('Page.loadEventFired', () => resolve());
    });
  }
}

/** Of the tab until its first document, so that it is told from any that Chromium opens by itself. */
const NEW_TAB = `${BLANK}#printing`;

/**
 * A tab that draws a frame when it is told to. Nobody does: a print needs none, and drawing took 2 ms a document. Only
 * the headless shell has such tabs; those of the whole Chromium draw theirs.
 */
async function openTab(browser: Browser): Promise<CDPSession> {
  const session = await browser.target().createCDPSession();
  await session.send('Target.createTarget', {
    url: NEW_TAB,
    newWindow: true,
    ...WINDOW,
    enableBeginFrameControl: true,
  });
  await session.detach();
  const tab = await browser.waitForTarget((target) => target.url() === NEW_TAB);
  return await tab.createCDPSession();
}

/** The rule goes behind the doctype and before everything that the document says itself. */
function withoutWindow(html: string): string {
  return `<!doctype html>${NO_WINDOW}${html.replace(/^\s*<!doctype html>/i, '')}`;
}
