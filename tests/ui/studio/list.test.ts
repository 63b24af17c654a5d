import { mkdtempDisposable, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { unzipSync } from 'fflate';
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
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
  const [chooser] = await Promise.all([page.waitForFileChooser(), studio.press('Open data…')]);
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
  page.$$eval('tbody tr', (rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent)));

test('a list becomes one ZIP of the rows without faults, and says what is wrong with the others', async () => {
  const csv = [
    'firstName;lastName;grossSalary;commencementDate',
    'Adaeze;Nwosu;1850000;2027-01-04',
    'Ọláwálé;Adébáyọ̀;1,850,000;2027-01-04',
    'Chukwuemeka;Obi;900000.5;2027-02-30',
    'Zainab;"Bello; the elder";12;',
  ].join('\r\n');
  await using studio = await openList('people.csv', `\ufeff${csv}\r\n`);
  const { page, complaints } = studio;
  await studio.says('[aria-label="List"]', '4 rows, 2 with faults.');
  expect(await rowsOf(studio)).toEqual([
    ['1', 'Adaeze', 'Nwosu', '1850000', 'ready'],
    [
      '2',
      'Ọláwálé',
      'Adébáyọ̀',
      '1,850,000',
      'Gross salary must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50',
    ],
    ['3', 'Chukwuemeka', 'Obi', '900000.5', 'Start date must be a date of the calendar, written YYYY-MM-DD'],
    ['4', 'Zainab', 'Bello; the elder', '12', 'ready'],
  ]);
  await page.locator('aria/Files').fill('2');
  const { name, bytes } = await saved(page, () => studio.press('Make 2 documents'));
  const files = unzipSync(bytes);
  expect([name, Object.keys(files)]).toEqual([
    `${SENIOR}.zip`,
    ['00001.pdf', '00001.docx', '00004.pdf', '00004.docx'],
  ]);
  expect(await pdfText(files['00004.pdf'] ?? new Uint8Array())).toContain('Bello;theelder');
  await studio.says('[aria-label="List"]', `Saved 4 files in ${SENIOR}.zip.`);
  await studio.press('Back to the form');
  await studio.says('.form', 'First name');
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
    'x.csv has no column of this document. Its first line must name the fields: rcName, ',
  ],
  ['an empty file', '', 'x.csv is empty; its first line names the fields.'],
  [
    'other bytes',
    new Uint8Array([0x66, 0xff, 0xfe]),
    'x.csv has bytes that are not UTF-8; save it as “CSV UTF-8”.',
  ],
  ['an open quotation mark', 'firstName\n"a\n', 'x.csv is not CSV: '],
])('a list with %s is refused with a sentence', async (_, text, sentence) => {
  await using studio = await openList('x.csv', text);
  await studio.says('[aria-label="List"]', sentence);
  expect(await studio.page.$('aria/Make')).toBeNull();
});

test('10,000 rows are read and shown in steps, and the making can be cancelled', async () => {
  const rows = Array.from({ length: 10_000 }, (_, index) => `Ada${index},Obi,${index < 9_900 ? 'a lot' : 5}`);
  await using studio = await openList('many.csv', ['firstName,lastName,grossSalary', ...rows].join('\n'));
  const { page } = studio;
  await studio.says('[aria-label="List"]', '10,000 rows, 9,900 with faults.');
  expect((await rowsOf(studio)).length).toBe(100);
  await page.locator('aria/Show more: 9,900 are not shown').click();
  expect((await rowsOf(studio)).length).toBe(200);
  await studio.press('Make 100 documents');
  await studio.press('Cancel');
  await studio.says('[aria-label="List"]', 'Cancelled. Nothing was saved.');
});

test('a list that is dropped says its faults by row, and the form keeps what was typed', async () => {
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.drop(
    'people.csv',
    'firstName,grossSalary,commencementDate\nAda,a lot,2027-02-30\nZainab,12,\n',
  );
  await studio.says('.list-said', '2 rows, 1 with faults.');
  await studio.says('tbody', 'ready');
  expect(await rowsOf(studio)).toEqual([
    [
      '1',
      'Ada',
      'a lot',
      '2027-02-30',
      'Gross salary must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50',
    ],
    ['2', 'Zainab', '12', '', 'ready'],
  ]);
  await studio.press('Back to the form');
  expect(await page.$eval('aria/First name', (input) => (input as unknown as { value: string }).value)).toBe(
    'Adaeze',
  );
});
