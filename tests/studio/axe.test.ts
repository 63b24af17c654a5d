import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startBrowser } from '../browser.ts';
import { startEmbedded, type TestService } from '../service.ts';
import { openStudio, type Studio } from './open-studio.ts';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

/** What axe finds on the page as it is. */
async function findings({ page }: Studio): Promise<unknown> {
  // By the debugging protocol, which the page's policy does not concern.
  await page.evaluate(AXE);
  return await page.evaluate(
    `axe.run().then(({ violations }) => violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html.slice(0, 150))]))`,
  );
}

describe.each([
  ['desktop', 1280, 'light'],
  ['desktop', 1280, 'dark'],
  ['phone', 360, 'light'],
  ['phone', 360, 'dark'],
] as const)('on a %s of %i pixels, %s', (_, width, scheme) => {
  const open = (hash: string) => openStudio(browser, service.url, hash, { width, scheme });

  test('axe finds nothing before a key, and on the list of templates', async () => {
    await using studio = await open('');
    await studio.says('main', 'API key');
    expect(await findings(studio)).toEqual([]);
    await studio.type('API key', 'wrong');
    await studio.press('Open');
    await studio.says('[role=alert]', 'refuses');
    expect(await findings(studio)).toEqual([]);
    await studio.page.locator('aria/API key').fill(service.key);
    await studio.press('Open');
    await studio.says('main', 'Policies');
    expect(await findings(studio)).toEqual([]);
  });

  test('axe finds nothing on a form with faults, its options and its pages, which fit the window', async () => {
    await using studio = await open(`#key=${service.key}&/studio-booking-agreement`);
    const { page } = studio;
    await studio.type('Fee[role="textbox"]', 'a lot');
    await studio.says('.notes', 'must be a number');
    await page.locator('summary').click();
    await studio.press('Add session');
    await studio.press('Clear');
    await studio.says('.said', 'Cleared');
    expect(await findings(studio)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(width);
    if (width < 800) await page.locator('aria/Document[role="tab"]').click();
    await studio.says('.pages', 'Key Terms');
    expect(await findings(studio)).toEqual([]);
  });
});
