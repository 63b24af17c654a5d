import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { flaws } from './flaws.ts';
import { issueKey, NDA, openTexts } from './open-text.ts';

const NOTE = 'Say what the project is.';
const TEXT = '<h1>Ours</h1><p>{{ project | blank("project") }}</p>';

let service: TestService;
let browser: Browser;
let author: { readonly keyId: string; readonly key: string };
let second: typeof author;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded({ TEXTS_NEED_APPROVAL: 'on' }), startBrowser()]);
  author = await issueKey(service, ['texts', 'approve']);
  second = await issueKey(service, ['texts', 'approve']);
  const headers = { 'x-key': author.key, 'content-type': 'text/html; charset=utf-8' };
  for (const version of ['1.0.0', '2.0.0'])
    await service.send('PUT', `/api/v1/texts/${NDA}/versions/${version}`, headers, TEXT);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const states = async () => {
  const { json } = await service.send('GET', '/api/v1/texts', { 'x-key': author.key });
  const { templates } = json as {
    templates: Record<'version' | 'status' | 'approvedBy' | 'sentBackNote', string>[];
  };
  return templates.map(({ version, status, approvedBy, sentBackNote }) => [
    version,
    status,
    approvedBy,
    sentBackNote,
  ]);
};

test('a person with another key approves a proposal, or sends it back', async () => {
  {
    await using studio = await openTexts(browser, service.url, `#key=${author.key}&texts`);
    await studio.says('tbody', `Proposed by key ${author.keyId} on `);
    expect(await studio.page.$$('aria/Approve 1.0.0')).toEqual([]);
    expect(await studio.page.$$('aria/Send back 1.0.0…')).toEqual([]);
  }
  await using studio = await openTexts(browser, service.url, `#key=${second.key}&texts`, { width: 360 });
  await studio.says('tbody', `Proposed by key ${author.keyId} on `);
  expect(await flaws(studio)).toEqual([]);
  await studio.press('Approve 1.0.0');
  await studio.says('tbody', 'In use');
  await studio.press('Send back 2.0.0…');
  await studio.says('.question', 'Note for its author');
  expect(await flaws(studio)).toEqual([]);
  await studio.press('Send back 2.0.0');
  // Without a note, the form is not sent.
  await studio.page.waitForSelector('textarea:invalid:focus');
  await studio.page.locator('aria/Note for its author').fill(NOTE);
  await studio.press('Send back 2.0.0');
  await studio.says('tbody', NOTE);
  await studio.says('tbody', `Sent back by key ${second.keyId} on `);
  expect(await flaws(studio)).toEqual([]);
  expect(await states()).toEqual([
    ['1.0.0', 'in use', second.keyId, null],
    ['2.0.0', 'retired', null, NOTE],
  ]);
  expect([studio.complaints, await studio.violations()]).toEqual([[], []]);

  // The editor has the note for the author, who publishes the text again.
  await using editor = await openTexts(browser, service.url, `#key=${author.key}&texts/${NDA}/2.0.0/own`);
  await editor.says('.sent-back', NOTE);
  expect(await flaws(editor)).toEqual([]);
});
