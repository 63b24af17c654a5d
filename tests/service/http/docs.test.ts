import { readFile } from 'node:fs/promises';
import { gunzipSync } from 'node:zlib';
import type { Browser, Page } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { FAILURES } from '../../../src/errors.ts';
import { saved, startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';

const POLICY =
  "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; base-uri 'none'; " +
  "form-action 'none'; frame-ancestors 'none'";

/** In the order in which most readers need them. */
const SECTIONS = [
  'documents',
  'rules',
  'catalogue',
  'templates',
  'texts',
  'errors',
  'limits',
  'changelog',
  'administration',
  'operations',
];

const SCREENS = [
  ['desktop', 1280, 'light'],
  ['desktop', 1280, 'dark'],
  ['phone', 360, 'light'],
  ['phone', 360, 'dark'],
] as const;

describe('the documentation page', () => {
  let service: TestService;
  let browser: Browser;
  let text: string;

  beforeAll(async () => {
    service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '600', BODY_LIMIT_BYTES: '100000' });
    text = (await service.send('GET', '/docs')).bytes.toString();
    browser = await startBrowser();
  });
  afterAll(async () => {
    await browser.close();
    await service[Symbol.asyncDispose]();
  });

  interface Opened extends AsyncDisposable {
    readonly page: Page;
    /** Errors and warnings of the browser. */
    readonly complaints: readonly string[];
    /** The URLs of all requests. */
    readonly requested: readonly string[];
  }

  async function open(width = 1280, scheme: 'light' | 'dark' = 'light'): Promise<Opened> {
    const page = await browser.newPage();
    // Only ends tests that hang.
    page.setDefaultTimeout(60_000);
    const complaints: string[] = [];
    const requested: string[] = [];
    page.on('console', (message) => complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(String(error)));
    page.on('request', (request) => requested.push(request.url()));
    await page.setViewport({ width, height: 800 });
    await page.emulateMediaFeatures([{ name: 'prefers-color-scheme', value: scheme }]);
    await page.goto(`${service.url}/docs`, { waitUntil: 'networkidle0' });
    return { page, complaints, requested, [Symbol.asyncDispose]: () => page.close() };
  }

  /**
   * Presses Send in the form of an operation.
   * @returns the status line that the form then shows
   */
  async function send(page: Page, operation: string): Promise<string> {
    await page.$eval(`#${operation} .status`, (status) => {
      status.textContent = '';
    });
    await page.$eval(`#${operation} form button`, (button) =>
      (button as unknown as { click(): void }).click(),
    );
    const said = await page.waitForFunction(
      `/^\\d{3} .*ms$|^No answer/.exec(document.querySelector('#${operation} .status').textContent)?.[0]`,
    );
    return String(await said.jsonValue());
  }

  /**
   * Saves the file that the form offers.
   * @returns its name and its first bytes
   */
  async function save(page: Page): Promise<[name: string, begin: string]> {
    const { name, bytes } = await saved(page, () => page.click('#generateDocument .save a'));
    return [name, bytes.subarray(0, 4).toString('latin1')];
  }

  const FILES = [
    '/docs',
    '/docs/look.css',
    '/docs/docs.css',
    '/docs/docs.js',
    '/docs/logo.svg',
    '/docs/changelog.txt',
  ];

  test.each(FILES)('%s runs only its own scripts and cannot be framed', async (path) => {
    const { status, headers } = await service.send('GET', path);
    expect([status, headers['content-security-policy'], headers['x-frame-options']]).toEqual([
      200,
      POLICY,
      'DENY',
    ]);
    expect(headers['x-content-type-options']).toBe('nosniff');
    const again = await service.send('GET', path, { 'if-none-match': String(headers.etag) });
    expect(again.status).toBe(304);
  });

  test.each([...FILES, '/openapi.json'])(
    '%s is compressed for who accepts gzip, and for nobody with a key',
    async (path) => {
      const plain = await service.send('GET', path);
      const gzip = { 'accept-encoding': 'br;q=1.0, gzip;q=0.8, *;q=0.1' };
      const packed = await service.send('GET', path, gzip);
      expect(gunzipSync(packed.bytes).equals(plain.bytes)).toBe(true);
      const known = { ...gzip, 'if-none-match': String(packed.headers.etag) };
      const answers = [
        packed,
        await service.send('HEAD', path, gzip),
        await service.send('GET', path, known),
        plain,
        await service.send('GET', path, { 'accept-encoding': 'gzip;q=0' }),
        ...(path === '/openapi.json'
          ? [await service.send('GET', path, { ...gzip, 'x-key': service.key })]
          : []),
      ];
      expect(
        answers.map(({ status, headers }) => [status, headers['content-encoding'], headers.vary]),
      ).toEqual([
        [200, 'gzip', 'X-Key, Accept-Encoding'],
        [200, 'gzip', 'X-Key, Accept-Encoding'],
        [304, undefined, 'X-Key, Accept-Encoding'],
        [200, undefined, 'X-Key, Accept-Encoding'],
        [200, undefined, 'X-Key, Accept-Encoding'],
        ...(path === '/openapi.json' ? [[200, undefined, 'X-Key']] : []),
      ]);
    },
  );

  test('has the name of the service as its title', () => {
    expect(text).toContain('<title>Document generation service</title>');
    expect(text).not.toMatch(/swagger|\bredoc\b|scalar/i);
  });

  test('begins with documents and ends with what only operators need', () => {
    const ids = [...text.matchAll(/^<section id="(\w+)">/gm)].map(([, id]) => id);
    expect(ids).toEqual(SECTIONS);
    expect(text.indexOf('id="generateDocument"')).toBeLessThan(text.indexOf('id="validateDocument"'));
  });

  test('has every operation, and no broken links', async () => {
    const { paths } = (await service.send('GET', '/openapi.json')).json as {
      paths: Record<string, Record<string, { operationId: string }>>;
    };
    const ids = new Set([...text.matchAll(/ id="([\w-]+)"/g)].map(([, id]) => id));
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    expect(operations.filter(({ operationId }) => !ids.has(operationId))).toEqual([]);
    const links = [...text.matchAll(/href="#([\w-]+)"/g)].map(([, id]) => id);
    expect(links.filter((id) => !ids.has(id))).toEqual([]);
  });

  test("explains the cause and cure of every error of the callers' routes", () => {
    const errors = text.slice(text.indexOf('<section id="errors">'), text.indexOf('<section id="limits">'));
    const ofOthers = [
      'unauthorized',
      'forbidden',
      'not_found',
      'conflict',
      'unprocessable',
      'profile_invalid',
    ];
    for (const [code, { status, shape }] of Object.entries(FAILURES)) {
      if (ofOthers.includes(code)) continue;
      expect(errors).toContain(`<code>${status}</code>`);
      if (shape === 'error and message' || shape === 'validation')
        expect(errors).toContain(`<code>${code}</code>`);
    }
  });

  test('leads to the changelog', async () => {
    expect(text).toContain('<a href="/docs/changelog.txt">');
    const { headers, bytes } = await service.send('GET', '/docs/changelog.txt');
    expect([headers['content-type'], bytes.toString()]).toEqual([
      'text/plain; charset=utf-8',
      await readFile('CHANGELOG.md', 'utf8'),
    ]);
  });

  test('shows the configured limits', () => {
    expect(text).toContain('<td>100,000 bytes</td>');
    expect(text).toContain('<td>600, which may all be sent at once after a pause of a minute</td>');
  });

  test('makes a PDF of the non-disclosure agreement with just a key', async () => {
    await using opened = await open();
    const { page, complaints, requested } = opened;
    await page.type('#companyKey', service.key);
    expect(await send(page, 'generateDocument')).toMatch(/^200 OK · [\d,]+ bytes · \d+ ms$/);
    expect(await save(page)).toEqual(['non-disclosure-agreement-1.0.0.pdf', '%PDF']);
    expect(complaints).toEqual([]);
    expect(requested.filter((url) => !url.startsWith(`${service.url}/`) && !url.startsWith('blob:'))).toEqual(
      [],
    );
  });

  test('fills in the sample of another template, and shows the curl command without the key', async () => {
    await using opened = await open();
    const { page } = opened;
    await page.type('#companyKey', service.key);
    await page.$eval('#generateDocument .curl', (details) => details.setAttribute('open', ''));
    await page.select('#generateDocument .sample', 'supplier-agreement');
    await page.select('#generateDocument .format', 'docx');
    await page.waitForFunction(
      `document.querySelector('#generateDocument .curl pre').textContent.includes('"docx"')`,
    );
    expect(await send(page, 'generateDocument')).toMatch(/^200 OK/);
    expect(await save(page)).toEqual(['supplier-agreement-1.0.0.docx', 'PK\u0003\u0004']);
    const command = await page.$eval('#generateDocument .curl pre', (pre) => String(pre.textContent));
    expect(command.split(' \\\n').slice(0, 4)).toEqual([
      `curl --request POST '${service.url}/api/v1/documents/generate'`,
      '  -H "X-Key: $DOCGEN_KEY"',
      "  -H 'Content-Type: application/json'",
      '  --remote-name --remote-header-name',
    ]);
    expect(command).not.toContain(service.key);
  });

  test('shows an error response unchanged', async () => {
    await using opened = await open();
    const { page } = opened;
    expect(await send(page, 'generateDocument')).toMatch(/^401 Unauthorized/);
    const shown = await page.$eval('#generateDocument .text', (pre) => String(pre.textContent));
    expect(JSON.parse(shown)).toEqual({
      error: 'Unauthorized: the X-Key header is missing; send your company API key in it',
    });
    await page.type('#adminToken', service.adminToken);
    expect(await send(page, 'listCompanies')).toMatch(/^200 OK/);
    await page.type('#companyKey', service.key);
    expect(await send(page, 'readSample')).toMatch(/^200 OK/);
  });

  test.each(SCREENS)('fits on a %s of %i pixels, %s, without browser errors', async (_, width, scheme) => {
    await using opened = await open(width, scheme);
    const { page, complaints } = opened;
    await page.$$eval('details', (all) => {
      for (const details of all) details.setAttribute('open', '');
    });
    const [wide, background] = (await page.evaluate(
      '[document.documentElement.scrollWidth, getComputedStyle(document.body).backgroundColor]',
    )) as [number, string];
    expect([wide, background]).toEqual([
      width,
      scheme === 'light' ? 'rgb(255, 255, 255)' : 'rgb(21, 24, 22)',
    ]);
    expect(complaints).toEqual([]);
  });
});
