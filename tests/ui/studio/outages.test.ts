import { type ClientRequest, request } from 'node:http';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startProcess } from '../../process.ts';
import { databases } from '../../service/store/databases.ts';
import { sendTo, startEmbedded, type TestService } from '../../service.ts';
import { openStudio, type Studio } from './open-studio.ts';

const SENIOR = 'senior-backend-developer-agreement';
const ADMIN_TOKEN = 'a-token-of-more-than-32-characters';

let browser: Browser;
beforeAll(async () => {
  browser = await startBrowser();
});
afterAll(async () => {
  await browser.close();
});

const contentOf = ({ page }: Studio, label: string) =>
  page.$eval(`aria/${label}`, (input) => (input as unknown as { value: string }).value);

/** Takes a place for previews, for as long as the body of the request is awaited. */
function takePlace({ url, key }: TestService): ClientRequest {
  const headers = { 'x-key': key, 'content-type': 'application/json', 'content-length': '1000' };
  const sent = request(`${url}/api/v1/documents/preview`, { method: 'POST', headers });
  sent.on('error', () => {});
  sent.write('{');
  return sent;
}

async function metric({ url, adminToken }: TestService, name: string): Promise<string | undefined> {
  const { bytes } = await sendTo(url, 'GET', '/metrics', { authorization: `Bearer ${adminToken}` });
  return new RegExp(`^\\S*${name} (.*)$`, 'm').exec(bytes.toString())?.[1];
}

test('the service is killed and started again while somebody types', async () => {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  await using place = await embedded.makePlace();
  const start = async (PORT: string) => {
    const service = startProcess(place, { ADMIN_TOKEN, PORT, PDF_PAGES: '2', RENDER_PROCESSES: '2' });
    return { service, url: await service.printed(/http:\/\/127\.0\.0\.1:\d+/) };
  };
  const first = await start('0');
  await using _first = first.service;
  const admin = (path: string, body: object) =>
    sendTo(first.url, 'POST', `/admin/v1${path}`, { authorization: `Bearer ${ADMIN_TOKEN}` }, body);
  await admin('/companies', { companyId: 'acme', name: 'Acme' });
  const { key } = (await admin('/companies/acme/keys', {})).json as { key: string };
  await using studio = await openStudio(browser, first.url, `#key=${key}&/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.says('.pages', 'Adaeze');
  await studio.type('Last name', 'Nwo');
  first.service.child.kill('SIGKILL');
  await first.service.exit;
  await page.keyboard.type('su');
  await studio.says(
    '[role=alert]',
    'The service does not answer. It is asked again until it does; nothing that you typed is lost.',
  );
  expect(await page.$eval('.pages', ({ textContent }) => textContent?.includes('Adaeze'))).toBe(true);
  // A file that is dropped meanwhile is read when the service is back.
  await studio.drop('a.pdf', 'no PDF');
  const second = await start(new URL(first.url).port);
  await using _second = second.service;
  await studio.says('.pages', 'Nwosu');
  await studio.says('.returned-notice', 'a.pdf: The file cannot be read');
  await studio.hasNoAlert();
  expect([await contentOf(studio, 'First name'), await contentOf(studio, 'Last name')]).toEqual([
    'Adaeze',
    'Nwosu',
  ]);
});

test('a full service is waited for, also when the key is revoked meanwhile; a tab that is closed leaves no work', async () => {
  await using service = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2', MAX_QUEUE: '0' });
  const issued = (await service.admin('POST', `/companies/${service.companyId}/keys`)).json as {
    key: string;
    keyId: string;
  };
  await using studio = await openStudio(browser, service.url, `#key=${issued.key}&/${SENIOR}`);
  const { page } = studio;
  await studio.type('First name', 'Adaeze');
  await studio.says('.pages', 'Adaeze');
  await studio.settles();
  // A company's places for previews: two for each printing page, and one for each key.
  const keys = await Promise.all(
    Array.from({ length: 4 }, () => service.admin('POST', `/companies/${service.companyId}/keys`)),
  );
  const held = keys.map(({ json }) => takePlace({ ...service, key: (json as { key: string }).key }));
  await expect.poll(() => metric(service, 'documents_accepted')).toBe('4');
  await studio.type('Last name', 'Nwosu');
  await studio.says('[role=alert]', 'The service has too much to do just now. The next try is in');
  expect(await page.$eval('.pages', ({ textContent }) => textContent?.includes('Adaeze'))).toBe(true);
  await service.admin('DELETE', `/companies/${service.companyId}/keys/${issued.keyId}`);
  await studio.says('[role=alert]', 'The service refuses this key');
  for (const one of held) one.destroy();
  await page.locator('aria/API key').fill(service.key);
  await studio.press('Open');
  await studio.says('.pages', 'Nwosu');
  // The tab is closed while its pages are made.
  const asked = page.waitForRequest((one) => new URL(one.url()).pathname.endsWith('/preview'));
  await studio.type('Reporting line', 'the Head of Engineering');
  await asked;
  await page.close();
  await expect.poll(() => metric(service, 'documents_accepted')).toBe('0');
});

test('a part of the page that a service of another version does not have is loaded by a reload, which loses nothing', async () => {
  await using service = await startEmbedded();
  await using studio = await openStudio(browser, service.url, '');
  const { page } = studio;
  await page.setRequestInterception(true);
  let isOther = true;
  // As an instance of another version answers.
  page.on('request', (asked) => {
    if (isOther && /\/studio\/(pdf|list-view|returned-view)/.test(asked.url()))
      void asked.respond({ status: 404, contentType: 'application/json', body: '{}' });
    else void asked.continue();
  });
  const saysReload = () =>
    studio.says('[role=alert]', 'A part of this page could not be loaded: the service was updated meanwhile');
  const reload = () => Promise.all([page.waitForNavigation(), studio.press('Reload the page')]);
  await page.evaluate(`location.hash = '#key=${service.key}&/${SENIOR}'`);
  await studio.type('First name', 'Adaeze');
  await saysReload();
  await studio.says('.pages-state', 'The pages cannot be shown: a part of this page could not be loaded');
  isOther = false;
  await reload();
  await studio.says('.pages', 'Adaeze');
  isOther = true;
  await studio.drop('people.csv', 'firstName\nAda\n');
  await saysReload();
  isOther = false;
  await reload();
  await studio.says('.pages', 'Adaeze');
  expect(await contentOf(studio, 'First name')).toBe('Adaeze');
});
