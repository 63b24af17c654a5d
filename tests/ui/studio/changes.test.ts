import { strFromU8, unzipSync } from 'fflate';
import type { Browser } from 'puppeteer-core';
import { expect } from 'vitest';
import { saved } from '../../browser.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { openStudio } from './open-studio.ts';

const NDA = 'non-disclosure-agreement';

let service: TestService;
let browser: Browser;
test.beforeAll(({ service: shared, browser: started }) => {
  service = shared;
  browser = started;
});

test('what has changed since data were opened becomes a Word file with tracked changes', async () => {
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${NDA}`);
  const { page, complaints } = studio;
  const isOff = () =>
    page.$eval('aria/Download changes', (button) => (button as unknown as { disabled: boolean }).disabled);
  await studio.says('.form', 'Project');
  await studio.pressOn('aria/What has changed');
  await studio.says(
    '#changes-reason',
    'Open, save or download something first: changes are counted from there.',
  );
  expect(await isOff()).toBe(true);
  await studio.drop(
    'sent.json',
    JSON.stringify({ ndaDuration: 'three years', parties: [{ fullName: 'Ada Obi' }] }),
  );
  await studio.says('#changes-reason', 'Nothing has changed since.');
  expect(await isOff()).toBe(true);
  await studio.retype('aria/Duration', 'five years');
  await studio.retype('[data-path="parties[0].email"]', 'wrong');
  await studio.says('#changes-reason', 'First fill in what is missing and correct what is wrong');
  await studio.retype('[data-path="parties[0].email"]', 'ada@obi.example');
  await page.waitForFunction(`document.querySelector('#changes-reason').textContent === ''`);
  await page.locator('aria/Author of the changes').fill('Ngozi Eze');
  const { name, bytes } = await saved(page, () => studio.press('Download changes'));
  const body = strFromU8(unzipSync(bytes)['word/document.xml'] ?? new Uint8Array());
  const tracked = (kind: string) =>
    [...body.matchAll(new RegExp(`<w:${kind} [^>]*w:author="([^"]*)"[^>]*>(.*?)</w:${kind}>`, 'gs'))].map(
      ([, author, runs = '']) => `${author}: ${runs.replaceAll(/<[^>]+>/g, '')}`,
    );
  expect(name).toBe(`${NDA}-1.0.0-compared.docx`);
  expect(tracked('del')).toContain('Ngozi Eze: three');
  expect(tracked('ins')).toContain('Ngozi Eze: five');
  // From another state, which outlives a reload.
  await saved(page, () => studio.more('Save data'));
  await page.reload();
  await studio.pressOn('aria/What has changed');
  await studio.says('.changes option', `Saved ${NDA}.json`);
  const [latest = ''] = await page.$$eval('.changes option', (all) => all.map(({ value }) => value));
  await page.select('.changes select', latest);
  await studio.says('#changes-reason', 'Nothing has changed since.');
  expect(complaints).toEqual([]);
});
