import { hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { linksOf } from '../../formats/pdf/read-links.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';

const NDA = 'non-disclosure-agreement';
const VERSION = `/api/v1/texts/${NDA}/versions/1.0.0`;
const SOURCE =
  '{% from "partials/party.njk" import party_names %}<h1>Ours</h1><p>{{ party_names(parties) }} {{ project }}</p>';

let service: TestService;
let key: string;
let keyId: string;
let other: string;
beforeAll(async () => {
  service = await startEmbedded();
  const issue = async (companyId: string, rights: readonly string[]) =>
    (await service.admin('POST', `/companies/${companyId}/keys`, { rights })).json as {
      key: string;
      keyId: string;
    };
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
  ({ key, keyId } = await issue('acme', ['texts']));
  other = (await issue('other', ['texts'])).key;
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: unknown, type = 'text/html; charset=utf-8', as = key) =>
  service.send(method, path, { 'x-key': as, 'content-type': type }, body);
const preview = (body: object, as = key) =>
  service.send('POST', '/api/v1/documents/preview', { 'x-key': as }, { templateId: NDA, data: {}, ...body });
const answered = ({ status, json }: Answer) => [status, json];

test('a company keeps its own texts as the administration keeps them for it', async () => {
  const published = await send('PUT', VERSION, SOURCE);
  expect(answered(published)).toEqual([
    201,
    expect.objectContaining({ templateId: NDA, version: '1.0.0', publishedBy: keyId, fault: null }),
  ]);
  expect((await send('PUT', VERSION, SOURCE)).status).toBe(200);
  const admin = `/companies/acme/templates/${NDA}/versions/2.0.0`;
  const token = { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' };
  expect((await service.send('PUT', `/admin/v1${admin}`, token, SOURCE)).status).toBe(201);
  const listed = await send('GET', '/api/v1/texts');
  expect(answered(listed)).toEqual(answered(await service.admin('GET', '/companies/acme/templates')));
  expect(listed.json).toMatchObject({
    templates: [
      { version: '1.0.0', publishedBy: keyId },
      { version: '2.0.0', publishedBy: 'administration' },
    ],
  });
  expect((await send('GET', VERSION)).bytes.toString()).toBe(SOURCE);
  expect(answered(await send('POST', '/api/v1/texts/check'))).toEqual([
    200,
    { templates: ['1.0.0', '2.0.0'].map((version) => ({ templateId: NDA, version, fault: null })) },
  ]);
  expect((await send('DELETE', VERSION)).status).toBe(204);
  const { templates } = (await send('GET', '/api/v1/texts')).json as { templates: { retiredAt: string }[] };
  expect(templates[0]?.retiredAt).toEqual(expect.any(String));
});

test("a company's key reaches the texts of no other company", async () => {
  const path = `/api/v1/texts/${NDA}/versions/3.0.0`;
  await send('PUT', path, SOURCE);
  for (const method of ['GET', 'DELETE'])
    expect((await send(method, path, undefined, 'text/html', other)).json).toEqual({
      error: 'not_found',
      message: `Company other has no version 3.0.0 of ${NDA}; its list has those there are`,
    });
  expect((await send('GET', '/api/v1/texts', undefined, 'text/html', other)).json).toEqual({ templates: [] });
  expect((await preview({ custom: true, version: '3.0.0' }, other)).status).toBe(404);
});

test.each<[what: string, method: string, path: string, body: unknown, status: number, error: string]>([
  ['a name that none has', 'GET', '/api/v1/texts/a%20b/versions/1', undefined, 404, 'not_found'],
  ['an unknown template', 'PUT', '/api/v1/texts/x/versions/1.0.0', SOURCE, 404, 'not_found'],
  [
    'another text under the same number',
    'PUT',
    `/api/v1/texts/${NDA}/versions/2.0.0`,
    `${SOURCE} `,
    409,
    'conflict',
  ],
  ['no semantic version', 'PUT', `/api/v1/texts/${NDA}/versions/one`, SOURCE, 422, 'unprocessable'],
  ['a blank text', 'PUT', `/api/v1/texts/${NDA}/versions/9.0.0`, ' ', 422, 'unprocessable'],
  [
    'a text over the limit',
    'PUT',
    `/api/v1/texts/${NDA}/versions/9.0.0`,
    'x'.repeat(524_289),
    413,
    'body_too_large',
  ],
  ['another method', 'PATCH', '/api/v1/texts', undefined, 405, 'method_not_allowed'],
])('%s is refused as by the administration', async (_what, method, path, body, status, error) => {
  expect(answered(await send(method, path, body))).toMatchObject([status, { error }]);
});

describe('the text of a version', () => {
  const versions = `/api/v1/templates/${NDA}/versions`;
  const source = readFileSync(`templates-html/${NDA}/1.0.0.njk`, 'utf8');

  test('is answered byte for byte, as a file that no browser runs, and as long as it is the same only once', async () => {
    const { status, headers, bytes } = await send('GET', `${versions}/latest/text`);
    expect([status, bytes.toString()]).toEqual([200, source]);
    const etag = `"${hash('sha256', source)}"`;
    expect(headers).toMatchObject({
      ...{ etag, vary: 'X-Key', 'cache-control': 'private, max-age=60' },
      'content-type': 'text/html; charset=utf-8',
      'content-disposition': `attachment; filename="${NDA}-1.0.0.njk"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
    const again = await service.send('GET', `${versions}/1.0.0/text`, {
      'x-key': key,
      'if-none-match': etag,
    });
    expect([again.status, again.bytes.length]).toEqual([304, 0]);
  });

  test("may be the company's own, with the parts that are stored with it", async () => {
    await send('PUT', `/api/v1/texts/${NDA}/versions/5.0.0`, SOURCE);
    const own = await send('GET', `${versions}/5.0.0/text?custom=true`);
    expect([own.bytes.toString(), own.headers['cache-control']]).toEqual([SOURCE, 'private, no-cache']);
    const names = async (path: string) => {
      const { parts } = (await send('GET', path)).json as { parts: { name: string; text: string }[] };
      for (const { name, text } of parts) expect(text).toBe(readFileSync(`templates-html/${name}`, 'utf8'));
      return parts.map(({ name }) => name);
    };
    expect(await names(`${versions}/5.0.0/parts?custom=true`)).toEqual(['partials/party.njk']);
    const all = await names(`${versions}/1.0.0/parts`);
    expect(all).toEqual(all.toSorted());
    expect(all).toEqual(expect.arrayContaining(['layouts/agreement.njk', 'styles/document.css']));
  });

  test('is not there for a version that is not', async () => {
    for (const part of ['text', 'parts', 'cases'])
      expect(answered(await send('GET', `${versions}/7.7.7/${part}`))).toEqual([
        404,
        { status: 'error', message: expect.stringMatching(/^Template not found: /) },
      ]);
  });

  test('comes with data to look at it with, each of which makes its pages', async () => {
    const { json } = await service.send('GET', `${versions}/1.0.0/cases`, { 'x-key': service.key });
    const { cases } = json as { cases: { id: string; title: string; field?: string; data: object }[] };
    const sample = await send('GET', `${versions}/1.0.0/sample`);
    expect(cases[0]).toEqual({ id: 'sample', title: 'Sample', data: sample.json });
    const found = cases.find(({ title }) => title === 'Arbitration: no');
    expect(found).toMatchObject({ id: 'dispute false', field: 'dispute', data: { dispute: false } });
    const text = '{% if dispute === false %}<p>In court</p>{% else %}<p>By arbitration</p>{% endif %}';
    const pages = await preview({ text, data: found?.data });
    expect((await linksOf(pages.bytes)).texts.join(' ')).toContain('In court');
  });
});

describe('the check of a text that is not published', () => {
  const check = (text: unknown, type?: string, path = NDA, as = key) =>
    send('POST', `/api/v1/texts/${path}/versions/1.0.0/check`, text, type, as);

  test('finds nothing wrong, but what the data cannot have', async () => {
    expect(answered(await check(`${SOURCE}\n<p>{{ projct }}</p>`))).toEqual([
      200,
      {
        faults: [],
        warnings: [
          {
            line: 2,
            column: 7,
            message:
              'there is no field projct in the data, so that it is always absent here; did you mean project?',
          },
        ],
      },
    ]);
    const { templates } = (await send('GET', '/api/v1/texts')).json as { templates: { sha256: string }[] };
    expect(templates.map(({ sha256 }) => sha256)).not.toContain(
      hash('sha256', `${SOURCE}\n<p>{{ projct }}</p>`),
    );
  });

  test.each<[what: string, text: string, faults: object[]]>([
    [
      'in the language',
      '<p>{{ project | blnk }}</p>\n{% if project %}{{ nope() }}{% endif %}\n{% for x in parties %}{{ x | dat }}{% endfor %}',
      [
        {
          line: 1,
          column: 17,
          message: expect.stringMatching(/^there is no such filter; there are blank, /),
        },
        { line: 2, column: 20, message: expect.stringMatching(/nope/) },
        {
          line: 3,
          column: 30,
          message: expect.stringMatching(/^there is no such filter; there are blank, /),
        },
      ],
    ],
    [
      'in the markup',
      '<p onclick="x">a</p>\n<iframe></iframe>\n<p style="position: url(x)">b</p>',
      [
        { line: 1, column: 4, message: expect.stringMatching(/^onclick/) },
        { line: 2, column: 1, message: '<iframe> is not allowed in a document; leave it out' },
        { line: 3, column: 4, message: expect.stringMatching(/^url\(\) must/) },
      ],
    ],
    [
      'in the documents of the sample and of the least data',
      '{% if project %}<a class="ref" href="#one"></a>{% else %}\n<a class="ref" href="#two"></a>{% endif %}',
      [
        {
          line: 1,
          column: 32,
          message: expect.stringMatching(/^with the sample data: a reference names #one/),
        },
        { line: 2, column: 16, message: expect.stringMatching(/^with the required fields alone: .* #two/) },
      ],
    ],
    [
      'without a place',
      '<a class="ref" href="#{{ project }}x"></a>',
      [
        { message: expect.stringMatching(/^with the sample data: a reference names #/) },
        { message: 'with the required fields alone: a reference names #x, and no element has that id' },
      ],
    ],
  ])('finds all faults %s at once, as publishing does', async (_what, text, faults) => {
    const answer = await check(text);
    expect(answered(answer)).toEqual([200, { faults: expect.any(Array), warnings: [] }]);
    const found = (answer.json as { faults: object[] }).faults;
    expect(found).toMatchObject(faults);
    expect(found).toHaveLength(faults.length);
    const published = await send('PUT', `/api/v1/texts/${NDA}/versions/8.0.0`, text);
    expect(answered(published)).toMatchObject([422, { faults: found }]);
  });

  test.each<[what: string, answer: () => Promise<Answer>, status: number, error: string]>([
    ['an unknown template', () => check(SOURCE, undefined, 'x'), 404, 'not_found'],
    ['a blank text', () => check(' '), 422, 'unprocessable'],
    ['a text over the limit', () => check('x'.repeat(524_289)), 413, 'body_too_large'],
    ['another type', () => check('{}', 'text/plain'), 415, 'unsupported_media_type'],
  ])('refuses %s', async (_what, answer, status, error) => {
    expect(answered(await answer())).toMatchObject([status, { error }]);
  });

  test('needs the right texts', async () => {
    expect(answered(await check(SOURCE, undefined, NDA, service.key))).toEqual([
      403,
      { error: 'Forbidden: this key lacks the right texts' },
    ]);
  });
});

describe('a preview of a text that is not published', () => {
  test('prints it with the schema and the parts of the version that is named', async () => {
    const data = { parties: [{ fullName: 'Ada' }], project: 'Kwara' };
    const answer = await preview({ text: SOURCE, data });
    expect([answer.status, answer.headers['x-template-source']]).toEqual([200, 'custom']);
    const { links, texts } = await linksOf(answer.bytes);
    expect(texts.join(' ')).toMatch(/Ours.*Ada.*Kwara/s);
    expect(links.map(({ field }) => field)).toEqual(['parties[0].fullName', 'project']);
    expect((await send('GET', '/api/v1/texts')).bytes.toString()).not.toContain('preview');
  });

  test.each<[what: string, text: string]>([
    ['a tag that is not closed', '<p>\n{% if project %}'],
    ['a script', '<p>x</p>\n  <script>alert(1)</script>'],
    ['a link to a field', '<p><a href="field:project">x</a></p>'],
    ['a filter that there is none of', '<p>{{ project | evil }}</p>'],
    ['a part that there is none of', '{% from "partials/none.njk" import x %}'],
  ])('answers %s as publishing does, with its place', async (_what, text) => {
    const shown = await preview({ text });
    expect(answered(shown)).toEqual(answered(await send('PUT', `/api/v1/texts/${NDA}/versions/8.0.0`, text)));
    expect(shown.json).toMatchObject({ error: 'unprocessable', line: expect.any(Number) });
  });

  test('answers one that never ends with its place, and goes on', async () => {
    const text = '<p>\n{% for a in range(1000) %}{% for b in range(1000) %}x{% endfor %}{% endfor %}</p>';
    expect(answered(await preview({ text }))).toEqual([
      422,
      {
        error: 'unprocessable',
        message: expect.stringMatching(
          /^The template cannot be published: line 2, column \d+: with this data: the template takes more than 300000 steps/,
        ),
        line: 2,
        column: expect.any(Number),
        faults: [
          {
            line: 2,
            column: expect.any(Number),
            message: expect.stringMatching(/^with this data: the template takes more than 300000 steps/),
          },
        ],
      },
    ]);
    expect((await preview({ text: SOURCE })).status).toBe(200);
  });

  test.each<[what: string, text: unknown, status: number, error: string]>([
    ['blank', ' ', 422, 'unprocessable'],
    ['over the limit', 'x'.repeat(524_289), 413, 'body_too_large'],
    ['no text', 5, 400, 'validation_error'],
  ])('refuses one that is %s', async (_what, text, status, error) => {
    expect(answered(await preview({ text }))).toMatchObject([status, { error }]);
  });

  test('takes one that is longer than other texts, beside data with the limits of generate', async () => {
    const text = `<p>{# ${'"'.repeat(400_000)} #}{{ project }}</p>`;
    expect((await preview({ text })).status).toBe(200);
    expect((await preview({ text, data: { project: 'x'.repeat(300_000) } })).status).toBe(413);
    expect((await preview({ data: { project: 'x'.repeat(300_000) } })).status).toBe(413);
    expect((await preview({ text, data: { project: 'x'.repeat(66_000) } })).status).toBe(400);
  });

  test('needs the right texts', async () => {
    expect(answered(await preview({ text: SOURCE }, service.key))).toEqual([
      403,
      { error: 'Forbidden: this key lacks the right texts' },
    ]);
    expect((await preview({ text: null }, service.key)).status).toBe(200);
  });
});
