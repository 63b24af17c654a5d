import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES, type DocumentFormat } from '../../schemas/formats.ts';
import type { Reading } from '../../schemas/reading.ts';
import { accepted, TEMPLATES } from '../documents/documents.ts';
import { fillIn } from '../pdf/read-fields.ts';
import { startEmbedded, type TestService } from '../service.ts';

let service: TestService;

beforeAll(async () => {
  service = await startEmbedded({ RENDER_TIMEOUT_MS: '30000' });
});

afterAll(async () => {
  await service[Symbol.asyncDispose]();
});

async function read(bytes: Buffer, format: DocumentFormat, query = '') {
  const answer = await service.send(
    'POST',
    `/api/v1/documents/read${query}`,
    { 'x-key': service.key, 'content-type': CONTENT_TYPES[format] },
    bytes,
  );
  return { status: answer.status, body: answer.json as Reading & { error?: string; message?: string } };
}

test.each(TEMPLATES)(
  'an untouched Word file of $templateId $version is as made, with all of its data',
  async (template) => {
    const { templateId, version, sample } = template;
    const made = await service.generate({ templateId, version, format: 'docx', data: sample });
    expect(made.status).toBe(200);
    const { status, body } = await read(made.bytes, 'docx');
    expect({ status, ...body }).toEqual({
      status: 200,
      document: {
        documentId: made.headers['x-document-id'],
        templateId,
        version,
        source: 'global',
        templateSha256: expect.stringMatching(/^[\da-f]{64}$/),
        format: 'docx',
      },
      data: accepted(template, sample),
      filledIn: [],
      faults: { missing_fields: [], invalid_fields: [] },
      warnings: [],
      changes: [],
      comments: [],
      changedValues: [],
      signatures: [],
      verdict: 'as made',
    });
  },
);

test('an untouched PDF is as made', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ rcName: 'Acme' }] },
    options: { embedData: true },
  });
  const { status, body } = await read(made.bytes, 'pdf');
  expect({ status, ...body }).toMatchObject({
    status: 200,
    verdict: 'as made',
    data: { parties: [{ rcName: 'Acme' }] },
    filledIn: [],
    changedValues: [],
  });
});

test('a PDF form that a reader filled in says what was typed, and that only blanks were filled in', async () => {
  const made = await service.generate({
    templateId: 'non-disclosure-agreement',
    format: 'pdf',
    data: { parties: [{ rcName: 'Acme' }, {}] },
  });
  const typed = new Map([
    ['parties[0].rcAddress', '12 Marina, Lagos, ₦ 5'],
    ['parties[1].fullName', 'Ada Ọbi'],
  ]);
  const { status, body } = await read(Buffer.from(await fillIn(made.bytes, typed)), 'pdf');
  expect({ status, ...body }).toMatchObject({
    status: 200,
    document: { documentId: made.headers['x-document-id'], templateId: 'non-disclosure-agreement' },
    data: { parties: [{ rcAddress: '12 Marina, Lagos, ₦ 5' }, { fullName: 'Ada Ọbi' }] },
    filledIn: ['parties[0].rcAddress', 'parties[1].fullName'],
    changes: [],
    verdict: 'filled in',
  });
});
