import { readFile } from 'node:fs/promises';
import type { Browser } from 'puppeteer-core';
import type { TestService } from '../../service.ts';
import { openStudio, type Studio } from './open-studio.ts';

export const NDA = 'non-disclosure-agreement';

/** The catalogue's text. */
export const SOURCE = await readFile(
  new URL(`../../../templates-html/${NDA}/1.0.0.njk`, import.meta.url),
  'utf8',
);

/** The line of its title, at which the tests type. */
export const TITLE_LINE = SOURCE.slice(0, SOURCE.indexOf('<h1>')).split('\n').length;

export interface TextStudio extends Studio {
  /** Refusals of the page's policy. */
  violations(): Promise<readonly string[]>;
  /** Leads the cursor to the end of the first line that has a text, by the search of the editor. @param editor its selector */
  after(words: string, editor?: string): Promise<void>;
  /** Pastes at the cursor. */
  paste(text: string): Promise<void>;
  /** What is kept in the tab of the text that was opened. */
  kept(name: string): Promise<string | undefined>;
}

export const TEXT = 'aria/Text of Non-disclosure agreement[role="textbox"]';

/** A key of the company. */
export async function issueKey(service: TestService, rights: readonly string[]) {
  const issued = await service.admin('POST', `/companies/${service.companyId}/keys`, { rights });
  return issued.json as { readonly keyId: string; readonly key: string };
}

/** The studio at an address of its texts. */
export async function openTexts(
  browser: Browser,
  url: string,
  hash: string,
  look: Parameters<typeof openStudio>[3] = {},
): Promise<TextStudio> {
  const studio = await openStudio(browser, url, hash, look);
  const { page } = studio;
  const watch = () => {
    const { document } = globalThis as unknown as { document: EventTarget };
    const refused: string[] = [];
    Object.assign(globalThis, { refused });
    document.addEventListener('securitypolicyviolation', (event) => {
      const { violatedDirective, blockedURI } = event as unknown as Record<string, string>;
      refused.push(`${violatedDirective} ${blockedURI}`);
    });
  };
  await page.evaluateOnNewDocument(watch);
  await page.reload();
  return {
    ...studio,
    violations: () => page.evaluate('refused') as Promise<string[]>,
    after: async (words, editor = TEXT) => {
      await studio.focus(editor);
      await chord(page, 'KeyF');
      const search = await page.waitForSelector('aria/Find[role="textbox"]');
      await search?.type(words);
      await page.keyboard.press('Enter');
      await page.keyboard.press('Escape');
      await page.keyboard.press('End');
    },
    paste: async (text) => {
      const content = await page.waitForSelector(TEXT);
      await content?.evaluate((element, pasted) => {
        const { DataTransfer, ClipboardEvent } = globalThis as unknown as Record<
          string,
          new (
            ...args: unknown[]
          ) => Event & { setData(type: string, text: string): void }
        >;
        if (DataTransfer === undefined || ClipboardEvent === undefined) return;
        const clipboardData = new DataTransfer();
        clipboardData.setData('text/plain', pasted);
        element.dispatchEvent(
          new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
        );
      }, text);
    },
    kept: async (name) => {
      const json = await page.evaluate(`sessionStorage.getItem(${JSON.stringify(`studio.text ${name}`)})`);
      return json === null ? undefined : JSON.parse(String(json));
    },
    [Symbol.asyncDispose]: () => studio[Symbol.asyncDispose](),
  };
}

/** Presses a key with Ctrl. */
export async function chord(
  page: Studio['page'],
  key: Parameters<Studio['page']['keyboard']['press']>[0],
): Promise<void> {
  await page.keyboard.down('Control');
  await page.keyboard.press(key);
  await page.keyboard.up('Control');
}
