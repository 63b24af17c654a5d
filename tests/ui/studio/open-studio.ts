import type { Browser, Page } from 'puppeteer-core';
import { focus, press } from './act.ts';

export interface Studio extends AsyncDisposable {
  readonly page: Page;
  /** Errors and warnings of the browser, but for refused requests, which it reports too. */
  readonly complaints: readonly string[];
  /** The addresses of all requests. */
  readonly requested: readonly string[];
  /** Types into the control with a label. */
  type(label: string, text: string): Promise<void>;
  /** Types over what stands in a control, as a person does: puppeteer's `fill` clears it without an event. */
  retype(selector: string, text: string): Promise<void>;
  /** Presses the button of a name. */
  press(button: string): Promise<void>;
  /** Presses what a selector finds: a link, a tab, a choice. */
  pressOn(selector: string): Promise<void>;
  /** Leads the keyboard to a control. */
  focus(selector: string): Promise<void>;
  /** Presses a button that is behind “More”. */
  more(button: string): Promise<void>;
  /** Drops a file on the page. */
  drop(name: string, bytes: Uint8Array | string): Promise<void>;
  /** Waits until the pages show what was typed. */
  settles(): Promise<void>;
  /** Waits until nothing is wrong that concerns the whole page. */
  hasNoAlert(): Promise<void>;
  /** Holds frames back, as on a machine with too much to do. Preact waits for one, or 35 ms. */
  holdFrames(): Promise<void>;
  /** Gives those that were held, and one turn of the event loop. */
  releaseFrames(): Promise<void>;
  /** Waits until the words of an element contain a text. */
  says(selector: string, text: string): Promise<void>;
}

interface Look {
  readonly width?: number;
  readonly height?: number;
  readonly scheme?: 'light' | 'dark';
}

/** The studio in a tab of its own. @param hash of its address, with `#` */
export async function openStudio(
  browser: Browser,
  url: string,
  hash: string,
  { width = 1280, height = 900, scheme = 'light' }: Look = {},
): Promise<Studio> {
  // A context of its own, as another person has.
  const context = await browser.createBrowserContext();
  const page = await context.newPage();
  // Only ends tests that hang.
  page.setDefaultTimeout(60_000);
  const complaints: string[] = [];
  const requested: string[] = [];
  page.on('console', (message) => {
    if (!message.text().startsWith('Failed to load resource')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  page.on('request', (request) => requested.push(request.url()));
  await page.setViewport({ width, height });
  await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
  await page.goto(`${url}/studio${hash}`);
  const pressButton = (button: string) => press(page, `aria/${button}[role="button"]`);
  return {
    page,
    complaints,
    requested,
    type: async (label, text) => {
      await focus(page, `aria/${label}`);
      await page.keyboard.type(text);
    },
    retype: async (selector, text) => {
      await focus(page, selector);
      await page.keyboard.down('Control');
      await page.keyboard.press('a');
      await page.keyboard.up('Control');
      await page.keyboard.type(text);
    },
    settles: async () => {
      await page.waitForSelector('[aria-label="Document"][aria-busy="false"]');
    },
    hasNoAlert: async () => {
      await page.waitForFunction(
        `[...document.querySelectorAll('[role=alert]')].every(({ textContent }) => textContent === '')`,
      );
    },
    press: pressButton,
    pressOn: (selector) => press(page, selector),
    focus: (selector) => focus(page, selector),
    more: async (button) => {
      await pressButton('More');
      await pressButton(button);
    },
    drop: async (name, bytes) => {
      const transferred = `new File([Uint8Array.fromBase64(${JSON.stringify(Buffer.from(bytes).toString('base64'))})], ${JSON.stringify(name)})`;
      await page.evaluate(`{
        const dataTransfer = new DataTransfer();
        dataTransfer.items.add(${transferred});
        const where = { dataTransfer, bubbles: true, cancelable: true };
        for (const type of ['dragover', 'drop']) document.body.dispatchEvent(new DragEvent(type, where));
      }`);
    },
    holdFrames: async () => {
      await page.evaluate(`{
        const { setTimeout } = window;
        window.held = [];
        requestAnimationFrame = (run) => held.push(run);
        window.setTimeout = (run, ms, ...more) => (ms === 35 ? held.push(run) : setTimeout(run, ms, ...more));
      }`);
    },
    releaseFrames: async () => {
      await page.evaluate('for (const run of held) run(); new Promise((resolve) => setTimeout(resolve))');
    },
    says: async (selector, text) => {
      const words = `[...document.querySelectorAll(${JSON.stringify(selector)})].map(({ textContent }) => textContent)`;
      const found = `${words}.some((one) => one.includes(${JSON.stringify(text)}))`;
      await page.waitForFunction(found, { polling: 50 }).catch(async (cause) => {
        const said = JSON.stringify(await page.evaluate(words)).slice(0, 2_000);
        const shown = JSON.stringify(await page.evaluate('[location.hash, document.body.innerText]'));
        throw new Error(
          `${selector} does not say “${text}”, but ${said}, on the page ${shown.slice(0, 2_000)}`,
          { cause },
        );
      });
    },
    [Symbol.asyncDispose]: () => context.close(),
  };
}
