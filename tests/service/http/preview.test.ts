import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withPdf } from '../../formats/pdf/read-fields.ts';
import { linksOf } from '../../formats/pdf/read-links.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';

const NDA = 'non-disclosure-agreement';

let service: TestService;
beforeAll(async () => {
  service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '2' });
});
afterAll(() => service[Symbol.asyncDispose]());

const preview = (body: unknown, headers: Record<string, string> = { 'x-key': service.key }) =>
  service.send('POST', '/api/v1/documents/preview', headers, body);

const textOf = async ({ status, bytes }: Answer) => {
  expect(status, bytes.toString().slice(0, 300)).toBe(200);
  return (await linksOf(bytes)).texts;
};

test('the query draft=false takes DRAFT off the pages; another value is refused', async () => {
  const ask = (draft: string) =>
    service.send(
      'POST',
      `/api/v1/documents/preview?draft=${draft}`,
      { 'x-key': service.key },
      { templateId: NDA, data: {} },
    );
  const pages = await textOf(await ask('false'));
  expect(pages.map((text) => text.includes('DRAFT'))).toEqual(pages.map(() => false));
  const { status, json } = await ask('no');
  expect([status, json]).toMatchObject([400, { details: { invalid_fields: [{ field: 'draft' }] } }]);
});

test('with the query origins=true, words of an unpublished text lead to where they are written', async () => {
  const { json } = await service.admin('POST', `/companies/${service.companyId}/keys`, { rights: ['texts'] });
  const { key } = json as { readonly key: string };
  const text = '<p>One two {{ project }}</p>{% if project %}<p>x</p>{% endif %}';
  const ask = async (query: string, more: object) => {
    const body = { templateId: NDA, data: { project: 'Baobab' }, ...more };
    const path = `/api/v1/documents/preview?draft=false&origins=${query}`;
    const { status, bytes } = await service.send('POST', path, { 'x-key': key }, body);
    expect(status).toBe(200);
    const table = await withPdf(bytes, async (document) => {
      const [id] = (await document.getAttachments())?.keys() ?? [];
      return id === undefined ? null : Buffer.from((await document.getAttachmentContent(id)) as Uint8Array);
    });
    return [(await linksOf(bytes)).actions, table && JSON.parse(table.toString())];
  };
  const first = text.indexOf('One');
  const condition = text.indexOf('if project');
  const file = `${NDA}/1.0.0.njk`;
  expect(await ask('true', { text })).toEqual([
    [`origin:0.${first}.7.-1`, `origin:0.${text.indexOf('x</p>')}.1.0`],
    {
      files: [file],
      conditions: [{ file, offset: condition, fields: ['project'], inside: -1 }],
      places: { project: [{ file, offset: text.indexOf('{{') }] },
      clauses: { [file]: [''] },
      read: ['project'],
    },
  ]);
  expect(await ask('false', { text })).toEqual([[], null]);
  const [links, table] = await ask('true', {});
  expect([(links as string[]).filter((link) => link.startsWith('origin:')), table]).toEqual([[], null]);
});

test('answers with the pages as they stand, as a draft, without form fields and outside of the rate and the trail', async () => {
  const data = { parties: [{ isCompany: true, rcName: 'Acme' }], ndaDuration: '3' };
  const answers = [];
  for (let count = 0; count < 5; count++) answers.push(await preview({ templateId: NDA, data }));
  const [answer] = answers as [Answer];
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
  const { date: _, 'server-timing': timing, 'x-request-id': _id, ...headers } = answer.headers;
  expect(timing).toMatch(/^queue;dur=[\d.]+, template;dur=[\d.]+, print;dur=[\d.]+$/);
  expect(headers).toEqual({
    'cache-control': 'no-store',
    connection: 'keep-alive',
    'content-disposition': `inline; filename="${NDA}-1.0.0-preview.pdf"`,
    'content-length': String(answer.bytes.byteLength),
    'repr-digest': `sha-256=:${hash('sha256', answer.bytes, 'base64')}:`,
    'content-type': 'application/pdf',
    'keep-alive': expect.any(String),
    'x-blanks': '11',
    'x-content-type-options': 'nosniff',
    'x-template-source': 'global',
    'x-template-version': '1.0.0',
    'x-warnings': '1',
  });
  const pages = await textOf(answer);
  expect(pages.map((text) => text.includes('DRAFT'))).toEqual(pages.map(() => true));
  const { links, fields } = await linksOf(answer.bytes);
  expect(fields).toBe(0);
  expect(links).toContainEqual(expect.objectContaining({ field: 'parties[0].rcName' }));
  const trail = await service.admin('GET', '/companies/acme/documents');
  expect(trail.json).toMatchObject({ documents: [] });
});

describe('data are never at fault', () => {
  test.each<[what: string, data: object]>([
    ['empty', {}],
    ['without a party', { parties: [] }],
    ['with null', { parties: null, project: null }],
    ['with values of other types', { parties: 'x', project: 5, dispute: 'true', governingLaw: ['Nigeria'] }],
    ['with entries of other types', { parties: [null], specialTerms: [] }],
    ['with too many entries', { parties: Array.from({ length: 101 }, () => ({})) }],
  ])('%s: one blank party', async (_what, data) => {
    const answer = await preview({ templateId: NDA, data });
    expect((await textOf(answer)).join(' ')).toContain('Party 1');
    const { links } = await linksOf(answer.bytes);
    const names = new Set(links.map(({ field }) => field));
    expect(names).toContain('parties[0].fullName');
    expect(names).not.toContain('parties[2].fullName');
    expect(names).toContain('governingLaw');
    expect(names).toContain('project');
  });

  test('what is valid beside it is printed, and entries keep their places', async () => {
    const parties = [7, { isCompany: 'no', rcName: 5, fullName: 'Obi' }];
    const data = { parties, specialTerms: ['Kwara', 5, null, 'Benue'], ndaDuration: '\u0007' };
    const { links } = await linksOf((await preview({ templateId: NDA, data, strict: true })).bytes);
    const names = links.map(({ field }) => field);
    for (const field of ['parties[0].fullName', 'parties[1].fullName', 'ndaDuration'])
      expect(names).toContain(field);
    for (const index of [0, 1, 2, 3]) expect(names).toContain(`specialTerms[${index}]`);
  });
});

describe('the envelope is checked as that of generate', () => {
  test.each<[what: string, body: unknown, status: number, answer: object]>([
    ['a missing templateId', { data: {} }, 400, { details: { missing_fields: ['templateId'] } }],
    ['missing data', { templateId: NDA }, 400, { details: { missing_fields: ['data'] } }],
    [
      'data that are no object',
      { templateId: NDA, data: [] },
      400,
      { details: { invalid_fields: [{ field: 'data' }] } },
    ],
    [
      'another option',
      { templateId: NDA, data: {}, options: { draft: false, paper: 'A5', letterhead: true } },
      400,
      { details: { invalid_fields: [{ field: 'options.paper' }, { field: 'options.draft' }] } },
    ],
    [
      'a text over the limit',
      { templateId: NDA, data: { project: 'x'.repeat(65_537) } },
      400,
      { details: { invalid_fields: [{ field: 'project' }] } },
    ],
    ['an unknown template', { templateId: 'x', data: {} }, 404, { status: 'error' }],
    ['an unknown version', { templateId: NDA, version: '9.9.9', data: {} }, 404, { status: 'error' }],
    ['no own text', { templateId: NDA, custom: true, data: {} }, 404, { status: 'error' }],
  ])('%s', async (_what, body, status, expected) => {
    const answer = await preview(body);
    expect([answer.status, answer.json]).toMatchObject([status, expected]);
  });

  test('a body that is nested 100,000 levels deep', async () => {
    const answer = await preview(
      `{"templateId":"${NDA}","data":{"project":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`,
    );
    expect([answer.status, answer.json]).toMatchObject([400, { error: 'validation_error' }]);
  });

  test('no key, and a wrong one', async () => {
    expect((await preview({}, {})).status).toBe(401);
    expect((await preview({}, { 'x-key': 'x' })).status).toBe(403);
  });
});

test('the paper is that of the options', async () => {
  const { links: _, size } = await linksOf(
    (
      await preview({
        templateId: NDA,
        data: {},
        options: { paper: 'Letter', letterhead: false, employer: 'blank' },
      })
    ).bytes,
  );
  expect(size).toEqual([612, 792]);
});
