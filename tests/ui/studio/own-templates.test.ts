import type { Browser } from 'puppeteer-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { saved, startBrowser } from '../../browser.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { flaws } from './flaws.ts';
import { issueKey, NDA, openTexts, SOURCE } from './open-text.ts';

const NOTE = {
  title: 'Loan note',
  kind: 'agreement',
  text: `{% extends "layouts/agreement.njk" %}
{% block title %}Loan note{% endblock %}
{% block content %}<h1>Loan note</h1>
<p>{{ borrower | blank("borrower") }} owes {{ lender | blank("lender") }} a sum.</p>
{% include "partials/end.njk" %}{% endblock %}`,
  parts: { 'partials/end.njk': '<p>End of the note.</p>' },
  schema: {
    type: 'object',
    required: ['lender'],
    properties: {
      lender: { type: 'string', title: 'Lender' },
      borrower: { type: 'string', title: 'Borrower' },
    },
  },
  sample: { lender: 'Acme Limited', borrower: 'Ada Obi' },
};

let service: TestService;
let browser: Browser;
let key: string;
beforeAll(async () => {
  [service, browser] = await Promise.all([startEmbedded(), startBrowser()]);
  key = (await issueKey(service, ['generate', 'texts'])).key;
  const path = '/api/v1/texts/loan-note/versions/1.0.0';
  expect((await service.send('PUT', path, { 'x-key': key }, NOTE)).status).toBe(201);
});
afterAll(async () => {
  await browser.close();
  await service[Symbol.asyncDispose]();
});

const open = (to: string) => openTexts(browser, service.url, `#key=${key}&${to}`);

/** What is published of a version. */
async function published(templateId: string, version: string): Promise<unknown> {
  const headers = { 'x-key': key, accept: 'application/json' };
  return (await service.send('GET', `/api/v1/texts/${templateId}/versions/${version}`, headers)).json;
}

test('a template of the company’s own comes first, with a form, pages and files', async () => {
  await using studio = await open('/');
  const { page, complaints } = studio;
  await studio.says('main', 'Loan note');
  const headings = await page.$$eval('h2', (all) => all.map(({ textContent }) => textContent));
  expect(headings.slice(0, 3)).toEqual(["Acme Limited's templates", 'Agreements', 'Policies']);
  const listed = (await service.send('GET', '/api/v1/texts', { 'x-key': key })).json;
  const [{ createdAt = '' } = {}] = (listed as { templates: { createdAt: string }[] }).templates;
  const day = new Date(createdAt).toLocaleDateString('en-GB', { dateStyle: 'long' });
  await studio.says('li', `Loan noteMake many…An agreement of your own, 1.0.0 of ${day}`);
  await studio.pressOn('aria/Loan note[role="link"]');
  await studio.says('h1', "Loan note Acme Limited's text");
  await studio.type('Lender[role="textbox"]', 'Blue Moon');
  await studio.type('Borrower[role="textbox"]', 'Ada');
  await studio.says('.status [role=status]', '2 of 2 filled in');
  await studio.says('.pages', 'Ada owes Blue Moon a sum.');
  const word = await saved(page, () => studio.press('Download Word'));
  expect([word.name, readWord(word.bytes).blocks]).toEqual([
    'loan-note-1.0.0.docx',
    ['Loan note', 'Ada owes Blue Moon a sum.', 'End of the note.'],
  ]);
  await studio.pressOn('aria/Edit its text');
  await studio.says('.head', 'What you change will be your 1.1.0, with its own fields.');
  await studio.says('.status', 'Nothing to correct · 0 warnings');
  await studio.pressOn('aria/Fields[role="tab"]');
  await studio.says('.changes-side', 'Add a field');
  expect(await flaws(studio)).toEqual([]);
  await studio.pressOn('aria/Pages[role="tab"]');
  await studio.after('<h1>', 'aria/Text of Loan note[role="textbox"]');
  await page.keyboard.type('<p>Our words</p>');
  await studio.says('.pages', 'Our words');
  await studio.says('.pages', 'End of the note.');
  await studio.press('Publish…');
  await page.waitForSelector('#version-number:focus');
  await page.keyboard.press('Enter');
  await studio.says('.said', 'Published 1.1.0.');
  const { text, ...others } = NOTE;
  expect(await published('loan-note', '1.1.0')).toEqual({
    ...others,
    text: text.replace('</h1>', '</h1><p>Our words</p>'),
  });
  expect([complaints, await studio.violations()]).toEqual([[], []]);
});

test('a template is begun as a copy of another, and faults of its fields are said as those of its text', async () => {
  await using studio = await open('texts');
  const { page, complaints } = studio;
  await page.locator('aria/Begin as').fill(NDA);
  await studio.type('Title', 'loan note');
  await studio.press('Make the template');
  await studio.says('[role=alert]', 'There is a document “loan note” already.');
  await studio.retype('aria/Title', 'Our NDA, shört');
  await studio.retype('aria/Id, for programs', NDA);
  await studio.press('Make the template');
  await studio.says('[role=alert]', `${NDA} is a template of the catalogue`);
  await studio.retype('aria/Id, for programs', 'our-nda');
  await studio.press('Make the template');
  await studio.says('.said', 'A copy of Non-disclosure agreement.');
  expect(page.url()).toBe(`${service.url}/studio#texts/our-nda/1.0.0/own`);
  await studio.says('.pages', 'Sterling Harbour Foods');
  const first = (await published('our-nda', '1.0.0')) as typeof NOTE;
  const path = `/api/v1/templates/${NDA}/versions/latest`;
  const read = async (what: string) => (await service.send('GET', `${path}/${what}`, { 'x-key': key })).json;
  const { $id: _, ...schema } = (await read('schema')) as { $id: string };
  expect(first).toEqual({
    ...{ text: SOURCE, title: 'Our NDA, shört', kind: 'agreement' },
    ...{ schema, sample: await read('sample') },
  });
  await studio.pressOn('aria/Fields[role="tab"]');
  await studio.pressOn('summary ::-p-text(As JSON)');
  const { text: _text, ...fields } = first;
  const write = (next: object | string) =>
    page.locator('aria/Fields[role="textbox"]').fill(typeof next === 'string' ? next : JSON.stringify(next));
  await write('{');
  await studio.says('.findings', 'Correct this: The fields are no JSON');
  const properties = { ...first.schema.properties, rent: { type: 'numbr' } };
  await write({ ...fields, schema: { ...first.schema, properties } });
  await studio.says('.findings', 'Correct this: schema.properties.rent.type');
  const next = { ...fields, title: 'Our NDA' };
  await write(next);
  await studio.says('.status', 'Nothing to correct');
  await page.reload();
  await studio.says('.status', 'Nothing to correct');
  await studio.press('Publish…');
  await page.waitForSelector('#version-number:focus');
  await page.keyboard.press('Enter');
  await studio.says('.said', 'Published 1.1.0.');
  expect(await published('our-nda', '1.1.0')).toEqual({ ...next, text: SOURCE });
  await studio.pressOn('aria/Studio[role="link"]');
  await studio.says('main', 'Our NDA');
  expect([complaints, await studio.violations()]).toEqual([[], []]);
});

test('of each field the form says whether the text prints it, or a part of it', async () => {
  const { schema, sample, ...note } = NOTE;
  const properties = {
    ...schema.properties,
    amount: { type: 'number', title: 'Amount', money: true },
    currency: { type: 'string', title: 'Currency' },
    spare: { type: 'string', title: 'Spare' },
  };
  const published = await service.send(
    'PUT',
    '/api/v1/texts/parted-note/versions/1.0.0',
    { 'x-key': key },
    {
      ...{ ...note, title: 'Parted note', schema: { ...schema, properties } },
      sample: { ...sample, amount: 5, currency: 'USD', spare: 'x' },
      parts: { 'partials/end.njk': '<p>The end of {{ amount | money(currency) }}.</p>' },
    },
  );
  expect(published.status).toBe(201);
  await using studio = await open('texts/parted-note/1.0.0/own');
  await studio.says('.pages', 'The end of');
  await studio.pressOn('aria/Fields[role="tab"]');
  const said = await studio.page.$$eval('.field-list .help', (all) => all.map((one) => one.textContent));
  expect(said).toEqual([
    'In the text it is lender.',
    'In the text it is borrower.',
    'In the text it is amount, which a shared part prints.',
    'In the text it is currency, which a shared part prints.',
    'In the text it is spare, which nothing prints yet.',
  ]);
  expect(studio.complaints).toEqual([]);
});

test('a template of which no version is in use is opened by its exact version', async () => {
  await service.send('PUT', '/api/v1/texts/old-note/versions/1.0.0', { 'x-key': key }, NOTE);
  await service.send('DELETE', '/api/v1/texts/old-note/versions/1.0.0', { 'x-key': key });
  await using studio = await open('texts/old-note/1.0.0/own');
  await studio.says('.head', 'your 1.0.0, retired');
  await studio.says('.pages-state', 'Template not found');
});

test('a template is begun empty, and its fields are added, changed and removed by a form', async () => {
  await using studio = await open('texts');
  const { page, complaints } = studio;
  await studio.type('Title', 'Van & <hire>');
  await studio.press('Make the template');
  await studio.says('.said', 'An empty document.');
  expect(page.url()).toBe(`${service.url}/studio#texts/van-hire/1.0.0/own`);
  const added = async (title: string, fill: () => Promise<unknown>) => {
    await studio.type('Title[role="textbox"]', title);
    await fill();
    await studio.press('Add field');
    await studio.says('.said', `“${title}” is printed at the end of the text.`);
  };
  const choose = (label: string, value: string) => page.locator(`form >>> ::-p-aria(${label})`).fill(value);
  await added('Renter', () => studio.pressOn('aria/Required'));
  await added('Insured', () => choose('Kind', 'flag'));
  await added('Insurer', async () => {
    await choose('Asked for', JSON.stringify({ by: 'insured', value: true }));
    await studio.type('Example, for the sample', 'Blue Moon');
  });
  await added('Fee', () => choose('Kind', 'money'));
  await added('Van', async () => {
    await choose('Kind', 'choice');
    await studio.type('Choices, one a line', 'small\nlarge');
  });
  expect(await flaws(studio)).toEqual([]);
  await studio.says('.status', 'Nothing to correct · 0 warnings');
  // A blank at once, though the fields are not published.
  await studio.pressOn('aria/Pages[role="tab"]');
  await studio.says('.pages', 'Renter:');
  await studio.says('.pages', 'Fee:');
  await studio.pressOn('aria/Fields[role="tab"]');
  await studio.pressOn('summary ::-p-text(Recipient)');
  await studio.press('Remove: Recipient');
  await studio.says('.findings', 'there is no field recipient in the data');
  await studio.pressOn('summary ::-p-text(Renter)');
  await page.locator('.field-list details[open] ::-p-aria(Asked for)').fill('{"by":"insured","value":false}');
  await studio.says('summary', 'Renter Text · only when Insured is no');
  await studio.press('Publish…');
  await page.waitForSelector('#version-number:focus');
  await page.keyboard.press('Enter');
  await studio.says('.said', 'Published 1.1.0.');
  const when = (value: boolean, name: string) => ({
    if: { properties: { insured: { enum: [value] } } },
    // biome-ignore lint/suspicious/noThenProperty: a word of JSON Schema
    then: { required: [name] },
  });
  expect(await published('van-hire', '1.1.0')).toEqual({
    title: 'Van & <hire>',
    kind: 'agreement',
    schema: {
      type: 'object',
      properties: {
        renter: { title: 'Renter', type: 'string' },
        insured: { title: 'Insured', type: 'boolean' },
        insurer: { title: 'Insurer', type: 'string' },
        fee: { title: 'Fee', type: 'number', money: true },
        currency: { type: 'string', title: 'Currency', enum: ['NGN', 'USD', 'EUR', 'GBP'] },
        van: { title: 'Van', type: 'string', enum: ['small', 'large'] },
      },
      dependencies: { insured: { allOf: [when(true, 'insurer'), when(false, 'renter')] } },
    },
    sample: {
      ...{ renter: 'Renter', insured: true, insurer: 'Blue Moon' },
      ...{ fee: 1000, currency: 'NGN', van: 'small' },
    },
    text: `{% extends "layouts/agreement.njk" %}
{% block title %}Van &amp; &lt;hire&gt;{% endblock %}
{% block content %}
<h1>Van &amp; &lt;hire&gt;</h1>
<p>This document is for {{ recipient | blank("recipient") }}.</p>
<p>Renter: {{ renter | written | blank("renter") }}</p>
<p>Insured: {% if insured === true %}yes{% elif insured === false %}no{% else %}{{ insured | blank(["yes", "no"]) }}{% endif %}</p>
{% if insured === true %}<p>Insurer: {{ insurer | written | blank("insurer") }}</p>{% endif %}
<p>Fee: {{ fee | money(currency) | blank("fee") }}</p>
<p>Van: {{ van | blank("van") }}</p>
{% endblock %}
`,
  });
  expect([complaints, await studio.violations()]).toEqual([[], []]);
});
