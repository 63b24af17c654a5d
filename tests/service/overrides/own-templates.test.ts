import { afterAll, beforeAll, expect, test } from 'vitest';
import { withPdf } from '../../formats/pdf/read-fields.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { pdfText } from './pdf-text.ts';

/** A condition of a schema. */
const when = (condition: object, consequence: object) =>
  Object.fromEntries([
    ['if', { properties: condition }],
    ['then', consequence],
  ]);

const LOAN = {
  title: 'Loan note',
  kind: 'agreement',
  schema: {
    type: 'object',
    required: ['lender', 'borrower', 'amount'],
    properties: {
      lender: { type: 'string', title: 'Lender', examples: ['Acme Limited'], $comment: 'section: Parties' },
      borrower: { type: 'string', title: 'Borrower', description: 'Who owes the money.' },
      amount: { type: 'number', title: 'Amount', minimum: 1, money: true },
      currency: { type: 'string', title: 'Currency', enum: ['NGN', 'USD'] },
      repayOn: { type: 'string', title: 'Repayment', format: 'date' },
      secured: { type: 'boolean', title: 'Secured' },
      security: { type: 'string', title: 'Security' },
      instalments: {
        type: 'array',
        title: 'Instalments',
        maxItems: 12,
        items: {
          type: 'object',
          title: 'Instalment',
          properties: {
            due: { type: 'string', title: 'Due', format: 'date' },
            sum: { type: 'number', title: 'Sum' },
          },
        },
      },
    },
    dependencies: {
      secured: when({ secured: { enum: [true] } }, { required: ['security'] }),
    },
  },
  sample: {
    ...{ lender: 'Acme Limited', borrower: 'Ada Obi', amount: 5000, currency: 'USD', repayOn: '2027-01-31' },
    ...{ secured: true, security: 'a van', instalments: [{ due: '2026-12-31', sum: 2500 }] },
  },
};
const TEXT = `{% extends "layouts/agreement.njk" %}
{% block title %}Loan note{% endblock %}
{% block content %}<h1>Loan note</h1>
<p>{{ borrower | blank("borrower") }} owes {{ lender | blank("lender") }} the sum of {{ amount | money(currency) }}, due on {{ repayOn | date | blank("repayment") }}.</p>
{% if secured %}<p>Secured by {{ security }}.</p>{% endif %}
{% for one in instalments %}<p>{{ one.sum }} on {{ one.due | date }}</p>{% endfor %}
{% include "partials/end.njk" %}{% endblock %}`;
const BODY = { text: TEXT, ...LOAN, parts: { 'partials/end.njk': '<p>End of the note.</p>' } };
const WORDS = [
  'Loan note',
  'Ada Obi owes Acme Limited the sum of US$5,000.00, due on 31 January 2027.',
  'Secured by a van.',
  '2500 on 31 December 2026',
  'End of the note.',
];

let service: TestService;
let key: string;
let other: string;
beforeAll(async () => {
  service = await startEmbedded();
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
  const issue = async (companyId: string) =>
    (await service.admin('POST', `/companies/${companyId}/keys`, { rights: ['texts', 'generate'] })).json as {
      key: string;
    };
  [{ key }, { key: other }] = [await issue('acme'), await issue('other')];
});
afterAll(() => service[Symbol.asyncDispose]());

const send = (method: string, path: string, body?: unknown, headers: object = {}) =>
  service.send(method, path, { 'x-key': key, 'content-type': 'application/json', ...headers }, body);
const publish = (body: object, version = '1.0.0', templateId = 'loan-note') =>
  send('PUT', `/api/v1/texts/${templateId}/versions/${version}`, body);
const answered = ({ status, json }: Answer) => [status, json];
const request = (more: object = {}) => ({
  templateId: 'loan-note',
  custom: true,
  data: LOAN.sample,
  ...more,
});
const post = (route: string, body: object, as = key) =>
  send('POST', `/api/v1/documents/${route}`, body, { 'x-key': as });

test('a company publishes a template that the catalogue lacks, and makes documents of it in both formats', async () => {
  expect(answered(await publish(BODY))).toMatchObject([
    201,
    {
      templateId: 'loan-note',
      version: '1.0.0',
      schemaVersion: null,
      status: 'in use',
      warnings: [],
      fault: null,
    },
  ]);
  const word = await post('generate', request({ format: 'docx' }));
  expect([word.status, word.headers['x-template-source'], word.headers['x-blanks']]).toEqual([
    200,
    'custom',
    '0',
  ]);
  expect(readWord(word.bytes).blocks.map((block) => block.replace(/\s/g, ' '))).toEqual(WORDS);
  const pdf = await post('generate', request({ format: 'pdf', options: { embedData: true } }));
  expect(pdf.status).toBe(200);
  const text = (await pdfText(pdf.bytes)).replace(/\s+/g, '');
  for (const words of WORDS) expect(text).toContain(words.replaceAll(' ', ''));
  expect(await withPdf(pdf.bytes, async (document) => (await document.getMetadata()).info)).toMatchObject({
    Title: 'Loan note',
  });
});

test('everything that goes by the schema goes by its own', async () => {
  const data = { borrower: ' ', lender: 'Acme', amount: 0.5, secured: true, repayOn: '2027-02-30', rent: 1 };
  expect(answered(await post('generate', request({ format: 'pdf', data })))).toEqual([
    400,
    {
      error: 'validation_error',
      message: 'Missing required fields: borrower, security. Invalid fields: amount, repayOn.',
      details: {
        missing_fields: ['borrower', 'security'],
        invalid_fields: [
          { field: 'amount', message: 'must be 1 or more' },
          { field: 'repayOn', message: 'must be a date of the calendar, written YYYY-MM-DD' },
        ],
      },
    },
  ]);
  const least = {
    ...{ borrower: 'Ada', lender: 'Acme', amount: 5, lendr: 'x', repayOn: '1027-01-31' },
    ...{ secured: false, security: 'a van' },
  };
  expect(answered(await post('validate', request({ format: 'pdf', data: least })))).toMatchObject([
    200,
    {
      valid: true,
      warnings: [
        { code: 'unknown_field', field: 'lendr', message: expect.stringMatching(/did you mean lender\?$/) },
        { code: 'unlikely_value', field: 'repayOn' },
        {
          code: 'contradiction',
          field: 'security',
          message: expect.stringMatching(/^is sent although secured/),
        },
      ],
      blanks: ['currency'],
    },
  ]);
  expect((await post('preview', request())).status).toBe(200);
  const sides = { from: { data: LOAN.sample }, to: { data: { ...LOAN.sample, amount: 6000 } } };
  expect((await post('compare', { templateId: 'loan-note', custom: true, ...sides })).status).toBe(200);
  const { bytes } = await post('generate', request({ format: 'docx' }));
  const read = await send('POST', '/api/v1/documents/read', bytes, {
    'content-type': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  });
  expect(answered(read)).toMatchObject([
    200,
    { changes: [], verdict: 'as made', document: { templateId: 'loan-note', source: 'custom' } },
  ]);
});

test('the catalogue has it with custom=true, in the shape of the others, and without it not', async () => {
  const summary = {
    ...{ templateId: 'loan-note', title: 'Loan note', kind: 'agreement', latestVersion: '1.0.0' },
    ...{ versions: ['1.0.0'], customVersions: ['1.0.0'] },
  };
  const get = async (path: string, as = key) => answered(await send('GET', path, undefined, { 'x-key': as }));
  expect(await get('/api/v1/templates?custom=true')).toEqual([200, { templates: [summary] }]);
  expect(await get('/api/v1/templates/loan-note?custom=true')).toEqual([200, summary]);
  expect(await get('/api/v1/templates?custom=maybe')).toMatchObject([400, { error: 'validation_error' }]);
  expect((await get('/api/v1/templates/loan-note'))[0]).toBe(404);
  const version = '/api/v1/templates/loan-note/versions/latest';
  expect(await get(`${version}/sample?custom=true`)).toEqual([200, LOAN.sample]);
  expect(await get(`${version}/schema?custom=true`)).toMatchObject([
    200,
    {
      ...{ $schema: 'http://json-schema.org/draft-07/schema#', title: 'Loan note', type: 'object' },
      required: ['lender', 'borrower', 'amount'],
      properties: {
        lender: { title: 'Lender', $comment: 'section: Parties', type: 'string' },
        instalments: { maxItems: 12, items: { properties: { due: { format: 'date' } } } },
      },
      dependencies: { secured: Object.fromEntries([['then', { required: ['security'] }]]) },
    },
  ]);
  const [status, { cases }] = (await get(`${version}/cases?custom=true`)) as [
    number,
    { cases: { id: string }[] },
  ];
  expect([status, cases.map(({ id }) => id).slice(0, 3)]).toEqual([200, ['sample', 'least', 'currency NGN']]);
  expect((await get(version))[0]).toBe(404);
  expect(await get('/api/v1/templates?custom=true', other)).toEqual([200, { templates: [] }]);
  expect((await get(`${version}/sample?custom=true`, other))[0]).toBe(404);
  expect((await post('generate', request({ format: 'pdf' }), other)).status).toBe(404);
});

test('a version never changes, and is read as it was sent', async () => {
  expect((await publish(BODY)).status).toBe(200);
  const path = '/api/v1/texts/loan-note/versions/1.0.0';
  const read = await send('GET', path, undefined, { accept: 'application/json' });
  expect(answered(read)).toEqual([200, BODY]);
  const conflict = {
    error: 'conflict',
    message: expect.stringMatching(/another title, kind, schema or sample/),
  };
  expect(answered(await publish({ ...BODY, title: 'Note' }))).toEqual([409, conflict]);
  expect(answered(await publish({ text: TEXT, parts: BODY.parts }))).toEqual([409, conflict]);
  expect((await send('DELETE', path)).status).toBe(204);
  expect((await post('generate', request({ format: 'docx' }))).status).toBe(404);
  expect((await publish(BODY)).status).toBe(200);
  expect((await publish({ ...BODY, title: 'Note of a loan' }, '2.0.0')).status).toBe(201);
  const [listed] = ((await send('GET', '/api/v1/templates?custom=true')).json as { templates: object[] })
    .templates;
  expect(listed).toMatchObject({
    title: 'Note of a loan',
    latestVersion: '2.0.0',
    versions: ['1.0.0', '2.0.0'],
  });
  expect(answered(await send('POST', '/api/v1/texts/check'))).toEqual([
    200,
    { templates: ['1.0.0', '2.0.0'].map((version) => ({ templateId: 'loan-note', version, fault: null })) },
  ]);
});

test.each(['layouts', 'partials', 'styles'])('no template is called %s, as shared parts are', async (id) => {
  const message = `${id} is the folder of shared parts; choose another templateId, such as our-${id}`;
  expect(answered(await publish(BODY, '1.0.0', id))).toEqual([422, { error: 'unprocessable', message }]);
  const checked = await send('POST', `/api/v1/texts/${id}/versions/1.0.0/check`, BODY);
  expect(answered(checked)).toEqual([422, { error: 'unprocessable', message }]);
});

test('the administration publishes one for a company, and a published schema is taken as it is', async () => {
  const schema = (await send('GET', '/api/v1/templates/studio-booking-agreement/versions/1.0.0/schema')).json;
  const sample = (await send('GET', '/api/v1/templates/studio-booking-agreement/versions/1.0.0/sample')).json;
  const text = (
    await send('GET', '/api/v1/templates/studio-booking-agreement/versions/1.0.0/text')
  ).bytes.toString();
  const path = '/companies/acme/templates/our-booking/versions/1.0.0';
  const sent = { text, title: 'Studio Booking Agreement', kind: 'agreement', schema, sample };
  expect(answered(await service.admin('PUT', path, sent))).toMatchObject([
    201,
    { publishedBy: 'administration' },
  ]);
  const words = async (more: object) => {
    const made = await post('generate', {
      format: 'docx',
      data: sample,
      options: { employer: 'blank' },
      ...more,
    });
    return readWord(made.bytes).blocks;
  };
  expect(await words({ templateId: 'our-booking', custom: true })).toEqual(
    await words({ templateId: 'studio-booking-agreement' }),
  );
});

test('a file is read with fields of types that no template of the catalogue has', async () => {
  const data = { copies: 3, rate: 1.5, years: 12, agreed: true };
  const properties = {
    copies: { type: 'integer', enum: [1, 2, 3] },
    rate: { type: 'number', const: 1.5 },
    years: { type: 'integer', minimum: 1 },
    agreed: { type: 'boolean', const: true },
  };
  const words = '<p>Copies: {{ copies }}.</p><p>Rate: {{ rate }}.</p><p>For {{ years }} years.</p>';
  const text = `${words}<p>Agreed: {{ agreed }}.</p>`;
  const own = { text, title: 'Types', kind: 'policy', schema: { type: 'object', properties }, sample: data };
  expect((await publish(own, '1.0.0', 'types')).status).toBe(201);
  const { bytes } = await post('generate', { templateId: 'types', custom: true, format: 'docx', data });
  const file = { file: bytes.toString('base64'), format: 'docx' };
  expect(answered(await post('read', file))).toMatchObject([
    200,
    { data, faults: { missing_fields: [], invalid_fields: [] }, changes: [], verdict: 'as made' },
  ]);
});
