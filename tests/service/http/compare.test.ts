import { hash } from 'node:crypto';
import { expect } from 'vitest';
import { after } from '../../formats/docx/redlines.ts';
import { paragraphText, part, readDocx } from '../../formats/word/read-docx.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { findAll, text } from '../../formats/word/xml.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { TEMPLATES } from '../use-cases/documents.ts';

const JUNIOR = 'junior-devops-engineer-agreement';
const AT = '2026-11-22T18:00:00Z';
const sampleOf = (id: string, version: string) =>
  TEMPLATES.find((one) => one.templateId === id && one.version === version)?.sample ?? {};

const FROM = { version: '1.0.0', data: sampleOf(JUNIOR, '1.0.0') };
const { governingLawPart: _part, ...SAMPLE } = sampleOf(JUNIOR, '2.0.0');
const TO = { version: '2.0.0', data: { ...SAMPLE, governingLaw: 'South Africa' } };
const BODY = { templateId: JUNIOR, from: FROM, to: TO, options: { at: AT } };

let service: TestService;
test.beforeAll(({ service: shared }) => {
  service = shared;
});

const compare = (body: unknown) =>
  service.send('POST', '/api/v1/documents/compare', { 'x-key': service.key }, body);

const identityIn = (bytes: Uint8Array) =>
  Object.fromEntries(
    findAll(part(readDocx(bytes), 'docProps/custom.xml'), 'property').map((one) => [
      one.attributes.name,
      text(one),
    ]),
  );

test('answers with a Word file that becomes either document, names that of `to`, and is in the trail', async () => {
  const answer = await compare(BODY);
  expect(answer.status, answer.bytes.toString().slice(0, 300)).toBe(200);
  const generated = async ({ version, data }: typeof FROM) =>
    (await service.generate({ templateId: JUNIOR, version, data, format: 'docx', options: { at: AT } }))
      .bytes;
  const [from, to] = [await generated(FROM), await generated(TO)];
  for (const [decision, file] of [
    ['accept', to],
    ['reject', from],
  ] as const) {
    const { paragraphs } = after(answer.bytes, decision);
    const expected = readDocx(file).paragraphs;
    expect(paragraphs.map(paragraphText)).toEqual(expected.map(paragraphText));
  }
  const { documentId, ...identity } = identityIn(answer.bytes);
  const { documentId: _, ...ofTo } = identityIn(to);
  expect(identity).toEqual(ofTo);
  const { date: _date, 'server-timing': timing, 'x-request-id': _id, ...headers } = answer.headers;
  expect(timing).toMatch(/^queue;dur=[\d.]+, template;dur=[\d.]+, convert;dur=[\d.]+$/);
  expect(headers).toEqual({
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'content-disposition': `attachment; filename="${JUNIOR}-2.0.0-compared.docx"`,
    'content-length': String(answer.bytes.byteLength),
    'repr-digest': `sha-256=:${hash('sha256', answer.bytes, 'base64')}:`,
    'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
    'keep-alive': expect.any(String),
    'x-blanks': '0',
    'x-content-type-options': 'nosniff',
    'x-document-id': documentId,
    'x-template-source': 'global',
    'x-template-version': '2.0.0',
    'x-warnings': expect.any(String),
  });
  const sha256 = hash('sha256', answer.bytes);
  const trail = await service.admin('GET', `/documents/${documentId}`);
  expect(trail.json).toMatchObject({
    documents: [{ documentId, sha256, templateId: JUNIOR, version: '2.0.0', format: 'docx', outcome: 'ok' }],
  });
});

test('gives the same bytes for the same request, and another id for another one', async () => {
  const [one, again, reversed, byAda] = await Promise.all([
    compare(BODY),
    compare(BODY),
    compare({ ...BODY, from: TO, to: FROM }),
    compare({ ...BODY, author: 'Ada Obi' }),
  ]);
  expect(hash('sha256', again.bytes)).toBe(hash('sha256', one.bytes));
  const ids = [one, reversed, byAda].map(({ headers }) => headers['x-document-id']);
  expect(new Set(ids).size).toBe(3);
  expect(authorsIn(one.bytes)).toEqual(['Document generation service 2026-11-22T18:00:00Z']);
  expect(authorsIn(byAda.bytes)).toEqual(['Ada Obi 2026-11-22T18:00:00Z']);
});

function authorsIn(bytes: Uint8Array): string[] {
  const { body } = readDocx(bytes);
  const marks = ['w:ins', 'w:del', 'w:pPrChange', 'w:rPrChange'].flatMap((name) => findAll(body, name));
  return [...new Set(marks.map(({ attributes }) => `${attributes['w:author']} ${attributes['w:date']}`))];
}

test('takes the latest version, and equal data give a file without changes', async () => {
  const { data } = TO;
  const answer = await compare({
    templateId: JUNIOR,
    from: { data },
    to: { version: 'latest', data },
    author: ' ',
  });
  expect(answer.headers['x-template-version']).toBe('2.0.0');
  expect(authorsIn(answer.bytes)).toEqual([]);
  expect(readWord(answer.bytes).blocks.length).toBeGreaterThan(50);
});

test.each<[what: string, body: object, missing: string[], invalid: string[]]>([
  ['nothing', {}, ['templateId', 'from', 'to'], []],
  ['no data', { templateId: JUNIOR, from: {}, to: { version: '1.0.0' } }, ['from.data', 'to.data'], []],
  ['sides of other types', { templateId: JUNIOR, from: [], to: 5 }, [], ['from', 'to']],
  [
    'faults of both data',
    {
      templateId: 'non-disclosure-agreement',
      from: { data: { parties: [{ isCompany: 'yes' }] } },
      to: { data: { parties: [{ email: 'x' }], governingLaw: 'Atlantis' } },
    },
    [],
    ['from.data.parties[0].isCompany', 'to.data.parties[0].email', 'to.data.governingLaw'],
  ],
  [
    'options that no comparison has',
    { ...BODY, options: { archive: true, signatures: 'fields', wordMode: 'forms', at: 'now' }, author: 5 },
    [],
    ['author', 'options.archive', 'options.at', 'options.signatures', 'options.wordMode'],
  ],
  ['a name that is too long', { ...BODY, author: 'x'.repeat(256) }, [], ['author']],
])('refuses %s', async (_, body, missing, invalid) => {
  const { status, json } = await compare(body);
  const { error, details } = json as {
    error: string;
    details: { missing_fields: string[]; invalid_fields?: { field: string }[] };
  };
  expect([status, error]).toEqual([400, 'validation_error']);
  expect(details.missing_fields).toEqual(missing);
  expect((details.invalid_fields ?? []).map(({ field }) => field).sort()).toEqual([...invalid].sort());
});

test('answers for a version that does not exist, an empty list and a key as `generate` does', async () => {
  const missing = await compare({ ...BODY, from: { ...FROM, version: '9.0.0' } });
  expect(missing).toMatchObject({ status: 404, json: { status: 'error' } });
  const custom = await compare({ ...BODY, custom: true });
  expect(custom.status).toBe(404);
  const data = { parties: [] };
  const empty = await compare({ templateId: 'studio-booking-agreement', from: { data }, to: { data } });
  expect(empty).toMatchObject({
    status: 500,
    json: {
      status: 'error',
      message: 'Document generation failed: from.data.parties is empty; it must have at least one entry',
    },
  });
  const without = await service.send('POST', '/api/v1/documents/compare', {}, BODY);
  expect(without.status).toBe(401);
});

const publish = (version: string, source: string) =>
  service.send(
    'PUT',
    `/admin/v1/companies/${service.companyId}/templates/${JUNIOR}/versions/${version}`,
    { authorization: `Bearer ${service.adminToken}`, 'content-type': 'text/html' },
    Buffer.from(source),
  );

test("compares two of a company's own texts", async () => {
  const page = (style: string, body: string) =>
    `<!doctype html><html lang="en"><head><title>Own</title><style>${style}</style></head><body>${body}</body></html>`;
  const list = '<ol><li>One</li><li>Two</li></ol>';
  for (const [version, source] of [
    ['1.0.0', page('', `<h1>Own text</h1><p>Old words here.</p>${list}`)],
    [
      '2.0.0',
      page(
        'li { list-style-type: upper-roman } p { color: #a00; font-size: 20pt }',
        `<h1>Own text</h1><p>New words here.</p>${list}<table><tr><td>A</td></tr></table>`,
      ),
    ],
  ] as const) {
    const published = await publish(version, source);
    expect(published.status, published.bytes.toString()).toBe(201);
  }
  const sides = { from: { version: '1.0.0', data: FROM.data }, to: { version: '2.0.0', data: TO.data } };
  const answer = await compare({ templateId: JUNIOR, custom: true, ...sides, options: { at: AT } });
  expect(answer.status, answer.bytes.toString().slice(0, 300)).toBe(200);
  expect(answer.headers['x-template-source']).toBe('custom');
  const words = (decision: 'accept' | 'reject') =>
    after(answer.bytes, decision).paragraphs.map(paragraphText);
  expect(words('accept')).toEqual(['Own text', 'New words here.', 'One', 'Two', 'A', '']);
  expect(words('reject')).toEqual(['Own text', 'Old words here.', 'One', 'Two']);
});

test('compares long texts, and refuses those that take more than a document may', async () => {
  const repeated = (count: number, text: string) =>
    `{% for a in range(${count / 1_000}) %}{% for b in range(1000) %}${text}{% endfor %}{% endfor %}`;
  const differ = (body: string) => `<h1>Own</h1>{% if firstName == "boom" %}${body}{% endif %}`;
  const compareText = async (version: string, [from, to]: readonly [string, string]) => {
    const published = await publish(version, differ(to));
    expect(published.status, published.bytes.toString()).toBe(201);
    const former = await publish(`${version}-old`, differ(from));
    expect(former.status, former.bytes.toString()).toBe(201);
    const data = { ...FROM.data, firstName: 'boom' };
    const sides = { from: { version: `${version}-old`, data }, to: { version, data } };
    return compare({ templateId: JUNIOR, custom: true, ...sides, options: { at: AT } });
  };
  const long = await compareText('3.0.0', [
    repeated(3_000, '<p>Line {{ a }} {{ b }} is old'),
    repeated(3_000, '<p>Line {{ a }} {{ b }} is new'),
  ]);
  expect(long.status).toBe(200);
  expect(after(long.bytes, 'accept').paragraphs.map(paragraphText).at(-1)).toBe('Line 2 999 is new');
  const list = `<ol class="clauses">${repeated(40_000, '<li>x')}</ol>`;
  const tooLong = await compareText('4.0.0', [list, list]);
  expect(tooLong).toMatchObject({
    status: 500,
    json: {
      status: 'error',
      message: 'Document generation failed; it needs more memory than is allowed',
    },
  });
  expect((await compare(BODY)).status).toBe(200);
});

test('a strict request refuses what would be a warning, by its path in the body', async () => {
  const strict = true;
  const from = { data: { ...FROM.data, firstName: 'undefined' }, version: '1.0.0' };
  const to = { data: { ...TO.data, lastname: 'Obi' }, version: '2.0.0' };
  const refused = await compare({ ...BODY, from, to, strict, autor: 'Ada' });
  expect(refused.status).toBe(400);
  expect(refused.json).toMatchObject({
    details: {
      invalid_fields: [{ field: 'autor' }, { field: 'from.data.firstName' }, { field: 'to.data.lastname' }],
    },
  });
  expect((await compare({ ...BODY, from, to })).status).toBe(200);
  expect((await compare({ ...BODY, strict })).status).toBe(200);
});
