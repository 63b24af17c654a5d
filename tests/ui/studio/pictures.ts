/**
 * Writes the pictures of the README from a running service:
 *
 *     npm run demo -- --keep                                     # prints the address
 *     npm run pictures -- 'http://127.0.0.1:…/studio#key=…'
 *
 * Needs pdftoppm (Debian: poppler-utils).
 */
import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, readFile, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { parseArgs, promisify } from 'node:util';
import type { Browser } from 'puppeteer-core';
import { request } from 'undici';
import { startBrowser } from '../../browser.ts';
import { openStudio } from './open-studio.ts';

const TEMPLATE = 'senior-backend-developer-agreement';
const OUT = path.join(import.meta.dirname, '../../../docs/pictures');
/** In pixels; twice as many are written, for screens of today. */
const VIEW = { width: 1280, height: 800 };
const PAGES = 3;
/** Of a page of the contract, 210 mm wide, as it is shown. */
const PAGE_DPI = 96;

const { positionals } = parseArgs({ allowPositionals: true });
const [address = ''] = positionals;
if (!/^https?:\/\/[^/]+\/studio#key=\S+$/.test(address)) {
  process.stderr.write(
    "Give the address that `npm run demo -- --keep` prints, in quotes: npm run pictures -- 'http://…'\n",
  );
  process.exit(2);
}
const [url = '', key = ''] = address.split('/studio#key=');

await mkdir(OUT, { recursive: true });
const browser = await startBrowser();
try {
  const data = JSON.parse(
    (await call('GET', `/api/v1/templates/${TEMPLATE}/versions/latest/sample`)).toString(),
  ) as object;
  await write('studio.png', await pictureOfStudio(browser, data));
  await write('contract.png', await pictureOfContract(browser, data));
} finally {
  await browser.close();
}

/** The form, and beside it the pages; one field has the focus and is marked on the page. */
async function pictureOfStudio(browser: Browser, data: object): Promise<Uint8Array> {
  await using studio = await openStudio(browser, url, `#key=${key}&/${TEMPLATE}`, VIEW);
  const { page } = studio;
  await page.setViewport({ ...VIEW, deviceScaleFactor: 2 });
  await studio.says('.form', 'First name');
  await studio.press('No');
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-pictures-'));
  const file = path.join(folder.path, 'data.json');
  // A field that nobody has filled in yet.
  await writeFile(
    file,
    JSON.stringify({ templateId: TEMPLATE, data: { ...data, employeeEmail: undefined } }),
  );
  const [chooser] = await Promise.all([page.waitForFileChooser(), studio.more('Open data…')]);
  await chooser.accept([file]);
  await studio.says('.said', 'data.json');
  await studio.pressOn('aria/First name');
  await page.waitForNetworkIdle();
  await page.waitForFunction(
    'document.querySelector(".pages canvas") && !document.querySelector(".pages-state")',
  );
  return await page.screenshot();
}

/** The first pages of the finished contract side by side. */
async function pictureOfContract(browser: Browser, data: object): Promise<Uint8Array> {
  const options = { fillable: 'none', at: '2026-11-22T18:00:00Z' };
  const pdf = await call('POST', '/api/v1/documents/generate', {
    templateId: TEMPLATE,
    format: 'pdf',
    data,
    options,
  });
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-pictures-'));
  const file = path.join(folder.path, 'contract.pdf');
  await writeFile(file, pdf);
  await promisify(execFile)('pdftoppm', [
    '-png',
    '-r',
    String(PAGE_DPI),
    '-l',
    String(PAGES),
    file,
    path.join(folder.path, 'page'),
  ]);
  const names = Array.from({ length: PAGES }, (_, page) =>
    path.join(folder.path, `page-${String(page + 1).padStart(2, '0')}.png`),
  );
  const images = await Promise.all(names.map(async (name) => (await readFile(name)).toString('base64')));
  const page = await browser.newPage();
  await page.setViewport(VIEW);
  await page.setContent(
    `<!doctype html><style>body { margin: 0; padding: 24px; display: flex; gap: 24px; background: #e8e8e8 }
      img { flex: 1; min-width: 0; box-shadow: 0 1px 6px #0006 }</style>
    ${images.map((image) => `<img alt="" src="data:image/png;base64,${image}">`).join('')}`,
  );
  // As high as the pages.
  const body = await page.$('body');
  if (body === null) throw new Error('the page has no body');
  return await body.screenshot();
}

async function call(method: 'GET' | 'POST', path: string, body?: object): Promise<Buffer> {
  const answer = await request(url + path, {
    method,
    headers: { 'x-key': key, ...(body && { 'content-type': 'application/json' }) },
    body: body === undefined ? null : JSON.stringify(body),
  });
  const bytes = Buffer.from(await answer.body.arrayBuffer());
  if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${bytes}`);
  return bytes;
}

async function write(name: string, bytes: Uint8Array): Promise<void> {
  await writeFile(path.join(OUT, name), bytes);
  process.stdout.write(`docs/pictures/${name}: ${Math.round(bytes.byteLength / 1_000)} kB\n`);
}
