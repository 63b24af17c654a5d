import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { flaws } from './flaws.ts';
import { issueKey, NDA, openTexts, SOURCE, TITLE_LINE } from './open-text.ts';

let service: TestService;
let browser: Browser;
let key: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
  key = (await issueKey(service, ['texts'])).key;
  const headers = { 'x-key': key, 'content-type': 'text/html; charset=utf-8' };
  await service.send('PUT', `/api/v1/texts/${NDA}/versions/1.0.0`, headers, SOURCE);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

test.each([
  ['desktop', 1280, 'light'],
  ['desktop', 1280, 'dark'],
  ['phone', 360, 'light'],
  ['phone', 360, 'dark'],
] as const)('nothing is wrong with the texts, on a %s of %i pixels, %s', async (_, width, scheme) => {
  await using studio = await openTexts(browser, service.url, `#key=${key}&texts`, { width, scheme });
  const { page } = studio;
  await studio.says('tbody', 'In use');
  expect(await flaws(studio)).toEqual([]);
  await studio.pressOn('aria/Non-disclosure agreement 1.0.0[role="link"]');
  await studio.says('.status', 'Nothing to correct');
  await studio.after('<h1>');
  await page.keyboard.type('{{ project | dat }}');
  await studio.says('.status', '1 to correct · 0 warnings');
  expect(await flaws(studio)).toEqual([]);
  await studio.press('Insert field…');
  await page.waitForSelector('[role="option"]');
  expect(await flaws(studio)).toEqual([]);
  await studio.press('Publish…');
  await page.waitForSelector('#version-number:focus');
  await page.keyboard.press('Enter');
  await studio.says('.publish [role=alert]', 'cannot be published');
  expect(await flaws(studio)).toEqual([]);
  await studio.press('Retire 1.0.0…');
  await studio.says('.question', 'Retire 1.0.0?');
  expect(await flaws(studio)).toEqual([]);
  await studio.pressOn('aria/Changes[role="tab"]');
  await studio.says('.text-changes', '1 place');
  expect(await flaws(studio)).toEqual([]);
  await studio.press(`Line ${TITLE_LINE}`);
  await studio.press('Undo all changes');
  await studio.pressOn('aria/Pages[role="tab"]');
  await studio.says('.pages', 'Key Terms');
  expect(await flaws(studio)).toEqual([]);
  expect([studio.complaints, await studio.violations()]).toEqual([[], []]);
});
