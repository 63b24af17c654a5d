import type { Browser, Page } from 'puppeteer-core';
import { expect } from 'vitest';
import { saved } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { press } from './act.ts';
import { openStudio, type Studio } from './open-studio.ts';

const SENIOR = 'senior-backend-developer-agreement';
const QUESTION = 'aria/Keep drafts on this computer?';

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

const open = (to = `&/${SENIOR}`) => openStudio(browser, service.url, `#key=${service.key}${to}`);

const contentOf = (page: Page, label: string) =>
  page.$eval(`aria/${label}`, (input) => (input as unknown as { value: string }).value);

/** What the browser has of the page, of whatever kind. */
const keptIn = (page: Page) =>
  page.evaluate(
    '(async () => [Object.keys(sessionStorage).sort(), Object.keys(localStorage), (await indexedDB.databases()).map(({ name }) => name)])()',
  );

/** Until a draft is in the records. */
const isKept = (page: Page, text: string) =>
  page.waitForFunction(
    `new Promise((resolve) => {
      const request = indexedDB.open('studio');
      request.onsuccess = () => {
        const all = request.result.transaction('records').objectStore('records').getAll();
        all.onsuccess = () => {
          request.result.close();
          resolve(JSON.stringify(all.result).includes(${JSON.stringify(text)}));
        };
      };
    })`,
    { polling: 100 },
  );

/** Another tab of the same browser. */
async function anotherTab({ page }: Studio, hash: string): Promise<Page> {
  const tab = await page.browserContext().newPage();
  tab.setDefaultTimeout(page.getDefaultTimeout());
  await tab.goto(`${service.url}/studio${hash}`);
  return tab;
}

test('drafts outlive their tab when the person said so, and are forgotten by one button', async () => {
  await using studio = await open();
  const { page, complaints } = studio;
  await page.waitForSelector(QUESTION);
  await studio.press('Yes');
  await page.waitForFunction(`!document.querySelector('.ask-to-keep')`);
  await studio.type('First name', 'Adaeze');
  await isKept(page, 'Adaeze');
  const tab = await anotherTab(studio, `#key=${service.key}`);
  await page.close();
  await tab.waitForFunction(`/Begun \\d\\d:\\d\\d/.test(document.querySelector('.begun')?.textContent)`);
  expect(await tab.$(QUESTION)).toBeNull();
  await press(tab, 'aria/Continue[role="button"]');
  await tab.waitForSelector('.form');
  expect(await contentOf(tab, 'First name')).toBe('Adaeze');
  await tab.goBack();
  await press(tab, 'aria/Forget everything here[role="button"]');
  await tab.waitForFunction(`document.body.textContent.includes('Forgotten.')`);
  expect(await keptIn(tab)).toEqual([[], [], []]);
  await press(tab, 'aria/Senior Backend Developer Agreement[role="link"]');
  await tab.waitForSelector('.form');
  expect(await contentOf(tab, 'First name')).toBe('');
  await tab.waitForSelector(QUESTION);
  expect(complaints).toEqual([]);
});

test('what is typed in the moment before the tab is closed is kept', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.press('Yes');
  await studio.type('First name', 'Adaeze');
  const closed = new Promise((resolve) => page.once('close', resolve));
  // As a person closes it.
  await page.close({ runBeforeUnload: true });
  await closed;
  const tab = await anotherTab(studio, `#key=${service.key}&/${SENIOR}`);
  await tab.waitForFunction(`document.querySelector('[data-path=firstName]')?.value === 'Adaeze'`);
});

test('a form is shown with its draft, however late the browser gives it', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.press('Yes');
  await studio.type('First name', 'Adaeze');
  await isKept(page, 'Adaeze');
  // As long as the records are being written, nobody reads them.
  await page.evaluate(`new Promise((resolve) => {
    const request = indexedDB.open('studio');
    request.onsuccess = () => {
      const records = request.result.transaction('records', 'readwrite').objectStore('records');
      const goOn = () => {
        resolve();
        if (globalThis.isOver !== true) records.count().onsuccess = goOn;
      };
      goOn();
    };
  })`);
  const tab = await anotherTab(studio, '');
  await tab.evaluate(`new MutationObserver((_, observer) => {
    const input = document.querySelector('[data-path=firstName]');
    if (input === null) return;
    observer.disconnect();
    globalThis.shownFirst = input.value;
  }).observe(document.body, { childList: true, subtree: true })`);
  const asked = tab.waitForResponse((answer) => answer.url().endsWith('/schema'));
  await tab.evaluate(`location.hash = '#key=${service.key}&/${SENIOR}'`);
  await (await asked).text();
  await page.evaluate('globalThis.isOver = true');
  await tab.waitForFunction('globalThis.shownFirst !== undefined');
  expect(await tab.evaluate('shownFirst')).toBe('Adaeze');
});

test('with no, drafts stay in their tab, and the question is not asked again', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.press('No');
  await studio.type('First name', 'Adaeze');
  await studio.says('.pages', 'Adaeze');
  await page.reload();
  await studio.says('.form', 'First name');
  expect(await contentOf(page, 'First name')).toBe('Adaeze');
  const tab = await anotherTab(studio, `#key=${service.key}&/${SENIOR}`);
  await tab.waitForSelector('.form');
  expect([await contentOf(tab, 'First name'), await tab.$(QUESTION)]).toEqual(['', null]);
  const [, answers, databases] = (await keptIn(page)) as [unknown, unknown, unknown];
  expect([answers, databases]).toEqual([['studio.keepDrafts'], []]);
});

test('the drafts of a company are not shown with the key of another', async () => {
  await service.admin('POST', '/companies', { companyId: 'another', name: 'Another Limited' });
  const issued = await service.admin('POST', '/companies/another/keys', {});
  const { key: other } = issued.json as { key: string };
  await using studio = await open();
  const { page } = studio;
  await studio.press('Yes');
  await studio.type('First name', 'Adaeze');
  await isKept(page, 'Adaeze');
  await page.goto(`${service.url}/studio#key=${other}&/${SENIOR}`);
  await studio.press('Use the key of the link');
  await page.waitForFunction(`document.querySelector('[data-path=firstName]')?.value === ''`);
  await page.goto(`${service.url}/studio#key=${service.key}&/${SENIOR}`);
  await studio.press('Use the key of the link');
  await page.waitForFunction(`document.querySelector('[data-path=firstName]')?.value === 'Adaeze'`);
});

test('what the key had made today is listed, and its data are opened again', async () => {
  const issued = await service.admin('POST', `/companies/${service.companyId}/keys`);
  const { key } = issued.json as { key: string };
  await using studio = await openStudio(browser, service.url, `#key=${key}&/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.type('Last name', 'Obi');
  await studio.press('Download PDF');
  const { name } = await saved(page, () => studio.press('Make with blanks'));
  expect(name).toBe('Senior Backend Developer Agreement - Obi, Adaeze.pdf');
  await studio.press('Another like this');
  await studio.pressOn('aria/All templates');
  await page.waitForFunction(
    `/^${name.replaceAll('.', '\\.')} \\d\\d:\\d\\d · Senior Backend Developer Agreement 2\\.0\\.0$/.test(document.querySelector('.name')?.textContent)`,
  );
  await studio.pressOn(`aria/Open its data: ${name}`);
  await studio.says('.said', `Opened the data of ${name}.`);
  expect(await contentOf(page, 'First name')).toBe('Adaeze');
  await studio.press('Undo');
  expect(await contentOf(page, 'First name')).toBe('');
});

test('STUDIO_DRAFTS=off never asks', async () => {
  await using without = await startEmbedded({ STUDIO_DRAFTS: 'off' });
  await using studio = await openStudio(browser, without.url, `#key=${without.key}&/${SENIOR}`);
  await studio.type('First name', 'Adaeze');
  await studio.says('.pages', 'Adaeze');
  expect([await studio.page.$(QUESTION), await keptIn(studio.page)]).toMatchObject([null, [{}, [], []]]);
});

test('a whole link is taken in the field for the key, and a new key helps the tabs whose key was revoked', async () => {
  const issue = async () =>
    (await service.admin('POST', `/companies/${service.companyId}/keys`)).json as {
      key: string;
      keyId: string;
    };
  const first = await issue();
  await using studio = await openStudio(browser, service.url, `#/${SENIOR}`);
  const { page } = studio;
  await studio.type('API key', `${service.url}/studio#key=${first.key}`);
  await studio.press('Open');
  await studio.type('First name', 'Adaeze');
  await service.admin('DELETE', `/companies/${service.companyId}/keys/${first.keyId}`);
  await studio.type('Last name', 'Obi');
  await studio.says('[role=alert]', 'refuses this key');
  const second = await issue();
  await anotherTab(studio, `#key=${second.key}`);
  await page.bringToFront();
  await page.waitForFunction(`!document.body.textContent.includes('refuses this key')`);
  expect(await contentOf(page, 'First name')).toBe('Adaeze');
  await studio.says('.pages', 'Adaeze Obi');
});

test.each([
  ['people.csv', 'firstName\nAda\n'],
  ['data.json', '{"project":"the merger"}'],
])('%s that is read when its document was left changes nothing', async (name, text) => {
  await using studio = await open();
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  // As from a slow disk.
  await page.evaluate(`{
    const slow = new Promise((resolve) => {
      globalThis.goOn = resolve;
    });
    for (const how of ['arrayBuffer', 'text']) {
      const read = File.prototype[how];
      File.prototype[how] = async function () {
        globalThis.isReading = true;
        await slow;
        return read.call(this);
      };
    }
  }`);
  await studio.drop(name, text);
  await page.waitForFunction('globalThis.isReading');
  await page.evaluate("location.hash = '#/non-disclosure-agreement'");
  await studio.says('.form', 'Project');
  await page.evaluate('goOn()');
  await studio.type('Project', 'the sale');
  await studio.says('.pages', 'the sale');
  expect([await contentOf(page, 'Project'), await page.evaluate('location.hash')]).toEqual([
    'the sale',
    '#/non-disclosure-agreement',
  ]);
  await page.goBack();
  await studio.says('.pages', 'Adaeze');
});
