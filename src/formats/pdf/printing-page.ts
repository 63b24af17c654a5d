import { once } from 'node:events';
import { type Browser, type CDPSession, type Protocol, ProtocolError } from 'puppeteer-core';
import { WorkerKilledError, WorkerLostError } from '../../workers/pool/errors.ts';
import { wasKilled } from '../../workers/processes/jail.ts';
import { type Vitals, vitalsOf } from '../../workers/processes/vitals.ts';
import type { LaunchedBrowser } from './launch.ts';

/** A whole HTML document. */
export interface Printable {
  readonly html: string;
  /** A company's own text (`custom`) might leave something behind on the page. */
  readonly origin: 'global' | 'custom';
}

/** Blocks everything outside the document itself, in case a launch flag is ever lost. */
const CONTENT_SECURITY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; base-uri 'none'; form-action 'none'";

const BLANK = 'about:blank';

/** Size of the page's window, in CSS pixels. */
export const WINDOW = { width: 800, height: 600 };

/**
 * The policy of the first document stays in force through every refill, so it is set once. Like every document, this
 * one begins with the doctype, or the page would be laid out in quirks mode.
 */
const FIRST_DOCUMENT = `<!doctype html><meta http-equiv="Content-Security-Policy" content="${CONTENT_SECURITY_POLICY}">`;

/**
 * Hides the document on the screen. Chromium lays a document out for the window when it is loaded, and again in print
 * style before it lays out the printed pages: a third of the print time, for a window that nobody sees. While the pages
 * are laid out, media queries see the paper size of the print options, which is smaller than the window, whatever
 * `@page` says.
 */
const NO_WINDOW =
  `<style media="screen, (width: ${WINDOW.width}px) and (height: ${WINDOW.height}px)">` +
  'body{content-visibility:hidden}</style>';

/** A navigation frees what refills accumulate: without it, a renderer grew from 150 to 220 MB over 1,500 documents. */
const CLEARED_EVERY_DOCUMENTS = 50;

/**
 * One page, in a browser of its own, that is refilled for each document: a tab per document costs more than printing
 * it.
 */
export class PrintingPage {
  readonly #launched: LaunchedBrowser;
  readonly #session: CDPSession;
  readonly #frameId: string;
  /** Resolves when the browser or its renderer has exited, with what ended it. */
  readonly ended: Promise<WorkerLostError>;
  /** Fires at the same moment. */
  readonly #lost = new AbortController();
  /** Number of navigations of the main frame, to detect a document that navigates away. */
  #navigations = 0;
  #documents = 0;
  #mustBeCleared = true;

  /** @param crashes a session of the browser itself, which tells how renderers ended */
  private constructor(launched: LaunchedBrowser, crashes: CDPSession, session: CDPSession, frameId: string) {
    this.#launched = launched;
    this.#session = session;
    this.#frameId = frameId;
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.id === frameId) this.#navigations += 1;
    });
    this.ended = once(this.#lost.signal, 'abort').then(() => this.#lost.signal.reason);
    launched.gone.then((exit) => {
      const browser = `Chromium, process ${launched.processId},`;
      const { code, signal } = exit;
      this.#lost.abort(
        wasKilled(exit)
          ? new WorkerKilledError(browser)
          : new WorkerLostError(`${browser} ended (code ${code}, signal ${signal})`),
      );
    });
    crashes.on('Target.targetCrashed', (crash) => this.#lost.abort(crashOf(crash, launched.processId)));
  }

  /** A page that is ready for its first document. */
  static async open(launched: LaunchedBrowser): Promise<PrintingPage> {
    const crashes = await launched.browser.target().createCDPSession();
    await crashes.send('Target.setDiscoverTargets', { discover: true });
    const session = await openTab(crashes, launched.browser);
    await Promise.all([
      session.send('Emulation.setScriptExecutionDisabled', { value: true }),
      session.send('Page.enable'),
    ]);
    const { frameTree } = await session.send('Page.getFrameTree');
    launched.transport.keepPdfs();
    const page = new PrintingPage(launched, crashes, session, frameTree.frame.id);
    await page.clear();
    return page;
  }

  /** @throws when the browser is gone */
  vitals(): Vitals {
    return vitalsOf(this.#launched.processId);
  }

  /**
   * Prints a document as a tagged PDF with an outline; its `@page` rules set the paper size.
   * @returns the PDF, in base64
   * @throws WorkerLostError when the browser exits or fails
   */
  async print({ html, origin }: Printable): Promise<Buffer> {
    this.#documents += 1;
    this.#mustBeCleared = origin === 'custom' || this.#documents % CLEARED_EVERY_DOCUMENTS === 0;
    return await this.#whileAlive(this.#fillAndPrint(html));
  }

  /**
   * Removes every trace of a company's own document. A document of the catalogue leaves nothing that the next one does
   * not replace, so it needs no clearing (`tests/formats/pdf` prints each one after every other).
   */
  async clear(): Promise<void> {
    if (!this.#mustBeCleared) return;
    await this.#whileAlive(this.#empty());
    this.#mustBeCleared = false;
  }

  async kill(): Promise<void> {
    await this.#launched.kill();
  }

  async #fillAndPrint(html: string): Promise<Buffer> {
    const before = this.#navigations;
    await this.#fill(withoutWindow(html));
    if (this.#navigations !== before) throw new Error('the document navigated the page away');
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

  /** Adds a listener per task: a race with a promise as long-lived as the page would keep every document's bytes. */
  async #whileAlive<Result>(task: Promise<Result>): Promise<Result> {
    const { signal } = this.#lost;
    const lost = Promise.withResolvers<never>();
    const onLost = () => lost.reject(signal.reason);
    signal.addEventListener('abort', onLost);
    try {
      return await Promise.race([task, lost.promise]);
    } catch (cause) {
      if (!signal.aborted && !(cause instanceof ProtocolError)) throw cause;
      if (!signal.aborted) await this.#fate();
      throw signal.aborted
        ? signal.reason
        : new WorkerLostError('Chromium failed under a document', { cause });
    } finally {
      signal.removeEventListener('abort', onLost);
    }
  }

  /**
   * The first sign of a dead renderer is a protocol error; how it ended follows.
   * @returns when that is known, or the renderer has answered
   */
  async #fate(): Promise<void> {
    const alive = this.#session.send('Page.getFrameTree').catch(() => this.ended);
    await Promise.race([alive, this.ended]);
  }

  #loaded(): Promise<void> {
    return new Promise((resolve) => {
      this.#session.once('Page.loadEventFired', () => resolve());
    });
  }
}

/** URL of the tab until its first document. It differs from the URL of any tab that Chromium opens by itself. */
const NEW_TAB = `${BLANK}#printing`;

/**
 * A tab that draws frames on request only. A print needs none, and drawing took 2 ms a document. Only the headless
 * shell has such tabs; a complete Chromium opens an ordinary one.
 */
async function openTab(session: CDPSession, browser: Browser): Promise<CDPSession> {
  await session.send('Target.createTarget', {
    url: NEW_TAB,
    newWindow: true,
    ...WINDOW,
    enableBeginFrameControl: true,
  });
  const tab = await browser.waitForTarget((target) => target.url() === NEW_TAB);
  return await tab.createCDPSession();
}

const SIGKILL = 9;

/** @param browser id of the browser's first process */
function crashOf(
  { status, errorCode }: Protocol.Target.TargetCrashedEvent,
  browser: number,
): WorkerLostError {
  const renderer = `Chromium's renderer, of process ${browser},`;
  if (status === 'killed' && errorCode === SIGKILL) return new WorkerKilledError(renderer);
  return new WorkerLostError(`${renderer} ended (${status}, code ${errorCode})`);
}

/** Inserts the rule after the doctype and before the document's own styles. */
function withoutWindow(html: string): string {
  return `<!doctype html>${NO_WINDOW}${html.replace(/^\s*<!doctype html>/i, '')}`;
}
