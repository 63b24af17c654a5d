import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { chord, issueKey, NDA, openTexts, SOURCE, TEXT, type TextStudio, TITLE_LINE } from './open-text.ts';

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

const open = (to = '', look = {}) => openTexts(browser, service.url, `#key=${key}&texts${to}`, look);

async function publish(version: string, text: string): Promise<void> {
  const headers = { 'x-key': key, 'content-type': 'text/html; charset=utf-8' };
  const path = `/api/v1/texts/${NDA}/versions/${version}`;
  const { status, json } = await service.send('PUT', path, headers, text);
  expect([200, 201], JSON.stringify(json)).toContain(status);
}

/** Titled anew, so that the pages tell which text they show. */
const titled = (title: string) => SOURCE.replace('<h1>Non-disclosure agreement', `<h1>${title}`);

const CATALOGUE = `/${NDA}/1.0.0`;

describe('a text', () => {
  test('is opened from the list, edited, shown, and kept over a reload', async () => {
    await using studio = await openTexts(browser, service.url, `#key=${key}`);
    const { page, complaints, requested } = studio;
    await studio.pressOn('aria/Your own texts[role="link"]');
    await studio.says('main', 'Your company has none yet.');
    expect(requested.some((url) => url.includes('/text-editor'))).toBe(false);
    await page.locator('aria/Template').fill(NDA);
    await studio.press('Open');
    await studio.says('.pages', 'Non-disclosure agreement');
    await studio.after('<h1>');
    await page.keyboard.type('<p>Our own words</p>');
    await studio.says('.pages', 'Our own words');
    await studio.says('.head', 'Changed, and kept in this tab. It will be your 1.0.0');
    await page.reload();
    await studio.says('.pages', 'Our own words');
    await studio.pressOn('aria/All texts');
    await studio.says('main', 'begun with the catalogue’s 1.0.0, kept in this tab');
    await studio.pressOn('aria/Non-disclosure agreement[role="link"]');
    await studio.says('.pages', 'Our own words');
    await studio.press('Undo all changes');
    await page.waitForFunction(`!document.querySelector('.pages').textContent.includes('Our own words')`);
    await expect.poll(() => studio.kept(`${NDA}/1.0.0`)).toBeUndefined();
    expect([complaints, await studio.violations()]).toEqual([[], []]);
  });

  test('has its faults at their lines, and a list that leads there, while the last good pages stay', async () => {
    await using studio = await open(CATALOGUE);
    const { page } = studio;
    await studio.says('.status', 'Nothing to correct · 0 warnings');
    await studio.says('.pages', 'Key Terms');
    await studio.after('<h1>');
    await page.keyboard.type('<p>{{ project | dat }}</p>');
    await studio.says(
      '.findings',
      `Correct line ${TITLE_LINE} there is no such filter; there are blank, date,`,
    );
    await studio.says('.pages', 'Something in the text is to be corrected first.');
    await studio.says('.pages', 'Key Terms');
    // The editor draws what stands beside its lines in a frame after the marks are set.
    const marked = (selector: string) =>
      page.evaluate(
        `document.querySelector('.code-area').shadowRoot.querySelector('${selector}')?.textContent`,
      );
    const marks = async () => [await marked('.mark.fault'), await marked('.has-fault')];
    await expect.poll(marks).toEqual(['✕', '<h1>Non-disclosure agreement</h1><p>{{ project | dat }}</p>']);
    await studio.focus(`aria/Correct line ${TITLE_LINE}`);
    await page.keyboard.press('Enter');
    await page.waitForFunction(
      `document.querySelector('.code-area').shadowRoot.activeElement?.classList.contains('cm-content')`,
    );
    // At the filter's name: this makes it the right one.
    await page.keyboard.press('End');
    for (let back = 0; back < '.dat }}</p>'.length - 1; back += 1) await page.keyboard.press('ArrowLeft');
    for (let at = 0; at < 'dat'.length; at += 1) await page.keyboard.press('Delete');
    await page.keyboard.type('written');
    await studio.says('.status', 'Nothing to correct · 0 warnings');
    await page.waitForFunction(`!document.querySelector('.pages-state')`);
    await page.keyboard.press('End');
    await page.keyboard.type('<p>{{ projct }}</p>');
    await studio.says('.findings', `Look at line ${TITLE_LINE}`);
    await studio.says('.status', 'Nothing to correct · 1 warning');
  });

  test('follows what is undone from its first frame', async () => {
    await using studio = await open();
    const { page } = studio;
    await studio.says('main', 'New template');
    await studio.holdFrames();
    await page.evaluate(`location.hash = '#texts${CATALOGUE}'`);
    await studio.focus(TEXT);
    await page.keyboard.type('Our own words');
    await studio.press('Undo all changes');
    const source = `document.querySelector('.code-area').shadowRoot.querySelector('.cm-content').textContent`;
    expect(await page.evaluate(source)).not.toContain('Our own words');
  });

  test('is left by Esc and Tab, and gets fields by keyboard', async () => {
    await using studio = await open(CATALOGUE);
    const { page } = studio;
    await studio.says('.status', 'Nothing to correct');
    await studio.after('<h1>');
    await chord(page, 'Space');
    await page.waitForSelector('[role="combobox"]:focus');
    await page.keyboard.type('ndaduration');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.waitForFunction(`!document.querySelector('[role="combobox"]')`);
    await page.keyboard.type('!');
    const inserted = '</h1>{{ ndaDuration | written | blank("duration") }}!';
    await page.waitForFunction(
      `document.querySelector('.code-area').shadowRoot.textContent.includes(${JSON.stringify(inserted)})`,
    );
    await page.keyboard.press('Escape');
    await page.keyboard.press('Tab');
    expect(await page.evaluate('document.activeElement.closest(".code-area")')).toBeNull();
  });

  test('is shown with the least data and with each condition, and a place on a page leads to its line', async () => {
    await using studio = await open(CATALOGUE);
    const { page } = studio;
    await studio.says('.pages', 'Sterling Harbour Foods');
    await studio.press('More');
    await page.locator('aria/Shown with').fill('least');
    await page.waitForFunction(
      `!document.querySelector('.pages').textContent.includes('Sterling Harbour Foods')`,
    );
    const shownWith = await page.$('aria/Shown with');
    const titles = await shownWith?.$$eval('option', (all) => all.map(({ textContent }) => textContent));
    await page.keyboard.press('Escape');
    expect(titles?.slice(0, 2)).toEqual(['Sample', 'Least data']);
    expect(titles?.length).toBeGreaterThan(4);
    await studio.pressOn('.place[data-path="project"]');
    await page.waitForFunction(
      `document.querySelector('.code-area').shadowRoot.querySelector('.cm-activeLine')?.textContent.includes('Project')`,
    );
  });

  test('is compared with the catalogue’s and with another version, by words', async () => {
    await publish('0.5.0', titled('Secrecy agreement'));
    await using studio = await open(`/${NDA}/0.5.0/own`);
    const { page } = studio;
    await studio.pressOn('aria/Changes[role="tab"]');
    await studio.says('.text-changes', 'are the same');
    await studio.after('<h1>');
    await page.keyboard.type('<p>New</p>');
    await studio.says('.text-changes', '1 place changed');
    await page.select('.text-changes select', '1');
    await studio.says('.changed', 'Non-disclosure');
    const pieces = await page.$$eval('.changed *', (all) => all.map((one) => [one.tagName, one.textContent]));
    expect(pieces).toEqual([
      ['DEL', 'Non-disclosure'],
      ['INS', 'Secrecy'],
      ['INS', '<p>New</p>'],
    ]);
    await studio.press(`Line ${TITLE_LINE}`);
    await page.waitForFunction(
      `document.querySelector('.code-area').shadowRoot.activeElement?.classList.contains('cm-content')`,
    );
  });
});

describe('publishing', () => {
  test('asks for a number, says why one is refused, and retiring asks once more', async () => {
    await publish('3.0.0', titled('Third Agreement'));
    await using studio = await open(`/${NDA}/3.0.0/own`);
    const { page, complaints } = studio;
    await studio.says('.status', 'Nothing to correct');
    await studio.after('<h1>');
    await page.keyboard.type('<p>{{ project | dat }}</p>');
    await studio.press('Publish…');
    await page.waitForSelector('#version-number:focus');
    expect(await typedIn(studio, '#version-number')).toBe('3.1.0');
    await page.keyboard.press('Enter');
    await studio.says(
      '.publish [role=alert]',
      `The template cannot be published: line ${TITLE_LINE}, column`,
    );
    await studio.press(`Go to line ${TITLE_LINE}`);
    await studio.press('Undo all changes');
    await studio.says('.status', 'Nothing to correct');
    await studio.retype('aria/Version number', '3');
    await page.keyboard.press('Enter');
    await studio.says('.publish [role=alert]', 'A number has three parts');
    await studio.after('<h1>');
    await page.keyboard.type('<p>The fourth</p>');
    await studio.retype('aria/Version number', '3.0.0');
    await page.keyboard.press('Enter');
    await studio.says('.publish [role=alert]', 'publish under a new version. The next free number is 3.1.0.');
    await studio.retype('aria/Version number', '4.0.0');
    await page.keyboard.press('Enter');
    await studio.says('.said', 'Published 4.0.0. From now on, people in the studio get this text');
    expect(page.url()).toBe(`${service.url}/studio#texts/${NDA}/4.0.0/own`);
    expect(await studio.kept(`${NDA}/3.0.0/own`)).toBeUndefined();
    const own = await service.send('GET', `/api/v1/texts/${NDA}/versions/4.0.0`, { 'x-key': key });
    expect(own.bytes.toString()).toBe(
      titled('Third Agreement').replace('Agreement</h1>', 'Agreement</h1><p>The fourth</p>'),
    );
    await studio.press('Retire 4.0.0…');
    await studio.says('.question', 'Retire 4.0.0?');
    await studio.press('Keep it');
    await page.waitForSelector('[aria-label="Retire 4.0.0…"]:focus');
    await page.keyboard.press('Enter');
    await studio.press('Retire 4.0.0');
    await studio.says('h1', 'your 4.0.0, retired');
    await studio.pressOn('aria/All texts');
    await studio.says('tbody', 'Retired');
    expect([complaints, await studio.violations()]).toEqual([[], []]);
  });
});

/** Holds back what is read when something is published. @returns what waits until it is, and then what goes on */
async function holdPublished({ page }: TextStudio) {
  await page.evaluate(`{
    const { fetch } = window;
    const late = new Promise((resolve) => {
      globalThis.goOn = resolve;
    });
    window.fetch = async (...asked) => {
      const answer = await fetch(...asked);
      if (!String(asked[0]).endsWith('/api/v1/key')) return answer;
      globalThis.isPublished = true;
      await late;
      return answer;
    };
  }`);
  return {
    published: () => page.waitForFunction('globalThis.isPublished'),
    goOn: () =>
      page.evaluate(`goOn(), fetch('/api/v1/key').then(() => new Promise((resolve) => setTimeout(resolve)))`),
  };
}

test('whoever leaves a text while it is published is not led back', async () => {
  await publish('5.0.0', titled('Fifth Agreement'));
  await using studio = await open(`/${NDA}/5.0.0/own`);
  const { page } = studio;
  await studio.says('.status', 'Nothing to correct');
  await studio.press('Publish…');
  await page.waitForSelector('#version-number:focus');
  const { published, goOn } = await holdPublished(studio);
  await page.keyboard.press('Enter');
  await published();
  await studio.pressOn('aria/All texts');
  await studio.says('tbody', 'In use');
  await goOn();
  expect(await page.evaluate('location.hash')).toBe('#texts');
});

test('whoever leaves the list while a new template is published is not led to it', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.type('Title', 'Deed of leaving');
  const { published, goOn } = await holdPublished(studio);
  await studio.press('Make the template');
  await published();
  await studio.pressOn('aria/Documents[role="link"]');
  await studio.says('main', 'What would you like to fill in?');
  await goOn();
  expect(await page.evaluate('location.hash')).toBe('#/');
});

test.each([
  ['Insert field…', '[role=combobox]'],
  ['Publish…', '#version-number'],
  ['Retire 0.9.0…', '.question'],
])('%s leads the keyboard to its question before the next key', async (name, question) => {
  await publish('0.9.0', titled('Ninth Agreement'));
  await using studio = await open(`/${NDA}/0.9.0/own`);
  const button = await studio.page.waitForSelector(`aria/${name}[role="button"]`);
  const isThere = await button?.evaluate(async (one, selector) => {
    (one as unknown as { click(): void }).click();
    await Promise.resolve();
    const { document } = globalThis as unknown as {
      document: { activeElement: { matches(selector: string): boolean } };
    };
    return document.activeElement.matches(selector);
  }, question);
  expect(isThere).toBe(true);
});

describe('bad luck', () => {
  test('a key that is revoked while somebody types, and one without the right, lose nothing', async () => {
    const first = await issueKey(service, ['texts']);
    const without = await issueKey(service, ['generate']);
    await using studio = await openTexts(browser, service.url, `#key=${first.key}&texts${CATALOGUE}`);
    const { page } = studio;
    await studio.says('.pages', 'Key Terms');
    await service.admin('DELETE', `/companies/acme/keys/${first.keyId}`);
    await studio.after('<h1>');
    await page.keyboard.type('<p>Still here</p>');
    await studio.says('[role=alert]', 'The service refuses this key');
    await page.locator('aria/API key').fill(without.key);
    await studio.press('Open');
    await studio.says('[role=alert]', 'This key lacks the right to write texts.');
    await studio.press('Use another key');
    await page.locator('aria/API key').fill(key);
    await studio.press('Open');
    await studio.says('.pages', 'Still here');
    await page.waitForFunction(`!document.body.textContent.includes('lacks the right')`);
  });

  test('a key without the right sees no texts, and is told so at their address', async () => {
    await using studio = await openTexts(browser, service.url, `#key=${service.key}&texts${CATALOGUE}`);
    await studio.says('[role=alert]', 'This key lacks the right to write texts.');
    await studio.pressOn('aria/Studio[role="link"]');
    await studio.says('main', 'Agreements');
    expect(await studio.page.$('aria/Your own texts')).toBeNull();
  });

  test('a service that is gone while somebody types is asked again', async () => {
    await using studio = await open(CATALOGUE);
    const { page } = studio;
    await studio.says('.pages', 'Key Terms');
    await page.setOfflineMode(true);
    await studio.after('<h1>');
    await page.keyboard.type('<p>Typed without it</p>');
    await studio.says('[role=alert]', 'The service does not answer.');
    // Kept when nothing was typed for a moment.
    await page.waitForFunction(
      `sessionStorage.getItem("studio.text ${NDA}/1.0.0")?.includes("Typed without it")`,
    );
    await page.setOfflineMode(false);
    await studio.says('.pages', 'Typed without it');
  });

  test('a text that never ends, 300 KB pasted, and markup are a text with a fault', async () => {
    await using studio = await open(CATALOGUE);
    const { page } = studio;
    await studio.says('.pages', 'Key Terms');
    await studio.after('<h1>');
    await page.keyboard.type('{% for a in range(1000) %}{% for b in range(1000) %}x{% endfor %}{% endfor %}');
    await studio.says('.findings', 'the template takes more than 300000 steps');
    await studio.press('Undo all changes');
    await studio.says('.status', 'Nothing to correct');
    await studio.after('<h1>');
    await studio.paste('<img src=x onerror="document.title=1"><p>far too much</p>\n'.repeat(5_200));
    await studio.says('.findings', '<img');
    await expect.poll(async () => (await studio.kept(`${NDA}/1.0.0`))?.length ?? 0).toBeGreaterThan(300_000);
    await studio.paste('y'.repeat(300_000));
    await studio.says('.findings', 'must not be larger than 524288 bytes');
    await studio.pressOn('aria/Changes[role="tab"]');
    await studio.says('.text-changes', 'far too much');
    expect([await page.title(), await studio.violations()]).toEqual([
      'Text of Non-disclosure agreement · Studio',
      [],
    ]);
  });
});

function typedIn({ page }: TextStudio, selector: string): Promise<string> {
  return page.$eval(selector, (input) => (input as unknown as { value: string }).value);
}

test('the text has the role and the name that a screen reader says', async () => {
  await using studio = await open(CATALOGUE);
  const text = await studio.page.waitForSelector(TEXT);
  expect(await text?.evaluate((one) => one.getAttribute('aria-multiline'))).toBe('true');
});
