import { mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved, startBrowser } from '../../browser.ts';
import { fillIn } from '../../formats/pdf/read-fields.ts';
import { edited, fillControls } from '../../received/returned/fill-word.ts';
import { asCompany, startEmbedded, type TestService } from '../../service.ts';
import { openStudio, type Studio } from './open-studio.ts';

const SENIOR = 'senior-backend-developer-agreement';
const NDA = 'non-disclosure-agreement';

let service: TestService;
let browser: Browser;
/** The sample without the length of notice. */
let data: Record<string, unknown>;
/** Its Word file. */
let made: Buffer;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded({ RENDER_TIMEOUT_MS: '30000' }), startBrowser()]);
  data = { ...(await sampleOf(SENIOR)), priorNotice: undefined };
  made = (await service.generate({ templateId: SENIOR, format: 'docx', data })).bytes;
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

async function sampleOf(templateId: string): Promise<object> {
  const address = `/api/v1/templates/${templateId}/versions/latest/sample`;
  return (await service.send('GET', address, { 'x-key': service.key })).json as object;
}

const open = (to: string, look = {}) => openStudio(browser, service.url, `#key=${service.key}&${to}`, look);

const contentOf = ({ page }: Studio, label: string) =>
  page.$eval(`aria/${label}`, (input) => (input as unknown as { value: string }).value);

const wordsOf = ({ page }: Studio, selector: string) =>
  page.$$eval(selector, (all) =>
    // biome-ignore lint/performance/useDomNodeTextContent: as it is shown, with white space between blocks
    all.map((one) => (one as unknown as { innerText: string }).innerText.replaceAll(/\s+/g, ' ')),
  );

const BY_ADA = 'w:author="Ada &lt;b&gt;Obi" w:date="2027-01-04T09:30:00Z"';

/** What a negotiator sends back: changed in silence, inserted openly, filled in, and with a comment. */
function negotiated(): Uint8Array {
  const filled = fillControls(made, new Map([['priorNotice', 'two months']]));
  const changed = edited(filled, (body) => {
    const at = body.lastIndexOf('<w:p>', body.indexOf('This agreement may be signed'));
    const inserted = `<w:p><w:pPr><w:rPr><w:ins w:id="9001" ${BY_ADA}/></w:rPr></w:pPr><w:ins w:id="9000" ${BY_ADA}><w:r><w:t>The Employee may keep bees.</w:t></w:r></w:ins></w:p>`;
    return (body.slice(0, at) + inserted + body.slice(at))
      .replace('1,850,000.00', '2,850,000.00')
      .replace('The Head of Engineering', 'The Head of Bees')
      .replace(
        /(<w:r>(?:(?!<w:r>).)*)Unusual expenses need/s,
        '<w:commentRangeStart w:id="7"/>$1Unusual expenses never need',
      );
  });
  const comment = `<w:comment w:id="7" ${BY_ADA}><w:p><w:r><w:t>Why?</w:t></w:r></w:p></w:comment>`;
  const comments = `<w:comments xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main">${comment}</w:comments>`;
  return zipSync({ ...unzipSync(changed), 'word/comments.xml': strToU8(comments) });
}

test('a Word file shows what has changed in it, money first, and what nobody marked', async () => {
  await using studio = await open(`/${SENIOR}`);
  const { page, complaints } = studio;
  await studio.type('First name', 'Typed here');
  await studio.settles();
  await studio.drop('back.docx', negotiated());
  await studio.says('.verdict', 'Changed:');
  expect([
    await wordsOf(studio, '.verdict'),
    await wordsOf(studio, '.values > div'),
    await wordsOf(studio, '.changes > li'),
    await wordsOf(studio, '[aria-label="Returned file"] ul > li'),
  ]).toEqual([
    ['Changed: 2 values and 2 places of the text. Nobody marked the change at 1 place.'],
    ['Gross salary 2,850,000', 'Reporting line The Head of Bees', 'Notice two months'],
    [
      expect.stringMatching(
        /^Clause 7.4 Changed Nobody marked this Was .* Unusual expenses need its consent beforehand. Now .* Unusual expenses never need its consent beforehand.$/,
      ),
      'Clause 20.5 Inserted Ada <b>Obi, 4 January 2027 at 09:30 Now The Employee may keep bees.',
    ],
    ['Ada <b>Obi Clause 7.4, 4 January 2027 at 09:30 Why?'],
  ]);
  expect(await wordsOf(studio, '.changes > li:first-child :is(ins, del)')).toEqual(['never ']);
  // The pages show what the file says.
  await studio.says('.pages', '2,850,000.00');
  await studio.press('Clause 7.4');
  const found = await page.waitForSelector('.page:nth-child(4) > .found, .page:nth-child(3) > .found');
  await expect.poll(() => found?.isIntersectingViewport()).toBe(true);
  await studio.press('Gross salary');
  await page.waitForSelector('.place.marked[data-path="grossSalary"]');
  const tracked = await saved(page, () => studio.press('Download with changes tracked'));
  const body = strFromU8(unzipSync(tracked.bytes)['word/document.xml'] ?? new Uint8Array());
  const isInserted = (word: string) => new RegExp(`<w:ins [^>]*>(?:(?!</w:ins>).)*${word}`, 's').test(body);
  expect([tracked.name, isInserted('bees'), isInserted('never')]).toEqual([
    `${SENIOR}-2.0.0-returned.docx`,
    true,
    true,
  ]);
  // Its data are taken into the form, and given back.
  await studio.press('Take its data into the form');
  await studio.says('.said', 'Took the data of back.docx.');
  expect([await contentOf(studio, 'Reporting line'), await contentOf(studio, 'First name')]).toEqual([
    'The Head of Bees',
    data.firstName,
  ]);
  await studio.settles();
  await studio.says('.pages', 'The Head of Bees');
  await studio.press('Undo');
  expect([await contentOf(studio, 'Reporting line'), await contentOf(studio, 'First name')]).toEqual([
    '',
    'Typed here',
  ]);
  expect(complaints).toEqual([]);
});

test('a PDF form that was filled in gives its values to the form, beside what is there', async () => {
  const { bytes } = await service.generate({ templateId: SENIOR, format: 'pdf', data });
  const filled = await fillIn(bytes, new Map([['priorNotice', 'two months']]));
  // On the list of templates, from where it opens its document.
  await using studio = await open('/');
  await studio.says('main', 'A file that came back');
  await studio.drop('form', filled);
  await studio.says('.verdict', 'Filled in. 1 blank was filled in, and nothing else was changed.');
  expect(await wordsOf(studio, '.values > div')).toEqual(['Notice two months']);
  // The pages are those of the file, and its other values, which it does not tell, cannot empty the form.
  await studio.says('.pages', String(data.firstName));
  expect(await studio.page.$('aria/Take its data into the form')).toBeNull();
  await studio.press('Back to the form');
  await studio.type('First name', 'Typed here');
  await studio.drop('form.pdf', filled);
  await studio.press('Take only what was filled in');
  await studio.says('.said', 'Took what was filled in in form.pdf.');
  expect([await contentOf(studio, 'Notice'), await contentOf(studio, 'First name')]).toEqual([
    'two months',
    'Typed here',
  ]);
  expect(studio.complaints).toEqual([]);
});

test('a file that is dropped in the moment in which a form appears is taken', async () => {
  await using studio = await open('/');
  await studio.says('main', 'A file that came back');
  await studio.page.evaluate(`{
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['{"firstName":"Dropped"}'], 'data.json'));
    const observer = new MutationObserver(() => {
      if (!document.body.textContent.includes('First name')) return;
      observer.disconnect();
      document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
    });
    observer.observe(document.body, { childList: true, subtree: true });
    location.hash = '#/${SENIOR}';
  }`);
  await expect.poll(() => contentOf(studio, 'First name').catch(() => '')).toBe('Dropped');
});

test('a file that cannot be read is said where it was dropped, and nothing that was typed is lost', async () => {
  const other = await service.generate({
    templateId: NDA,
    format: 'docx',
    data: await sampleOf(NDA),
  });
  await using studio = await open(`/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  // Far down in the form.
  await studio.focus('aria/Place of arbitration or court');
  const encrypted = new Uint8Array([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);
  for (const [name, bytes, sentence] of [
    ['a.pdf', 'no PDF', 'a.pdf: The file cannot be read: the file is not a PDF.'],
    [
      'b.docx',
      'no Word file',
      'b.docx: The file cannot be read: the file is not a whole ZIP file, as a .docx is.',
    ],
    [
      'c',
      encrypted,
      'c: The file cannot be read: the file is encrypted, or is a .doc; save it as .docx without a password.',
    ],
    ['d.docx', new Uint8Array(11_000_000), 'd.docx: the file is larger than the service reads: 10.0 MB.'],
    [
      'e.docx',
      other.bytes,
      'e.docx is of another document: Non-disclosure agreement. Show it there; what you typed here stays.',
    ],
  ] as const) {
    await studio.drop(name, bytes);
    await studio.says('.returned-notice', `${name}${name === 'e.docx' ? ' is' : ': '}`);
    const notice = await page.$('.returned-notice');
    expect(await notice?.isIntersectingViewport({ threshold: 1 })).toBe(true);
    expect([await wordsOf(studio, '.returned-notice'), await contentOf(studio, 'First name')]).toEqual([
      [sentence],
      'Adaeze',
    ]);
  }
  await studio.drop('f.png', '\u0089PNG');
  await studio.says('.said', 'f.png is not JSON.');
  expect(await wordsOf(studio, '.returned-notice')).toEqual(['']);
  await studio.drop('e.docx', other.bytes);
  await studio.pressOn('aria/Show it there');
  await studio.says('.verdict', 'As made.');
  await page.goBack();
  await studio.says('.form', 'First name');
  expect(await contentOf(studio, 'First name')).toBe('Adaeze');
});

test("a file of another company's own text, and one that names no text, are refused on the list with a sentence", async () => {
  const other = await asCompany(service, 'other');
  const text = (await readFile(`templates-html/${NDA}/1.0.0.njk`, 'utf8')).replace(
    'Non-disclosure',
    'Secrecy',
  );
  const put = `/admin/v1/companies/other/templates/${NDA}/versions/9.0.0`;
  const published = await service.send(
    'PUT',
    put,
    { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' },
    text,
  );
  expect([200, 201]).toContain(published.status);
  const theirs = await other.generate({
    templateId: NDA,
    version: '9.0.0',
    custom: true,
    format: 'docx',
    data: { parties: [{}] },
  });
  const { 'docProps/custom.xml': _, ...nameless } = unzipSync(made);
  await using studio = await open('/');
  await studio.says('main', 'A file that came back');
  await studio.drop('theirs.docx', theirs.bytes);
  await studio.says(
    '.returned-notice',
    'theirs.docx: The file cannot be read: your company has no such text of its own.',
  );
  await studio.drop('nameless.docx', zipSync(nameless));
  await studio.says('.returned-notice', 'nameless.docx: the file does not say of which template it is.');
  await studio.drop('data.json', '{}');
  await studio.says('.returned-notice', 'data.json is no PDF or Word file. Choose its document first');
  // By the button, which the keyboard reaches.
  const { page } = studio;
  await studio.focus('aria/Open a returned file…');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('Open a returned file…');
  const [chooser] = await Promise.all([page.waitForFileChooser(), studio.press('Open a returned file…')]);
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-returned-'));
  const file = path.join(folder.path, 'as-made.docx');
  await writeFile(file, made);
  await chooser.accept([file]);
  await studio.says('.verdict', 'As made.');
});
