import { expect } from 'vitest';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const templateId = 'junior-devops-engineer-agreement';
const DATA = { firstName: 'José María', lastName: 'O’Neill', grossSalary: 25 };

let service: TestService;
test.beforeAll(({ service: shared }) => {
  service = shared;
});

const generate = (options: object, data: object = DATA) =>
  service.generate({ templateId, data, format: 'docx', options });

const nameOf = async (options: object, data?: object) => {
  const { status, headers, bytes } = await generate(options, data);
  expect(status, bytes.toString().slice(0, 300)).toBe(200);
  return headers['content-disposition'];
};

test.each<[what: string, pattern: string, data: object, disposition: string]>([
  ['a constant', 'offer', {}, 'filename="offer.docx"'],
  ['a number', 'pay-{grossSalary}', DATA, 'filename="pay-25.docx"'],
  [
    'letters outside of ASCII',
    '{lastName} {firstName}',
    DATA,
    `filename="O_Neill Jose Maria.docx"; filename*=UTF-8''O%E2%80%99Neill%20Jos%C3%A9%20Mar%C3%ADa.docx`,
  ],
  [
    'characters that a file system refuses',
    'a:{lastName}',
    { lastName: 'x/y"z(1)*' },
    `filename="a-x-y-z(1)-.docx"; filename*=UTF-8''a-x-y-z%281%29-.docx`,
  ],
  ['a device of Windows', '{lastName}', { lastName: 'Con' }, 'filename="Con-.docx"'],
  [
    'more than 120 characters',
    '{lastName}',
    { lastName: 'a'.repeat(150) },
    `filename="${'a'.repeat(120)}.docx"`,
  ],
  ['a field that is left out', '{lastName}-x', {}, `filename="${templateId}-2.0.0.docx"`],
  ['nothing', '', {}, `filename="${templateId}-2.0.0.docx"`],
])('names the file by a pattern with %s', async (_what, fileName, data, disposition) => {
  expect(await nameOf({ fileName }, data)).toBe(`attachment; ${disposition}`);
});

test("ends a file with DocuSeal's tags in _tagged", async () => {
  const signatures = 'docuseal';
  expect(await nameOf({ signatures, fileName: '{lastName}' }, { lastName: 'b'.repeat(150) })).toBe(
    `attachment; filename="${'b'.repeat(113)}_tagged.docx"`,
  );
  expect(await nameOf({ signatures })).toBe(`attachment; filename="${templateId}-2.0.0_tagged.docx"`);
});

test('changes neither the bytes nor the documentId', async () => {
  const at = '2026-11-22T18:00:00Z';
  const [named, plain] = await Promise.all([generate({ at, fileName: '{lastName}' }), generate({ at })]);
  expect(named.bytes.equals(plain.bytes)).toBe(true);
  expect(named.headers['x-document-id']).toBe(plain.headers['x-document-id']);
});

test('names a comparison by the data of `to`', async () => {
  const { headers } = await service.send(
    'POST',
    '/api/v1/documents/compare',
    { 'x-key': service.key },
    {
      templateId,
      from: { data: {} },
      to: { data: { lastName: 'Okafor' } },
      options: { fileName: '{lastName}-changes' },
    },
  );
  expect(headers['content-disposition']).toBe('attachment; filename="Okafor-changes.docx"');
});

test.each<[what: string, fileName: unknown, message: string]>([
  ['another folder', '../{lastName}', 'must not have / or \\: it is the name of a file, without a folder'],
  [
    'an unknown field',
    '{lastname}',
    "names a field that the template does not have; the template's schema lists its fields",
  ],
  [
    'an object',
    '{nothing.at.all}',
    "names a field that the template does not have; the template's schema lists its fields",
  ],
])('refuses a pattern with %s, in `validate` too', async (_what, fileName, message) => {
  for (const route of ['generate', 'validate', 'compare']) {
    const sides = { from: { data: {} }, to: { data: {} } };
    const { json } = await service.send(
      'POST',
      `/api/v1/documents/${route}`,
      { 'x-key': service.key },
      { templateId, options: { fileName }, ...(route === 'compare' ? sides : { data: {}, format: 'docx' }) },
    );
    expect(json).toMatchObject({
      error: 'validation_error',
      details: { invalid_fields: [{ field: 'options.fileName', message }] },
    });
  }
});
