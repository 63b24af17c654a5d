import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Browser } from 'puppeteer-core';
import { describe, expect } from 'vitest';
import { saved } from '../../browser.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { pdfText } from '../../service/overrides/pdf-text.ts';
import { dataUrl, SVG_LOGO } from '../../service/profiles/pictures.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { openStudio } from './open-studio.ts';

const SENIOR = 'senior-backend-developer-agreement';
const NDA = 'non-disclosure-agreement';

/** Transferred before the first form is shown. */
const MOST_BYTES = 60 * 1_024;

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

const open = (to = '', look = {}) =>
  openStudio(browser, service.url, `#key=${service.key}${to && `&${to}`}`, look);

describe('the files of the studio', () => {
  const POLICY =
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; worker-src 'self'; " +
    "font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; " +
    'trusted-types docgen-studio';

  test('run only their own scripts, and those with a hash in their name are kept for ever', async () => {
    const page = await service.send('GET', '/studio');
    const files = [...page.bytes.toString().matchAll(/(?:src|href)="(\/studio\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    );
    expect(files.length).toBeGreaterThanOrEqual(2);
    expect([
      page.headers['content-security-policy'],
      page.headers['cache-control'],
      page.headers['x-frame-options'],
    ]).toEqual([POLICY, 'no-cache', 'DENY']);
    for (const file of files) {
      const { status, headers } = await service.send('GET', file, { 'accept-encoding': 'gzip' });
      expect([
        status,
        headers['content-security-policy'],
        headers['cache-control'],
        headers['content-encoding'],
      ]).toEqual([200, POLICY, 'public, max-age=31536000, immutable', 'gzip']);
    }
    expect(page.bytes.toString()).not.toMatch(/<script>|<style|style="|onclick/);
    expect((await service.send('GET', '/studio/other.js')).status).toBe(404);
    expect((await service.send('POST', '/studio')).status).toBe(405);
  });

  test('take less than 60 KB before the first form', async () => {
    const page = await service.send('GET', '/studio');
    const files = [...page.bytes.toString().matchAll(/(?:src|href)="(\/[^"]+)"/g)].map(
      ([, file = '']) => file,
    );
    const texts = await Promise.all(files.map(async (file) => (await service.send('GET', file)).bytes));
    const bytes = [page.bytes, ...texts].reduce((sum, text) => sum + gzipSync(text).byteLength, 0);
    expect(bytes).toBeLessThan(MOST_BYTES);
    await using studio = await open(`/${SENIOR}`);
    await studio.says('.form', 'First name');
    // Nothing else was needed: pdf.js comes later, and nothing waits for the typeface.
    const before = studio.requested.filter((url) => !/\/api\/|\/pdf|\.woff2$/.test(url));
    expect(new Set(before.map((url) => new URL(url).pathname))).toEqual(new Set(['/studio', ...files]));
  });
});

test('the typeface is shipped, less than 50 KB, and kept for ever', async () => {
  await using studio = await open(`/${NDA}`);
  await studio.says('.form', 'Project');
  // A face is asked for when its words are laid out.
  const faces = () =>
    studio.page.evaluate('[...document.fonts].map(({ family, weight, status }) => [family, weight, status])');
  await expect.poll(faces).toEqual(['normal', '600 700'].map((weight) => ['Docgen Sans', weight, 'loaded']));
  const fonts = new Set(studio.requested.filter((url) => url.endsWith('.woff2')));
  const answers = await Promise.all(
    [...fonts].map((url) => service.send('GET', new URL(url).pathname, { 'accept-encoding': 'gzip' })),
  );
  expect(answers.map(({ headers }) => [headers['content-type'], headers['cache-control']])).toEqual(
    Array.from({ length: 2 }, () => ['font/woff2', 'public, max-age=31536000, immutable']),
  );
  expect(answers.reduce((sum, { bytes }) => sum + bytes.byteLength, 0)).toBeLessThan(50_000);
});

test('a key in the address is taken out of it, and opens the templates', async () => {
  await using studio = await open();
  const { page, requested, complaints } = studio;
  await studio.says('main', 'Non-disclosure agreement');
  expect(page.url()).toBe(`${service.url}/studio`);
  const titles = await page.$$eval('main a', (links) => links.map(({ textContent }) => textContent));
  const { templates } = (await service.send('GET', '/api/v1/templates', { 'x-key': service.key })).json as {
    templates: { title: string }[];
  };
  expect(titles.toSorted()).toEqual(templates.map(({ title }) => title).toSorted());
  expect(requested.filter((url) => !url.startsWith(`${service.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a key is pasted, a wrong one refused, and both outlive a reload with what was typed', async () => {
  await using studio = await openStudio(browser, service.url, '');
  const { page } = studio;
  await studio.type('API key', 'dgs_live_wrong');
  await studio.press('Open');
  await studio.says('[role=alert]', 'refuses this key');
  await page.locator('aria/API key').fill(service.key);
  await studio.press('Open');
  await studio.pressOn('aria/Senior Backend Developer Agreement[role="link"]');
  await studio.type('First name', 'Adaeze');
  await page.reload();
  await studio.says('.pages', 'Adaeze');
  expect(await page.$eval('aria/First name', (input) => (input as unknown as { value: string }).value)).toBe(
    'Adaeze',
  );
  const stored = await page.evaluate(
    '[localStorage.length, document.cookie, location.href.includes("dgs_live")]',
  );
  expect(stored).toEqual([0, '', false]);
});

test('a link with another key takes the place of the one in use only when the person says so', async () => {
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other Limited' });
  const issued = await service.admin('POST', '/companies/other/keys', {});
  const { key: other } = issued.json as { key: string };
  await using studio = await open();
  const { page } = studio;
  const keptKey = () => page.evaluate(`Object.values(sessionStorage).filter((one) => one.includes('dgs_'))`);
  await studio.says('main', 'Non-disclosure agreement');
  await page.goto(`${service.url}/studio#key=${other}`);
  await studio.says('[role=alert]', 'another key than the one in use here, which is Acme Limited’s');
  expect(page.url()).toBe(`${service.url}/studio`);
  expect(await keptKey()).toEqual([JSON.stringify(service.key)]);
  await studio.press('Keep the key in use');
  expect(await page.$('aria/Use the key of the link')).toBeNull();
  await page.goto(`${service.url}/studio#key=${other}`);
  await studio.press('Use the key of the link');
  await page.waitForFunction(`!document.body.textContent.includes('another key than')`);
  expect(await keptKey()).toEqual([JSON.stringify(other)]);
});

test('faults and missing fields stand at their fields, and in a list that leads there', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  await studio.says('.status [role=status]', '0 of 45 filled in');
  await studio.type('Gross salary', 'a lot');
  await studio.says('.notes', 'must be a number');
  await studio.says('.status [role=status]', '1 of 45 filled in · 1 to correct');
  await page.locator('aria/Currency').fill('Others');
  await studio.says('.status [role=status]', '2 of 46 filled in · 1 missing field · 1 to correct');
  await studio.retype('aria/Closing time', '9:00 am');
  await studio.retype('aria/Starting time', '9:00 am');
  await studio.says(
    '.status [role=status]',
    ' · 1 missing field · 1 to correct · 1 warning when the rest is right',
  );
  await studio.focus('aria/First name');
  await studio.pressOn('aria/Other currency[role="button"]');
  await page.waitForFunction(`document.activeElement.dataset.path === 'customCurrency'`);
  await page.keyboard.type('KES');
  await studio.retype('aria/Gross salary[role="textbox"]', '1,850,000.5');
  await studio.says('.status [role=status]', '5 of 46 filled in · 1 warning');
  await studio.says('.notes', 'is the same as startingTime; correct one of the two');
  await studio.focus('aria/Starting time');
  expect(
    await page.$eval(
      'aria/Gross salary[role="textbox"]',
      (input) => (input as unknown as { value: string }).value,
    ),
  ).toBe('1,850,000.50');
});

test('an amount keeps the currency that was typed with it, or the page asks', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  const currency = () =>
    page.$eval('aria/Currency', (select) => (select as unknown as { value: string }).value);
  await studio.type('Gross salary', '$2,500');
  await studio.says('.pages', 'US$2,500.00');
  expect(await currency()).toBe('USD');
  await studio.retype('aria/Gross salary[role="textbox"]', '£40,000');
  await studio.says('.which', '“£40,000” is an amount in GBP; the currency is USD.');
  await studio.press('Keep USD');
  await studio.says('.pages', 'US$40,000.00');
  await studio.retype('aria/Gross salary[role="textbox"]', '2,500,000 naira');
  await studio.press('Set the currency to NGN');
  await studio.says('.pages', '₦2,500,000.00');
  expect(await currency()).toBe('NGN');
  await studio.retype('aria/Gross salary[role="textbox"]', 'minimum 1,850,000');
  await studio.says('.notes', 'must be a number');
});

test('the pages have no DRAFT mark but when the option is set, and are called a preview', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.settles();
  const isDraft = () => page.$eval('.pages', ({ textContent }) => textContent?.includes('DRAFT'));
  await studio.says('.pages-label', 'Preview');
  expect(await isDraft()).toBe(false);
  await studio.pressOn('summary');
  await studio.pressOn('aria/DRAFT across every page');
  await studio.says('.pages', 'DRAFT');
});

test('a conditional field is asked for when its condition holds', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  await studio.says('.form', 'Fixed period');
  const answer = async (text: string) => {
    await studio.pressOn(`::-p-aria([name="Fixed period"][role="group"]) ::-p-aria(${text})`);
  };
  expect(await page.$('aria/Length of employment')).toBeNull();
  await answer('Yes');
  await studio.type('Length of employment', '24 months');
  await studio.says('.pages', '24 months');
  await answer('No');
  await page.waitForFunction(`!document.querySelector('[data-path=employmentDuration]')`);
  await page.waitForFunction(`!document.querySelector('.pages').textContent.includes('24 months')`);
  // It is not lost.
  await answer('Yes');
  await studio.says('.pages', '24 months');
});

test('downloads the document as PDF and Word, with options', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page, complaints } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.type('Start date', '4 January 2027');
  await studio.pressOn('summary');
  await studio.pressOn('aria/DRAFT across every page');
  await studio.press('Download PDF');
  await studio.says('.still-blank', 'Still blank: Employer, Date of the offer letter, ');
  const pdf = await saved(page, () => studio.press('Make with blanks'));
  expect(pdf.name).toBe(`${SENIOR}-2.0.0.pdf`);
  const text = await pdfText(pdf.bytes);
  expect(text).toContain('Adaeze');
  expect(text).toContain('4January2027');
  expect(text).toContain('DRAFT');
  // So that the file can be read back whole.
  const opening = getDocument({ data: new Uint8Array(pdf.bytes), verbosity: 0 });
  const attachments = new Map(await (await opening.promise).getAttachments());
  expect(Array.from(attachments.values(), ({ filename }) => filename)).toEqual(['data.json']);
  await opening.destroy();
  await studio.says('.said', `Made ${SENIOR}-2.0.0.pdf.`);
  const word = await saved(page, () => studio.press('Download Word'));
  expect([word.name, readWord(word.bytes).blocks.join('\n').includes('Adaeze')]).toEqual([
    `${SENIOR}-2.0.0.docx`,
    true,
  ]);
  await studio.pressOn('aria/For archives (PDF/A)');
  await studio.press('Download Word');
  await studio.says('.options', 'must be false for docx; ask for format pdf to archive it');
  expect(complaints).toEqual([]);
});

test('sections lead to their first fields, and are ticked when nothing in them is open', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.says('.form', 'Project');
  const sections = () =>
    page.$$eval('[aria-label=Sections] button', (buttons) => buttons.map(({ textContent }) => textContent));
  expect(await sections()).toEqual(['Parties', 'Purpose and duration', 'Law, disputes and special terms']);
  await studio.press('Purpose and duration');
  await page.waitForFunction(`document.activeElement.dataset.path === 'project'`);
  await page.keyboard.type('the evaluation');
  await studio.type('Duration', 'three years');
  await studio.pressOn('::-p-aria([name="Non-circumvention"][role="group"]) ::-p-aria(No)');
  await page.waitForFunction(
    `document.querySelectorAll('[aria-label=Sections] button')[1].textContent === 'Purpose and duration, filled in'`,
  );
});

test('the logo of the company is beside its name, and what its profile fills in is not asked about', async () => {
  const path = `/companies/${service.companyId}/profile`;
  await service.admin('PUT', path, {
    logo: dataUrl('svg+xml', SVG_LOGO),
    legalName: 'Acme Limited',
    address: '1 High Street',
    country: 'Nigeria',
  });
  await using studio = await open(`/${SENIOR}`);
  await studio.says('.pages', 'Acme Limited');
  // A picture is decoded after it is put into the page.
  await studio.page.waitForFunction(`document.querySelector('.company img')?.naturalWidth > 0`);
  await studio.press('Download PDF');
  await studio.says('.still-blank', 'Still blank: Date of the offer letter, ');
  await service.admin('DELETE', path);
});

test('Ctrl+P prints the pages, and nothing of the form', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.type('Project', 'the evaluation');
  await studio.says('.pages', 'the evaluation');
  await page.evaluate('globalThis.print = () => { globalThis.isPrinted = true; }');
  await page.keyboard.down('Control');
  await page.keyboard.press('p');
  await page.keyboard.up('Control');
  await page.waitForFunction('globalThis.isPrinted');
  const shown = await page.$$eval('.page', (pages) => pages.length);
  const drawn = await page.$$eval('.page canvas', (pages) => pages.length);
  const printed = getDocument({ data: await page.pdf({ preferCSSPageSize: true }), verbosity: 0 });
  expect([drawn, (await printed.promise).numPages]).toEqual([shown, shown]);
  await printed.destroy();
});

test('another like it keeps the employer and the terms, and Ctrl+Enter makes the file, named after the person', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  const typed = [
    ...([
      ['Employer', 'Acme Limited'],
      ['First name', 'Adaeze'],
      ['Last name', 'Obi'],
    ] as const),
    ...([
      ['Start date', '4 January 2027'],
      ['Gross salary', '₦1,850,000'],
    ] as const),
  ];
  for (const [label, text] of typed) await studio.type(`${label}[role="textbox"]`, text);
  const press = async () => {
    await page.keyboard.down('Control');
    await page.keyboard.press('Enter');
    await page.keyboard.up('Control');
  };
  await press();
  await studio.says('.still-blank', 'Still blank: Date of the offer letter, ');
  // A click misses a button that moves meanwhile.
  await studio.settles();
  const { name } = await saved(page, () => studio.press('Make with blanks'));
  expect(name).toBe('Senior Backend Developer Agreement - Obi, Adaeze - 2027-01-04.pdf');
  await studio.press('Another like this');
  await studio.says('.said', 'the person and the dates are empty, the rest has stayed');
  await page.waitForFunction(`document.activeElement.dataset.path === 'rcAddress'`);
  const values = () =>
    page.$$eval('.form input[type=text]', (all) =>
      all.map((one) => (one as unknown as { value: string }).value).filter(Boolean),
    );
  expect(await values()).toEqual(['Acme Limited', '1,850,000']);
  await press();
  await studio.says('.still-blank', 'Still blank: ');
  await studio.press('Undo');
  expect(await values()).toEqual(['Acme Limited', 'Adaeze', 'Obi', '4 January 2027', '1,850,000']);
});

test('the bar stays while the form is scrolled, and what is needed less often is behind “More”', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  await studio.says('.form', 'First name');
  await page.evaluate(`document.querySelector('.form-side').scrollTo(0, 100_000)`);
  const names = await page.$$eval('.actions > .buttons > button', (buttons) =>
    buttons
      .filter((one) => (one as unknown as { checkVisibility(): boolean }).checkVisibility())
      .map((one) => [one.textContent, one.getBoundingClientRect().top < 200]),
  );
  expect(names).toEqual([
    ...['Download PDF', 'Download Word', 'Another like this', 'Make many from a list…', 'More'].map(
      (name) => [name, true],
    ),
  ]);
  expect(await page.$('aria/Save data[role="button"]')).toBeNull();
  await studio.press('More');
  const behind = ['Save data', 'Open data…', 'Open a returned file…', 'Clear', 'Copy as curl'];
  for (const name of behind) await page.waitForSelector(`aria/${name}[role="button"]`);
  for (const name of ['Signatures', 'Version']) await page.waitForSelector(`aria/${name}[role="combobox"]`);
  await page.keyboard.press('Escape');
  await page.waitForSelector('aria/Save data[role="button"]', { hidden: true });
});

test('the keyboard skips the tools, and finds the heading when another view comes', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.pressOn('aria/Senior Backend Developer Agreement[role="link"]');
  await studio.says('.form', 'First name');
  const focused = () => page.evaluate('document.activeElement.textContent');
  expect(await focused()).toBe('Senior Backend Developer Agreement');
  await studio.focus('aria/Skip to the form');
  await page.keyboard.press('Enter');
  expect(await page.evaluate('document.activeElement.dataset.path')).toBe('rcName');
  await page.goBack();
  await studio.says('main', 'What would you like to fill in?');
  expect(await focused()).toBe('What would you like to fill in?');
});

test('a form stays that opens before the next frame', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.says('.form', 'Purpose');
  await studio.holdFrames();
  await page.evaluate(`location.hash = '#/${SENIOR}'`);
  await studio.says('.form', 'First name');
  await studio.releaseFrames();
  expect(await page.$eval('.form', ({ textContent }) => textContent)).toContain('First name');
});

test('a field that takes the focus in the moment in which its form appears keeps it, and a link leads to its field before the next key', async () => {
  await using studio = await open();
  const { page } = studio;
  await studio.says('main', 'What would you like to fill in?');
  await page.evaluate(`{
    new MutationObserver((_, observer) => {
      const input = document.querySelector('[data-path=firstName]');
      if (input === null) return;
      observer.disconnect();
      input.focus();
    }).observe(document.body, { childList: true, subtree: true });
    location.hash = '#/${SENIOR}';
  }`);
  await studio.says('.pages', 'Standard Terms');
  await page.keyboard.type('Adaeze');
  await studio.says('.pages', 'Adaeze');
  const focused = await page.evaluate(`{
    document.querySelector('.place[data-path=lastName]').click();
    Promise.resolve().then(() => document.activeElement.dataset.path);
  }`);
  expect(focused).toBe('lastName');
});

test('saves the data as a file and opens it again, and clears the form, which can be taken back', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.type('Project', 'the evaluation');
  const { name, bytes } = await saved(page, () => studio.more('Save data'));
  expect([name, JSON.parse(bytes.toString())]).toEqual([
    `${NDA}.json`,
    { parties: [{}], project: 'the evaluation' },
  ]);
  await studio.more('Clear');
  await studio.says('.said', 'Cleared the form.');
  const value = () => page.$eval('aria/Project', (input) => (input as unknown as { value: string }).value);
  expect(await value()).toBe('');
  await studio.press('Undo');
  expect(await value()).toBe('the evaluation');
  const give = async (name: string, text: string) => {
    const [chooser] = await Promise.all([page.waitForFileChooser(), studio.more('Open data…')]);
    await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-given-'));
    const file = path.join(folder.path, name);
    await writeFile(file, text);
    await chooser.accept([file]);
    await studio.says('.said', name);
  };
  await give(
    'other.json',
    JSON.stringify({ templateId: NDA, data: { project: '<b>bold</b>', ndaDuration: 'three years' } }),
  );
  expect(await value()).toBe('<b>bold</b>');
  await studio.says('.pages', '<b>bold</b>');
  await give('picture.png', '\u0089PNG');
  await studio.says(
    '.said',
    'picture.png is not JSON. Open a file that “Save data” has saved, a list of documents as CSV, or a PDF or Word file that came back.',
  );
  await give('list.json', '[1]');
  await studio.says('.said', 'list.json has no fields: it must be a JSON object.');
  await give('senior.json', JSON.stringify({ templateId: SENIOR, data: {} }));
  await studio.says('.said', `senior.json has the data of another document: ${SENIOR}. Open that one first.`);
  expect(await value()).toBe('<b>bold</b>');
});

test('entries and cards are added, removed, put back and moved by keyboard', async () => {
  await using studio = await open(`/${NDA}`);
  const { page } = studio;
  await studio.says('.form', 'Party 1');
  const focused = () =>
    page.evaluate(`document.activeElement.ariaLabel ?? document.activeElement.textContent`);
  await studio.focus('aria/Add party');
  await page.keyboard.press('Enter');
  await page.waitForFunction(`document.activeElement.id.startsWith('field-parties[1]')`);
  await studio.focus('aria/Add entry to Special terms');
  await page.keyboard.press('Enter');
  for (const text of ['one', 'two', 'three']) {
    await page.waitForFunction(
      `document.activeElement.tagName === 'TEXTAREA' && document.activeElement.value === ''`,
    );
    await page.keyboard.type(text);
    await studio.focus('aria/Add entry to Special terms');
    await page.keyboard.press('Enter');
  }
  const entries = () =>
    page.$$eval('[id^="field-specialTerms["]', (all) =>
      all
        .filter((one) => one.tagName === 'TEXTAREA')
        .map((one) => (one as unknown as { value: string }).value),
    );
  await studio.focus('aria/Move entry 3 of Special terms up');
  await page.keyboard.press('Enter');
  expect(await focused()).toBe('Move entry 2 of Special terms up');
  await page.keyboard.press('Enter');
  expect([await entries(), await focused()]).toEqual([
    ['three', 'one', 'two', ''],
    'Move entry 1 of Special terms down',
  ]);
  await studio.focus('aria/Remove entry 2 of Special terms');
  await page.keyboard.press('Enter');
  expect([await entries(), await focused()]).toEqual([['three', 'two', ''], 'Undo']);
  await page.keyboard.press('Enter');
  expect([await entries(), await focused()]).toEqual([
    ['three', 'one', 'two', ''],
    'Add entry to Special terms',
  ]);
});

test('STUDIO=off takes the page and its files away', async () => {
  await using without = await startEmbedded({ STUDIO: 'off' });
  const answers = await Promise.all(['/studio', '/studio/main.js'].map((path) => without.send('GET', path)));
  expect(answers.map(({ status, json }) => [status, (json as { error: string }).error])).toEqual([
    [404, 'route_not_found'],
    [404, 'route_not_found'],
  ]);
});
