import { randomBytes } from 'node:crypto';
import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser } from 'puppeteer-core';
import { readSheet } from 'read-excel-file/universal';
import { expect } from 'vitest';
import writeSheet from 'write-excel-file/universal';
import { saved } from '../../browser.ts';
import { pdfText } from '../../service/overrides/pdf-text.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { openStudio, type Studio } from './open-studio.ts';

const SENIOR = 'senior-backend-developer-agreement';

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

async function openList(name: string, text: string | Uint8Array): Promise<Studio> {
  const studio = await openStudio(browser, service.url, `#key=${service.key}&/${SENIOR}`);
  const { page } = studio;
  await studio.says('.form', 'First name');
  await studio.press('Make many from a list…');
  const [chooser] = await Promise.all([page.waitForFileChooser(), studio.press('Open the list…')]);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-list-'));
  const file = path.join(folder.path, name);
  await writeFile(file, text);
  await chooser.accept([file]);
  await studio.says('[aria-label="List"]', name);
  // The file is read when its rows, or what is wrong with it, are shown.
  await studio.says('.list-said', '.');
  return studio;
}

const rowsOf = ({ page }: Studio) =>
  page.$$eval('tbody tr', (rows) =>
    // Without the button at the end.
    rows.map((row) => [...row.children].slice(0, -1).map((cell) => cell.textContent.trim())),
  );

const CSV = [
  'First name;lastName;Gross salary;Start date;Employer;Country',
  'Adaeze;Nwosu;₦1850000;2027-01-04;Acme;nigeria',
  'Ọláwálé;Adébáyọ̀;1,850,000 naira;4 Jan 2027;Acme;NG',
  ';;;;;',
  'Chukwuemeka;Obi;900000.5;2027-02-30;Acme;Nigeria',
  'Zainab;"Bello; the elder";$12;;Acme;Atlantis',
].join('\r\n');

test('a list is read as the form reads, by titles and paths, and becomes one ZIP of files that are named', async () => {
  await using studio = await openList('people.csv', `\ufeff${CSV}\r\n`);
  const { page, complaints } = studio;
  await studio.says('[aria-label="List"]', '4 rows, 2 to correct.');
  expect(await page.$$eval('thead th', (cells) => cells.map(({ textContent }) => textContent))).toEqual([
    ...['Row', 'First name', 'Last name', 'Gross salary', 'Start date', 'State', 'Open in the form'],
  ]);
  expect(await rowsOf(studio)).toEqual([
    ['1', 'Adaeze', 'Nwosu', '₦1850000', '2027-01-04', 'ready, 25 blanks'],
    ['2', 'Ọláwálé', 'Adébáyọ̀', '1,850,000 naira', '4 Jan 2027', 'ready, 25 blanks'],
    [
      ...['4', 'Chukwuemeka', 'Obi', '900000.5', '2027-02-30'],
      'Start date must be a date with its year that can be read in one way, such as 4 January 2027',
    ],
    [
      ...['5', 'Zainab', 'Bello; the elder', '$12', ''],
      'Country must be a value from the Supported Countries list, such as Nigeria',
    ],
  ]);
  await page.locator('aria/Files').fill('2');
  expect(await page.$eval('aria/File names', (input) => (input as unknown as { value: string }).value)).toBe(
    'Senior Backend Developer Agreement - {lastName}, {firstName} - {commencementDate}',
  );
  await studio.retype('aria/File names', '{Last name} {salary}');
  await page.keyboard.press('Tab');
  await studio.says('#file-names-help', 'No field is called salary.');
  await studio.retype('aria/File names', '{Last name}-{firstName}');
  await page.keyboard.press('Tab');
  await studio.says('#file-names-help', 'the first file is called Nwosu-Adaeze.');
  const { name, bytes } = await saved(page, () => studio.press('Make 2 documents'));
  const files = unzipSync(bytes);
  expect([name, Object.keys(files)]).toEqual([
    `${SENIOR}.zip`,
    [...['Adébáyọ̀-Ọláwálé.docx', 'Adébáyọ̀-Ọláwálé.pdf', 'Nwosu-Adaeze.docx', 'Nwosu-Adaeze.pdf']].map((one) =>
      one.normalize('NFC'),
    ),
  ]);
  expect(await pdfText(files['Nwosu-Adaeze.pdf'] ?? new Uint8Array())).toContain('₦1,850,000.00');
  await studio.says('[aria-label="List"]', `Saved 4 files in ${SENIOR}.zip.`);
  await studio.press('Back to the form');
  await studio.says('.form', 'First name');
  expect(complaints).toEqual([]);
});

test('a row is corrected in its cell or in the form, its pages are shown, and a reload keeps all', async () => {
  await using studio = await openList('people.csv', CSV);
  const { page } = studio;
  await studio.says('.list-said', '4 rows, 2 to correct.');
  await studio.says('.pages', 'Adaeze');
  await studio.retype('aria/Start date, row 4', '1 March 2027');
  await page.keyboard.press('Tab');
  await studio.says('.list-said', '4 rows, 1 to correct.');
  await studio.pressOn('tbody tr:last-child button');
  await studio.says('.file-head', 'Row 5 of people.csv');
  await studio.says('.pages', 'Zainab');
  await studio.retype('aria/Country[role="combobox"]', 'Germany');
  await page.reload();
  await studio.says('.file-head', 'Row 5 of people.csv');
  await studio.says('.pages', 'Germany');
  await studio.press('Back to the list');
  await studio.says('.list-said', '4 rows, 0 to correct.');
  await page.reload();
  await studio.says('.list-said', '4 rows, 0 to correct.');
  expect((await rowsOf(studio)).map((cells) => cells.at(-1))).toEqual([
    ...['ready, 25 blanks', 'ready, 25 blanks', 'ready, 26 blanks', 'ready, 26 blanks'],
  ]);
});

test('what is typed in the moment in which the form of a row appears is a change of the row', async () => {
  await using studio = await openList('people.csv', CSV);
  const { page } = studio;
  await studio.says('.list-said', '4 rows, 2 to correct.');
  await page.evaluate(`new MutationObserver((_, observer) => {
    const input = document.querySelector('.form [data-path=lastName]');
    if (input === null) return;
    observer.disconnect();
    input.value = 'Typed';
    input.dispatchEvent(new Event('input', { bubbles: true }));
  }).observe(document.body, { childList: true, subtree: true })`);
  await studio.pressOn('tbody tr:last-child button');
  await studio.says('.file-head', 'Row 5 of people.csv');
  await studio.says('.pages', 'Zainab Typed');
});

test('a column that can be read in two ways is asked about once', async () => {
  await using studio = await openList(
    'dates.csv',
    'First name,Start date,Gross salary\nAda,4/1/2027,1.850\nObi,13/2/2027,900\nTom,5/1/2027,2.500\n',
  );
  const { page } = studio;
  await studio.says('.list-said', '3 rows, 2 to correct.');
  const questions = () => page.$$eval('.which', (all) => all.map(({ textContent }) => textContent));
  expect(await questions()).toEqual([
    'Start date: does “4/1/2027” mean 4 January 2027 or 1 April 2027? The whole column is read so.',
    'Gross salary: does “1.850” mean 1,850 or 1.85? The whole column is read so.',
  ]);
  await studio.press('4 January 2027');
  await studio.press('1,850');
  await studio.says('.list-said', '3 rows, 0 to correct.');
  expect(await questions()).toEqual([]);
  await studio.says('.pages', '1,850.00');
  await studio.says('.pages', '4 January 2027');
});

test('an empty list is saved as XLSX and CSV, filled in, and taken back', async () => {
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${SENIOR}/list`);
  const { page, complaints } = studio;
  await studio.says('[aria-label="List"]', 'Get a list');
  const csv = await saved(page, () => studio.press('Download an empty list (CSV)'));
  const header = csv.bytes
    .toString()
    .slice(1)
    .trim()
    .split(/,(?=")/)
    .map((cell) => cell.slice(1, -1));
  expect([csv.name, header.length, header.slice(0, 3)]).toEqual([
    `${SENIOR}-list.csv`,
    61,
    ['Employer', 'Employer’s address', 'Employer’s country'],
  ]);
  const xlsx = await saved(page, () => studio.press('Download an empty list (XLSX)'));
  expect([xlsx.name, (await readSheet(new Blob([new Uint8Array(xlsx.bytes)])))[0]]).toEqual([
    `${SENIOR}-list.xlsx`,
    header,
  ]);
  const row = new Map<string, string | number | Date | boolean>([
    ['First name', 'Adaeze'],
    ['Duties, entry 2', 'tests'],
    ['Start date', new Date('2027-01-04T00:00:00Z')],
    ['Gross salary', 1234.567],
    ['Currency', 'ngn'],
    ['Fixed period', false],
  ]);
  const cells = header.map((title) => row.get(title) ?? null);
  const filled = writeSheet([
    header,
    cells.map((value) => (value instanceof Date ? { value, format: 'dd/mm/yyyy' } : value)),
  ]);
  await studio.drop('filled.xlsx', new Uint8Array(await (await filled.toBlob()).arrayBuffer()));
  await studio.says('.list-said', '1 row, 1 to correct.');
  await studio.says('tbody', 'at most two decimals in NGN');
  await studio.retype('aria/Gross salary, row 1', '1,234.50');
  await page.keyboard.press('Tab');
  await studio.says('.list-said', '1 row, 0 to correct.');
  await studio.says('.pages', '4 January 2027');
  await studio.says('.pages', '₦1,234.50');
  expect(complaints).toEqual([]);
});

test.each([
  [
    'a header that has another name',
    'firstNam,lastName\na,b\n',
    'no field is called firstNam; did you mean firstName?',
  ],
  [
    'another file',
    'one,two\n1,2\n',
    'x.csv has no column of this document. Its first line must name the fields: Employer, ',
  ],
  ['an empty file', '', 'x.csv is empty; its first line names the fields.'],
  [
    'other bytes',
    new Uint8Array([0x66, 0xff, 0xfe]),
    'x.csv has bytes that are not UTF-8; save it as “CSV UTF-8”, or as XLSX.',
  ],
  ['an open quotation mark', 'firstName\n"a\n', 'x.csv is not CSV: '],
])('a list with %s is refused with a sentence', async (_, text, sentence) => {
  await using studio = await openList('x.csv', text);
  await studio.says('[aria-label="List"]', sentence);
  expect(await studio.page.$('aria/Make')).toBeNull();
});

test('10,000 rows are read and shown in steps, and what is made of them before a cancelling can be saved', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => [
    `Ada${randomBytes(8).toString('hex')}`,
    `Obi${randomBytes(32).toString('hex')}`,
    index < 9_900 ? 'a lot' : 5,
  ]);
  // Larger than the library would unpack in the page itself.
  const sheet = writeSheet([['firstName', 'lastName', 'grossSalary'], ...rows]);
  const bytes = new Uint8Array(await (await sheet.toBlob()).arrayBuffer());
  expect(bytes.byteLength).toBeGreaterThan(524_288);
  await using studio = await openList('many.xlsx', bytes);
  const { page } = studio;
  await studio.says('[aria-label="List"]', '10,000 rows, 9,900 to correct.');
  expect((await rowsOf(studio)).length).toBe(100);
  await studio.pressOn('aria/Show more: 9,900 are not shown');
  expect((await rowsOf(studio)).length).toBe(200);
  // The documents after the first few are not made before the cancelling.
  let asked = 0;
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    if (!request.url().endsWith('/documents/generate') || asked++ < 4) void request.continue();
  });
  await studio.press('Make 100 documents');
  await studio.says('.progress', 'Made ');
  await studio.press('Cancel');
  await studio.says('.list-said', 'Cancelled.');
  const words = await page.$eval('.list-view .made-files', ({ textContent }) => textContent);
  const [, count = ''] = /Save the (\d+) files? that (?:was|were) made/.exec(words ?? '') ?? [];
  const zip = await saved(page, () => studio.press(words ?? ''));
  expect(Object.keys(unzipSync(zip.bytes)).length).toBe(Number(count));
});

test('a list that is dropped says its faults by row, and the form keeps what was typed', async () => {
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.drop('people.csv', 'firstName,grossSalary\nAda,a lot\nZainab,12\n');
  await studio.says('.list-said', '2 rows, 1 to correct.');
  expect(await rowsOf(studio)).toEqual([
    ['1', 'Ada', 'a lot', 'Gross salary must be a number that can be read in one way, such as 1,850,000.50'],
    ['2', 'Zainab', '12', 'ready, 29 blanks'],
  ]);
  await page.goBack();
  await studio.says('.form', 'First name');
  expect(await page.$eval('aria/First name', (input) => (input as unknown as { value: string }).value)).toBe(
    'Adaeze',
  );
});
