import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startBrowser } from '../../browser.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { chord, issueKey, openTexts, type TextStudio } from './open-text.ts';

const TEMPLATE = 'senior-backend-developer-agreement';
const PART = 'partials/employment/v2-term.njk';

let service: TestService;
let browser: Browser;
let key: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
  key = (await issueKey(service, ['generate', 'texts'])).key;
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

/** Where words are on a page, in the middle of the window; only pages in view are drawn. */
const MIDDLE_OF = `async (number, words) => {
  const sheet = document.querySelectorAll('.pages .page')[number];
  sheet.scrollIntoView();
  while (sheet.querySelector('.words span') === null) await new Promise(requestAnimationFrame);
  const texts = document.createTreeWalker(sheet.querySelector('.words'), NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const at = node.data.indexOf(words);
    if (at < 0) continue;
    node.parentElement.scrollIntoView({ block: 'center' });
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + words.length);
    const { left, top, width, height } = range.getBoundingClientRect();
    return [left + width / 2, top + height / 2];
  }
}`;

async function find({ page }: TextStudio, words: string): Promise<[x: number, y: number]> {
  await page.waitForSelector('.pages .page');
  const { length: count } = await page.$$('.pages .page');
  for (let number = 0; number < count; number++) {
    const point = await page.evaluate(`(${MIDDLE_OF})(${number}, ${JSON.stringify(words)})`);
    if (point !== undefined) return point as [number, number];
  }
  throw new Error(`${words} is on no page`);
}

const activeLine = `document.querySelector('.code-area').shadowRoot.querySelector('.cm-activeLine')?.textContent`;

test('a word of a part leads to it; the part is changed, published with the text, and found by search', async () => {
  await using studio = await openTexts(browser, service.url, `#key=${key}&texts/${TEMPLATE}/2.0.0`);
  const { page, complaints } = studio;
  await studio.says('.pages', 'Commencement Date');
  // Of the text itself, which says so.
  await studio.after('extends', `aria/Text of Senior Backend Developer Agreement[role="textbox"]`);
  await chord(page, 'KeyF');
  const search = await page.waitForSelector('aria/Find[role="textbox"]');
  await search?.type('probation');
  await studio.says('.where', `is also in`);
  await studio.says('.where', PART);
  await page.keyboard.press('Escape');

  // What is said above the pages goes when they are drawn, and moves them.
  await studio.settles();
  await page.mouse.click(...(await find(studio, 'progress')));
  await studio.says('.where', `Shared part ${PART}`);
  await studio.says('.where', 'Probation: Yes');
  await page.waitForFunction(`${activeLine}?.includes('progress')`);

  // Of the number of the page.
  await page.mouse.click(...(await find(studio, 'Page')));
  await studio.says('.where', 'in no line of the text');
  await page.mouse.click(...(await find(studio, 'progress')));
  await studio.says('.where', 'Probation: Yes');
  // The line is the one of the first click until the editor has the focus again.
  await page.waitForFunction(`document.activeElement?.matches('.code-area')`);
  expect(await page.evaluate(activeLine)).toContain('progress');

  await page.keyboard.type('fully ');
  await studio.says('.pages', 'fully progress');
  await studio.says('.head', 'Changed, and kept in this tab');
  // Before the page is left.
  await page.waitForFunction(`Object.values(sessionStorage).some((kept) => kept.includes('fully progress'))`);
  await page.keyboard.press('ArrowUp');
  await page.waitForSelector('.found.word');
  await page.reload();
  await find(studio, 'fully progress');

  await studio.press('Publish…');
  await studio.says('.publish', `${PART}: 3. Start and length of the Employment, 4. Probation`);
  await studio.press('Publish');
  await studio.says('main', 'Published 2.0.0');
  const published = await service.send('GET', `/api/v1/texts/${TEMPLATE}/versions/2.0.0`, {
    'x-key': key,
    accept: 'application/json',
  });
  const { parts } = published.json as { readonly parts: Readonly<Record<string, string>> };
  expect(Object.keys(parts)).toEqual([PART]);
  expect(parts[PART]).toContain('fully progress');
  expect([complaints, await studio.violations()]).toEqual([[], []]);
});

/** A word of each kind of place on the pages, with where it is written, why it is printed, and what stands in that line. */
const PLACES: readonly (readonly [word: string, said: string, line: string])[] = [
  ['Headingword', 'the text, line 6. It is always printed.', '<h1>'],
  ['Rowword', 'the text, line 7. It is always printed.', '<th scope="row">'],
  ['250.00', 'the text, line 8. It is always printed.', 'money(currency)'],
  ['Clauseword', 'the text, line 10. It is always printed.', '<h3>'],
  [
    'Securedword',
    'the text, line 11. It is printed because of:Secured: Yes: the text, line 11',
    'secured === true',
  ],
  ['Dearword', 'line 12. It is printed because of:Price: 250, Currency: EUR: the text, line 12', 'Dearword'],
  ['Cellword', 'the text, line 13. It is always printed.', '<th scope="col">'],
  [
    'Loopword',
    'line 14. It is printed because of:Items: 2 in the list: the text, line 14',
    '{% for one in items %}',
  ],
  ['Bulletword', 'the text, line 15. It is always printed.', '<ul class="bullets">'],
  ['QUOTED', 'the text, line 16. It is always printed.', '"Quoted" | upper'],
  ['Manyword', 'line 17. It is printed because of:Items: 2 in the list: the text, line 17', '"Manyword" if'],
  ['Euroword', 'line 18. It is printed because of:Currency: EUR: the text, line 18', '{% case "EUR" %}'],
  ['Capturedword', 'the text, line 19. It is always printed.', '{% set captured %}'],
  [
    'Partword',
    'partials/end.njk, line 3. It is printed because of:Secured: Yes: partials/end.njk, line 2',
    'Partword',
  ],
  ['Argumentword', 'the text, line 21. It is always printed.', 'box("Argumentword")'],
  ['Boxword', 'partials/box.njk, line 2. It is always printed.', 'Boxword'],
  ['pieces', 'the text, line 22. It is always printed.', 'items | length'],
  [
    '3 February',
    'line 14. It is printed because of:Items: 2 in the list: the text, line 14',
    'one.due | date',
  ],
  ['Signed', 'partials/signatures.njk, line', 'Signed by'],
  ['Page', 'in no line of the text', ''],
];
const DEED = {
  title: 'Deed',
  kind: 'agreement',
  text: `{% extends "layouts/agreement.njk" %}
{% from "partials/signatures.njk" import signers, individual_signature %}
{% from "partials/box.njk" import box %}
{% block title %}Deed{% endblock %}
{% block content %}
<h1>Headingword</h1><table class="terms"><tbody>
<tr><th scope="row">Rowword</th><td>{{ owner | written | blank("full name") }}</td></tr>
<tr><th scope="row">Price</th><td>{{ price | money(currency) | blank("price") }}</td></tr>
</tbody></table><ol class="clauses"><li><h3>Terms</h3><p>Of the deed.</p></li>
<li><h3>Clauseword</h3><p>It holds.</p>
{% if secured === true %}<p>Securedword.</p>{% else %}<p>Unsecured.</p>{% endif %}
{% if price > 100 and currency == "EUR" %}<p>Dearword.</p>{% endif %}
<table><thead><tr><th scope="col">Cellword</th><th scope="col">Due</th></tr></thead><tbody>
{% for one in items %}<tr><td>Loopword {{ loop.index }}</td><td>{{ one.due | date }}</td></tr>{% endfor %}
</tbody></table><ul class="bullets"><li>Bulletword</li></ul>
<p>{{ "Quoted" | upper }}</p>
<p>{{ "Manyword" if items | length > 1 else "Oneword" }}</p>
<p>{% switch currency %}{% case "EUR" %}Euroword{% default %}Otherword{% endswitch %}</p>
{% set captured %}Capturedword{% endset %}<p>{{ captured }}</p>
{% include "partials/end.njk" %}
{{ box("Argumentword") }}
<p>{{ items | length }} pieces</p></li></ol>
{{ signers(individual_signature(owner, "the Owner"), individual_signature("", "the Other")) }}
{% endblock %}`,
  parts: {
    'partials/end.njk': '<p>x</p>\n{% if secured %}\n<p>Partword.</p>{% endif %}',
    'partials/box.njk': '{% macro box(what) %}\n<p>Boxword holds {{ what }}</p>{% endmacro %}',
  },
  schema: {
    type: 'object',
    properties: {
      owner: { type: 'string', title: 'Owner' },
      price: { type: 'number', title: 'Price', money: true },
      currency: { type: 'string', title: 'Currency', enum: ['EUR', 'USD'] },
      secured: { type: 'boolean', title: 'Secured' },
      items: {
        type: 'array',
        title: 'Items',
        items: { type: 'object', properties: { due: { type: 'string', format: 'date', title: 'Due' } } },
      },
    },
  },
  sample: {
    ...{ owner: 'Ada Obi', price: 250, currency: 'EUR', secured: true },
    items: [{ due: '2027-01-02' }, { due: '2027-02-03' }],
  },
};

test('a click on a word of any kind of place leads to its line, and says why it is printed', async () => {
  const path = '/api/v1/texts/deed/versions/1.0.0';
  expect((await service.send('PUT', path, { 'x-key': key }, DEED)).status).toBe(201);
  await using studio = await openTexts(browser, service.url, `#key=${key}&texts/deed/1.0.0/own`);
  await studio.settles();
  for (const [word, said, line] of PLACES) {
    await studio.page.mouse.click(...(await find(studio, word)));
    await studio.says('.where [role=status]', said);
    await studio.page.waitForFunction(`${activeLine}?.includes(${JSON.stringify(line)})`);
  }
  expect([studio.complaints, await studio.violations()]).toEqual([[], []]);
});
