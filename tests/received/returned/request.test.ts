import { strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES, type DocumentFormat } from '../../../schemas/formats.ts';
import type { Reading } from '../../../schemas/reading.ts';
import { after } from '../../formats/docx/redlines.ts';
import { text as textOf } from '../../formats/word/xml.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { edited, fillControls } from './fill-word.ts';

let service: TestService;
beforeAll(async () => {
  service = await startEmbedded({ READ_LIMIT_BYTES: '200000' });
});
afterAll(() => service[Symbol.asyncDispose]());

const templateId = 'supplier-agreement';
const sample = TEMPLATES.find((template) => template.templateId === templateId)?.sample ?? {};
const BY = { tracked: false, author: null, at: null };

async function make(data: object, format: DocumentFormat = 'docx', options = {}) {
  const { bytes, headers } = await service.generate({ templateId, format, data, options });
  return { bytes, documentId: String(headers['x-document-id']) };
}

async function read(body: unknown, query = '', key = service.key) {
  const headers = { 'x-key': key, 'content-type': 'application/json' };
  const answer = await service.send('POST', `/api/v1/documents/read${query}`, headers, body);
  return { status: answer.status, body: answer.json as Reading & { error?: string; message?: string } };
}

const base64 = (bytes: Uint8Array) => Buffer.from(bytes).toString('base64');

/** A file of which a program removed what it says of itself. */
function bare(file: Uint8Array): Uint8Array {
  const files = unzipSync(file);
  const types = Buffer.from(files['[Content_Types].xml'] as Uint8Array).toString();
  const { 'docProps/custom.xml': _, ...rest } = files;
  const { '_rels/.rels': relations, ...others } = rest;
  return zipSync({
    ...others,
    '[Content_Types].xml': strToU8(types.replace(/<Override[^>]*custom\.xml[^>]*>/, '')),
    '_rels/.rels': strToU8(
      Buffer.from(relations as Uint8Array)
        .toString()
        .replace(/<Relationship [^>]*custom\.xml[^>]*>/, ''),
    ),
  });
}

const priced = (file: Uint8Array) => edited(file, (body) => body.replaceAll('₦780.00', '₦980.00'));

test('a PDF with other bytes than those that were made is compared by its words', async () => {
  // A value of the sample would be found by its digest.
  const data = { ...sample, price: 790 };
  const { documentId } = await make(data, 'pdf');
  const other = await make({ ...data, price: 980 }, 'pdf');
  const same = await make(data, 'pdf', { at: '2026-01-02T03:04:05Z' });
  const notCompared = [
    'the look of the pages: pictures, colours, the shapes of letters, and what covers words',
  ];
  const of = async (bytes: Uint8Array) =>
    (await read({ file: base64(bytes), format: 'pdf', documentId })).body;
  expect(await of(same.bytes)).toMatchObject({
    ...{ verdict: 'unknown', data: { price: 790 }, changes: [], changedValues: [], notCompared },
  });
  expect(await of(other.bytes)).toMatchObject({
    ...{ verdict: 'changed', data: { price: 980 }, changes: [], notCompared },
    changedValues: [{ path: 'price', was: null, now: '₦980.00', tracked: false }],
  });
  const sent = { file: base64(other.bytes), format: 'pdf', documentId, data };
  expect((await read(sent)).body.changedValues).toMatchObject([{ path: 'price', was: '₦790.00' }]);
});

test('a file in JSON is read as the file itself is', async () => {
  const { bytes } = await make(sample);
  const headers = { 'x-key': service.key, 'content-type': CONTENT_TYPES.docx };
  const alone = await service.send('POST', '/api/v1/documents/read', headers, Buffer.from(priced(bytes)));
  const { status, body } = await read({ file: base64(priced(bytes)), format: 'docx' });
  expect({ status, body }).toEqual({ status: 200, body: alone.json });
  expect(body).toMatchObject({ baseline: 'text', verdict: 'changed' });
});

test('a file that says nothing of itself is compared with the document that the caller names', async () => {
  const { bytes, documentId } = await make(sample);
  const body = { file: base64(bare(priced(bytes))), format: 'docx' };
  expect(await read(body)).toMatchObject({
    status: 422,
    body: { message: expect.stringContaining('does not name its template') },
  });
  expect((await read({ ...body, documentId: documentId.toUpperCase() })).body).toMatchObject({
    document: { documentId, templateId, source: 'global' },
    changedValues: [{ path: 'price', title: 'Price', now: '₦980.00', ...BY }],
    verdict: 'changed',
  });
});

test('a document of another company is not known', async () => {
  const { bytes, documentId } = await make(sample);
  await service.admin('POST', '/companies', { companyId: 'other', name: 'Other Limited' });
  const other = await service.admin('POST', '/companies/other/keys', {});
  expect(other.status).toBe(201);
  const { key } = other.json as { key: string };
  const body = { file: base64(bare(bytes)), format: 'docx', documentId, templateId };
  expect((await read(body, '', key)).body).toMatchObject({ changedValues: null, verdict: 'unknown' });
});

test('the values of a file that the trail does not know are compared with the data that were sent', async () => {
  const { bytes } = await make(sample);
  const file = { format: 'docx', templateId };
  const untouched = await read({ ...file, file: base64(bare(bytes)), data: sample });
  expect(untouched.body).toMatchObject({
    document: { documentId: null },
    filledIn: [],
    changes: [],
    changedValues: [],
    verdict: 'as made',
  });
  const { body } = await read({ ...file, file: base64(bare(priced(bytes))), data: sample });
  expect(body).toMatchObject({
    changes: [],
    changedValues: [{ path: 'price', title: 'Price', was: '₦780.00', now: '₦980.00', ...BY }],
    verdict: 'changed',
  });
});

test('the data that were sent go before the trail', async () => {
  const { bytes } = await make(sample);
  const body = { file: base64(bytes), format: 'docx', data: { ...sample, price: 770 } };
  expect((await read(body)).body).toMatchObject({
    changedValues: [{ path: 'price', was: '₦770.00', now: '₦780.00', ...BY }],
    verdict: 'changed',
  });
});

test('what was not among the data that were sent was filled in', async () => {
  const { paymentDays: _, ...data } = sample;
  const { bytes } = await make(data);
  const file = base64(bare(fillControls(bytes, new Map([['paymentDays', '45']]))));
  expect((await read({ file, format: 'docx', templateId, data })).body).toMatchObject({
    filledIn: ['paymentDays'],
    changes: [],
    changedValues: [],
    verdict: 'filled in',
  });
});

test('the redline has the values that were sent, where nobody else knows them', async () => {
  const { bytes } = await make(sample);
  const file = base64(bare(priced(bytes)));
  const headers = { 'x-key': service.key, accept: CONTENT_TYPES.docx };
  const answer = await service.send('POST', '/api/v1/documents/read', headers, {
    ...{ file, format: 'docx', templateId, data: sample },
  });
  expect(answer.status).toBe(200);
  const text = after(answer.bytes, 'reject').paragraphs.map(textOf).join('\n');
  expect({ was: text.includes('780.00'), hidden: text.includes('as made]') }).toEqual({
    was: true,
    hidden: false,
  });
});

test('a PDF says what its values were, if the caller has sent them', async () => {
  const { bytes } = await make(sample, 'pdf', { embedData: true });
  const body = { file: base64(bytes), format: 'pdf', data: { ...sample, price: 770 } };
  expect((await read(body)).body.changedValues).toEqual([
    { path: 'price', title: 'Price', was: '770', now: '780', ...BY },
  ]);
});

test.each([
  ['no file', { format: 'docx' }, { missing_fields: ['file'] }],
  ['no format', { file: 'AAAA' }, { missing_fields: ['format'] }],
  ['no base64', { file: '***', format: 'docx' }, { invalid_fields: [{ field: 'file' }] }],
  ['another format', { file: 'AAAA', format: 'odt' }, { invalid_fields: [{ field: 'format' }] }],
  [
    'no document id',
    { file: 'AAAA', format: 'pdf', documentId: 'x' },
    { invalid_fields: [{ field: 'documentId', message: expect.stringMatching(/^must be the documentId /) }] },
  ],
])('%s is a fault of the body', async (_, body, details) => {
  expect(await read(body)).toMatchObject({ status: 400, body: { details } });
});

test('data that the template refuses are a fault of the body', async () => {
  const { bytes } = await make(sample);
  const data = { ...sample, price: 'much' };
  expect(await read({ file: base64(bytes), format: 'docx', data })).toMatchObject({
    status: 400,
    body: { details: { missing_fields: [], invalid_fields: [{ field: 'price' }] } },
  });
});

test('a field that is not known is told', async () => {
  const { bytes } = await make(sample);
  const { body } = await read({ file: base64(bytes), format: 'docx', documentID: '' });
  const [warning] = body.warnings;
  expect(warning).toEqual({
    code: 'unknown_field',
    field: 'documentID',
    message: 'is not known here and has no effect; did you mean documentId?',
  });
});

test('a file above the limit is refused in either form, and text that is no JSON is 400', async () => {
  const large = Buffer.alloc(200_001, 1);
  const headers = { 'x-key': service.key, 'content-type': CONTENT_TYPES.docx };
  const alone = await service.send('POST', '/api/v1/documents/read', headers, large);
  expect([alone.status, alone.json]).toMatchObject([
    413,
    { message: 'The body must not be larger than 200000 bytes' },
  ]);
  expect(await read({ file: base64(large), format: 'docx' })).toMatchObject({
    status: 413,
    body: { error: 'body_too_large', message: 'file must not be larger than 200000 bytes' },
  });
  expect(await read('{"file":')).toMatchObject({ status: 400 });
  expect(await read('')).toMatchObject({ status: 400 });
});
