import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { ndaText, publisherOn } from '../../service/overrides/publishing.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { openStudio } from './open-studio.ts';

const NDA = 'non-disclosure-agreement';
const BOMB = '<img src=x onerror="globalThis.hit=1"><script>hit=1</script><a href="javascript:hit=1">now</a>';

let service: TestService;
let browser: Browser;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

test("a company's hostile text, hostile values, names of files and addresses stay text", async () => {
  const publisher = publisherOn(service, service.companyId, service.key);
  const text = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${'T'.repeat(5_000)}</title></head><body>
    <p><a href="https://evil.example/track">A link</a> <a href="mailto:a@evil.example">and another</a></p>
    <p>Between {% for party in parties %}{{ party.fullName }}{% endfor %} about {{ project }}.</p>
    <h1>&lt;script&gt;hit=1&lt;/script&gt; ${'huge '.repeat(2_000)}</h1></body></html>`;
  const published = await publisher.publish(NDA, '9.0.0', text);
  expect([published.status, published.json]).toEqual([201, expect.anything()]);
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${NDA}/9.0.0/own`);
  const { page, requested, complaints } = studio;
  await studio.says('.pages', 'A link');
  await studio.type('Project', BOMB);
  await studio.says('.pages', '<img src=x onerror="globalThis.hit=1">');
  await studio.drop(`${BOMB.replaceAll('/', '')}.json`, '[]');
  await studio.says('.said', 'has no fields');
  await studio.drop(
    'bomb.json',
    JSON.stringify({ [BOMB]: BOMB, __proto__: BOMB, project: 'T'.repeat(60_000) }),
  );
  await studio.says('.said', 'Opened bomb.json.');
  await studio.settles();
  await studio.drop('bomb.csv', `fullName,${BOMB}\n${BOMB},${BOMB}\n`);
  await studio.says('[aria-label="List"]', 'bomb.csv');
  await studio.says('.list-said', '.');
  await page.evaluate(`location.hash = '#/' + encodeURIComponent(${JSON.stringify(BOMB)})`);
  await studio.says('[role=alert]', `There is no template “${BOMB}”`);
  expect(
    await page.evaluate(
      `[globalThis.hit ?? null, document.querySelectorAll('.pages a, #studio script, #studio img:not([alt=""])').length, [...document.links].filter(({ protocol, host }) => protocol !== location.protocol || host !== location.host).length]`,
    ),
  ).toEqual([null, 0, 0]);
  expect(requested.filter((url) => !url.startsWith(`${service.url}/`))).toEqual([]);
  expect(complaints).toEqual([]);
});

test('a text whose pages never end is said above the last good ones, and typing goes on', async () => {
  const publisher = publisherOn(service, service.companyId, service.key);
  const text = ndaText(
    'About {{ project }}. {% if project == "endless" %}<p style="height: 100000000px">x</p>{% endif %}',
  );
  expect((await publisher.publish(NDA, '9.1.0', text)).status).toBe(201);
  await using studio = await openStudio(browser, service.url, `#key=${service.key}&/${NDA}/9.1.0/own`);
  await studio.type('Project', 'endles');
  await studio.says('.pages', 'About endles.');
  await studio.page.keyboard.type('s');
  await studio.says('.pages-state', 'The pages cannot be shown: ');
  await studio.says('.pages', 'About endles.');
  await studio.page.keyboard.type('ly long');
  await studio.says('.pages', 'About endlessly long.');
  await studio.page.waitForFunction(`!document.querySelector('.pages-state')`);
});
