import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { chord, issueKey, openTexts, type TextStudio } from './open-text.ts';

const TEMPLATE = 'senior-backend-developer-agreement';
const PART = 'partials/employment/v2-term.njk';

let service: TestService;
let browser: Browser;
let key: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
  key = (await issueKey(service, ['generate', 'texts'])).key;
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

/** Where words are on a page, in the middle of the window; only pages in view are drawn. */
const MIDDLE_OF = `async (number, words) => {
  const sheet = document.querySelectorAll('.pages .page')[number];
  sheet.scrollIntoView();
  while (sheet.querySelector('.words span') === null) await new Promise(requestAnimationFrame);
  const texts = document.createTreeWalker(sheet.querySelector('.words'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    node.parentElement.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const { left, top, width, height } = range.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }
}`;

async function find({ page }: TextStudio, words: string): Promise<[x: number, y: number]> {
  await page.waitForSelector('.pages .page');
  const { length: count } = await page.$$('.pages .page');
  for (let number = 0; number < count; number++) {
    const point = await page.evaluate(`(${MIDDLE_OF})(${number}, ${JSON.stringify(words)})`);
    if (point !== undefined) return point as [number, number];
  }
  throw new Error(`${words} is on no page`);
}

const activeLine = `document.querySelector('.code-area').shadowRoot.querySelector('.cm-activeLine')?.textContent`;

test('a word of a part leads to it; the part is changed, published with the text, and found by search', async () => {
  await using studio = await openTexts(browser, service.url, `#key=${key}&texts/${TEMPLATE}/2.0.0`);
  const { page, complaints } = studio;
  await studio.says('.pages', 'Commencement Date');
  // Of the text itself, which says so.
  await studio.after('extends', `aria/Text of Senior Backend Developer Agreement[role="textbox"]`);
  await chord(page, 'KeyF');
  const search = await page.waitForSelector('aria/Find[role="textbox"]');
  await search?.type('probation');
  await studio.says('.where', `is also in`);
  await studio.says('.where', PART);
  await page.keyboard.press('Escape');

  await page.mouse.click(...(await find(studio, 'progress')));
  await studio.says('.where', `Shared part ${PART}`);
  await studio.says('.where', 'Probation: Yes');
  await page.waitForFunction(`${activeLine}?.includes('progress')`);

  // Of the number of the page.
  await page.mouse.click(...(await find(studio, 'Page')));
  await studio.says('.where', 'in no line of the text');
  await page.mouse.click(...(await find(studio, 'progress')));
  await studio.says('.where', 'Probation: Yes');
  await page.waitForFunction(`${activeLine}?.includes('progress')`);

  await page.keyboard.type('fully ');
  await studio.says('.pages', 'fully progress');
  await studio.says('.head', 'Changed, and kept in this tab');
  // Before the page is left.
  await page.waitForFunction(`Object.values(sessionStorage).some((kept) => kept.includes('fully progress'))`);
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.found.word');
  await page.reload();
  await find(studio, 'fully progress');

  await studio.press('Publish…');
  await studio.says('.publish', `${PART}: 3. Start and length of the Employment, 4. Probation`);
  await studio.press('Publish');
  await studio.says('main', 'Published 2.0.0');
  const published = await service.send('GET', `/api/v1/texts/${TEMPLATE}/versions/2.0.0`, {
    'x-key': key,
    accept: 'application/json',
  });
  const { parts } = published.json as { readonly parts: Readonly<Record<string, string>> };
  expect(Object.keys(parts)).toEqual([PART]);
  expect(parts[PART]).toContain('fully progress');
  expect([complaints, await studio.violations()]).toEqual([[], []]);
});
