import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linksOf } from '../../formats/pdf/read-links.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { NDA_DATA, ndaRequest } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const TEXT =
  '{% from "partials/party.njk" import party_names %}<h1>Ours</h1><p>{{ party_names(parties) }}</p>{% include "partials/footer.njk" %}';
const PARTY = '{% macro party_names(all) %}We, {{ all[0].fullName }}{% endmacro %}';
const PARTS = {
  'partials/party.njk': PARTY,
  'partials/footer.njk': '<p>For {{ project | blank("it") }}.</p>',
};
const BODY = { text: TEXT, parts: PARTS };

let service: TestService;
let key: string;
let other: string;
beforeAll(async () => {
  service = await startEmbedded();
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
  const issue = async (companyId: string) => {
    const rights = ['texts', 'generate'];
    const { json } = await service.admin('POST', `/companies/${companyId}/keys`, { rights });
    return (json as { key: string }).key;
  };
  [key, other] = [await issue('acme'), await issue('other')];
});
afterAll(() => service[Symbol.asyncDispose]());

const versionPath = (version: string) => `/api/v1/texts/${NDA}/versions/${version}`;
const send = (method: string, path: string, body?: object | string, headers: object = {}) =>
  service.send(method, path, { 'x-key': key, 'content-type': 'application/json', ...headers }, body);
const answered = ({ status, json }: Answer) => [status, json];
const words = async (body: object) => {
  const made = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, body);
  expect(made.status, made.bytes.subarray(0, 200).toString()).toBe(200);
  return readWord(made.bytes).blocks;
};

test('parts that are sent with a text are its own, and those that are left out are those of the service', async () => {
  const published = await send('PUT', versionPath('1.0.0'), BODY);
  expect(answered(published)).toMatchObject([201, { version: '1.0.0', warnings: [], fault: null }]);
  expect(await words(ndaRequest({ version: '1.0.0' }))).toEqual(['Ours', 'We, Ada Obi', 'For it.']);
  const alone = TEXT.replace('{% include "partials/footer.njk" %}', '');
  expect((await send('PUT', versionPath('1.1.0'), { text: alone })).status).toBe(201);
  expect(await words(ndaRequest({ version: '1.1.0' }))).toEqual(['Ours', 'Ada Obi']);
});

test('a text is read as it was sent: as JSON with its parts for whoever asks for that', async () => {
  const asJson = await send('GET', versionPath('1.0.0'), undefined, { accept: 'application/json' });
  expect(answered(asJson)).toEqual([200, BODY]);
  expect(asJson.headers).toMatchObject({
    ...{ vary: 'Accept', 'content-type': 'application/json; charset=utf-8' },
    'content-disposition': `attachment; filename="${NDA}-1.0.0.json"`,
  });
  const asText = await send('GET', versionPath('1.0.0'));
  expect([asText.bytes.toString(), asText.headers['content-type']]).toEqual([
    TEXT,
    'text/html; charset=utf-8',
  ]);
  const without = await send('GET', versionPath('1.1.0'), undefined, { accept: 'application/json' });
  expect(Object.keys(without.json as object)).toEqual(['text']);
  const parts = await send('GET', `/api/v1/templates/${NDA}/versions/1.0.0/parts?custom=true`);
  expect(parts.json).toEqual({
    parts: Object.entries(PARTS)
      .sort()
      .map(([name, text]) => ({ name, text })),
  });
});

test('the same text and parts again are the same version; anything else is a conflict', async () => {
  expect((await send('PUT', versionPath('1.0.0'), BODY)).status).toBe(200);
  const parts = { ...PARTS, 'partials/party.njk': `${PARTY} ` };
  const conflict = {
    error: 'conflict',
    message: `${NDA} 1.0.0 was published with its own partials/footer.njk, partials/party.njk, and a version never changes; publish under a new version`,
  };
  for (const body of [{ text: TEXT, parts }, { text: TEXT }, { text: TEXT, parts: {} }])
    expect(answered(await send('PUT', versionPath('1.0.0'), body))).toEqual([409, conflict]);
  const html = await send('PUT', versionPath('1.0.0'), TEXT, { 'content-type': 'text/html' });
  expect(answered(html)).toEqual([409, conflict]);
  expect((await send('PUT', versionPath('1.0.0'), { ...BODY, text: `${TEXT} ` })).status).toBe(409);
  expect((await send('DELETE', versionPath('1.0.0'))).status).toBe(204);
  expect((await send('PUT', versionPath('1.0.0'), { text: TEXT, parts })).status).toBe(409);
  expect((await send('PUT', versionPath('1.0.0'), BODY)).status).toBe(200);
  expect(await words(ndaRequest({ version: '1.0.0' }))).toEqual(['Ours', 'We, Ada Obi', 'For it.']);
});

test('the administration keeps parts in the same form, and no other company reaches them', async () => {
  const path = `/companies/acme/templates/${NDA}/versions`;
  const headers = { authorization: `Bearer ${service.adminToken}`, accept: 'application/json' };
  expect(await service.send('GET', `/admin/v1${path}/1.0.0`, headers).then(answered)).toEqual([200, BODY]);
  expect((await service.admin('PUT', `${path}/1.2.0`, BODY)).status).toBe(201);
  expect(await words(ndaRequest({ version: '1.2.0' }))).toEqual(['Ours', 'We, Ada Obi', 'For it.']);
  const asked = await send('GET', versionPath('1.0.0'), undefined, {
    accept: 'application/json',
    'x-key': other,
  });
  expect(asked.status).toBe(404);
});

const FOOTER = (footer: string) => ({ text: TEXT, parts: { ...PARTS, 'partials/footer.njk': footer } });

describe('a part is checked as a text is: publishing, the check and a preview refuse', () => {
  test.each<[what: string, body: object, message: RegExp, faults: object[]]>([
    [
      'a fault of the language',
      FOOTER('<p>\n{% if project %}</p>'),
      /^The template cannot be published: partials\/footer\.njk, line 2, column 1: this if is not closed/,
      [
        {
          part: 'partials/footer.njk',
          line: 2,
          column: 1,
          message: expect.stringMatching(/^this if is not closed/),
        },
      ],
    ],
    [
      'markup that no document may have',
      FOOTER('<p>x</p>\n<script>alert(1)</script>'),
      /partials\/footer\.njk, line 2, column 1: <script> is not allowed/,
      [{ part: 'partials/footer.njk', line: 2, column: 1, message: expect.stringMatching(/^<script>/) }],
    ],
    [
      'a value where it would not be escaped',
      FOOTER('<p>x</p><!-- {{ project }} -->'),
      /partials\/footer\.njk, line 1, column 17: a value may only be printed in text/,
      [{ part: 'partials/footer.njk', line: 1, column: 17, message: expect.stringMatching(/^a value may/) }],
    ],
    [
      'a part that the text does not need',
      { text: TEXT, parts: { ...PARTS, 'partials/law.njk': '<p>x</p>' } },
      /: partials\/law\.njk: the text does not need this part; extend, include or import it, or leave it out$/,
      [{ part: 'partials/law.njk', message: expect.stringMatching(/^the text does not need this part/) }],
    ],
    [
      'a part that needs itself',
      FOOTER('{% include "partials/footer.njk" %}'),
      /partials\/footer\.njk: this part needs itself/,
      [{ part: 'partials/footer.njk', message: expect.stringMatching(/^this part needs itself/) }],
    ],
  ])('%s', async (_what, body, message, faults) => {
    const published = await send('PUT', versionPath('2.0.0'), body);
    expect(answered(published)).toEqual([
      422,
      { error: 'unprocessable', message: expect.stringMatching(message), faults },
    ]);
    expect(answered(await send('POST', `${versionPath('2.0.0')}/check`, body))).toEqual([
      200,
      { faults, warnings: [] },
    ]);
    const preview = { templateId: NDA, data: NDA_DATA, ...body };
    expect(answered(await send('POST', '/api/v1/documents/preview', preview))).toEqual(answered(published));
  });

  test('a fault of a document, at its place in the part', async () => {
    const body = FOOTER('<p>x</p>\n<a class="ref" href="#none"></a>');
    expect((await send('PUT', versionPath('2.0.0'), body)).json).toMatchObject({
      faults: [
        { part: 'partials/footer.njk', line: 2, column: 16, message: expect.stringMatching(/ #none/) },
      ],
    });
  });

  test('a chain of parts that is too long, and one that ends is none', async () => {
    const chain = (length: number) => ({
      text: '{% include "partials/c1.njk" %}',
      parts: Object.fromEntries(
        Array.from({ length }, (_, index) => [
          `partials/c${index + 1}.njk`,
          index + 1 < length ? `{% include "partials/c${index + 2}.njk" %}` : '<p>End</p>',
        ]),
      ),
    });
    const check = (length: number) => send('POST', `${versionPath('2.0.0')}/check`, chain(length));
    expect((await check(10)).json).toEqual({ faults: [], warnings: [] });
    expect((await check(11)).json).toEqual({
      warnings: [],
      faults: [{ part: 'partials/c11.njk', message: 'parts need each other more than 10 deep; join some' }],
    });
  });
});

test.each<[what: string, body: object | string, status: number, message: RegExp]>([
  ['no text', { parts: PARTS }, 422, /^text is missing; expected: the Nunjucks source/],
  ['no body', '', 422, /^text is missing/],
  [
    'a body that is not JSON',
    '{"text"',
    422,
    /^The body must be JSON in UTF-8; it stops being JSON at line 1, column 8$/,
  ],
  [
    'parts that are no texts',
    { text: TEXT, parts: { 'partials/x.njk': 5 } },
    422,
    /^parts\.partials\/x\.njk is invalid; expected: the texts of shared parts /,
  ],
  ['parts that are a list', { text: TEXT, parts: [PARTY] }, 422, /^parts is invalid; expected: /],
  ...['x.njk', 'partials/../x.njk', 'partials/x.css', 'styles/document.css', '__proto__', 'partials/x'].map(
    (name): [string, object, number, RegExp] => [
      `a part named ${name}`,
      JSON.parse(JSON.stringify({ text: TEXT, parts: 0 }).replace('0', `{"${name}":"x"}`)),
      422,
      /^parts is invalid; expected: the texts of shared parts .* by names such as partials\/footer\.njk/,
    ],
  ),
  [
    'a text over the limit',
    { text: 'x'.repeat(524_289) },
    413,
    /^text must not be larger than 524288 bytes$/,
  ],
  [
    'parts over the limit',
    { text: TEXT, parts: { 'partials/a.njk': 'é'.repeat(200_000), 'partials/b.njk': 'é'.repeat(70_000) } },
    413,
    /^parts must not be larger than 524288 bytes$/,
  ],
])('%s is refused', async (_what, body, status, message) => {
  const refused = [status, expect.objectContaining({ message: expect.stringMatching(message) })];
  expect(answered(await send('PUT', versionPath('2.0.0'), body))).toEqual(refused);
  expect(answered(await send('POST', `${versionPath('2.0.0')}/check`, body))).toEqual(refused);
});

test('a whole layout may be changed, with a long part', async () => {
  const layout = readFileSync('templates-html/layouts/agreement.njk', 'utf8');
  const parts = { 'layouts/agreement.njk': `${layout}{# ${'"'.repeat(400_000)} #}` };
  const text =
    '{% extends "layouts/agreement.njk" %}{% block title %}Ours{% endblock %}{% block content %}<h1>Ours</h1>{% endblock %}';
  expect((await send('PUT', versionPath('3.0.0'), { text, parts })).status).toBe(201);
  expect(await words(ndaRequest({ version: '3.0.0' }))).toEqual(['Ours']);
});

test('a preview prints a text with parts of its own, with the right texts and with a text only', async () => {
  const preview = (body: object, as = key) =>
    send('POST', '/api/v1/documents/preview', { templateId: NDA, data: NDA_DATA, ...body }, { 'x-key': as });
  const { texts } = await linksOf((await preview(BODY)).bytes);
  expect(texts.join(' ')).toMatch(/Ours.*We,\s+Ada Obi.*For/s);
  expect((await preview({ parts: PARTS }, service.key)).status).toBe(403);
  expect(answered(await preview({ parts: PARTS }))).toEqual([
    400,
    {
      error: 'validation_error',
      message: 'Missing required fields: text.',
      details: { missing_fields: ['text'] },
    },
  ]);
});
