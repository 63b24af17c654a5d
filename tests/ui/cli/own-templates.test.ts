import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { startEmbedded, type TestService } from '../../service.ts';
import { docgen } from './docgen.ts';

let place: string;
let service: TestService;
let key: string;
beforeAll(async () => {
  place = await mkdtemp(path.join(tmpdir(), 'templates-'));
  service = await startEmbedded();
  const { json } = await service.admin('POST', '/companies/acme/keys', { rights: ['texts', 'generate'] });
  ({ key } = json as { key: string });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(place, { recursive: true });
});

const run = (...args: string[]) =>
  docgen(['templates', ...args], { DOCGEN_URL: service.url, DOCGEN_KEY: key }, '', place);
const published = async () => (await service.send('GET', '/api/v1/texts', { 'x-key': key })).json;

/** Every file below a folder, with its text. */
async function filesOf(folder: string): Promise<Record<string, string>> {
  const entries = await readdir(path.join(place, folder), { recursive: true, withFileTypes: true });
  const files = entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.join(entry.parentPath, entry.name));
  const texts = files.map(
    async (file) => [path.relative(path.join(place, folder), file), await readFile(file, 'utf8')] as const,
  );
  return Object.fromEntries((await Promise.all(texts)).sort());
}

async function words(templateId: string, data: object) {
  const body = { templateId, custom: true, format: 'docx', data };
  const made = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, body);
  return readWord(made.bytes).blocks.slice(0, 2);
}

test('a template is begun in a folder, checked, published, and written into another folder as it was', async () => {
  expect(await run('new', 'loan-note')).toEqual({
    exitCode: 0,
    stdout: 'loan-note has text.njk and what belongs to it.\n',
    stderr: '',
  });
  const file = path.join(place, 'loan-note', 'text.njk');
  const text = await readFile(file, 'utf8');
  const end = text.lastIndexOf('{% endblock %}');
  await writeFile(file, `${text.slice(0, end)}{% include "partials/end.njk" %}\n{% endblock %}\n`);
  await mkdir(path.join(place, 'loan-note/parts/partials'), { recursive: true });
  await writeFile(path.join(place, 'loan-note/parts/partials/end.njk'), '<p>{{ lender }}</p>\n');

  expect(await run('check', 'loan-note')).toEqual({
    exitCode: 0,
    stdout:
      'loan-note/text.njk:6:4: there is no field lender in the data, so that it is always absent here; correct the name\n' +
      'loan-note can be published, if it prints.\n',
    stderr: '',
  });
  expect(await published()).toEqual({ templates: [] });
  expect(await run('publish', 'loan-note', '1.0.0')).toMatchObject({
    exitCode: 0,
    stdout: expect.stringMatching(/^loan-note 1\.0\.0 is in use\.\n/),
  });
  expect(await words('loan-note', { recipient: 'Ada' })).toEqual(['Loan note', 'This document is for Ada.']);

  expect((await run('show', 'loan-note', '--custom', '--out', 'again/loan-note')).exitCode).toBe(0);
  const files = await filesOf('loan-note');
  expect(Object.keys(files)).toEqual([
    ...['parts/partials/end.njk', 'sample.json', 'schema.json', 'template.json', 'text.njk'],
  ]);
  expect(await filesOf('again/loan-note')).toEqual(files);
  expect(await run('new', 'loan-note')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^loan-note\/text\.njk cannot be written: EEXIST/),
  });
});

test('a copy of a template of the catalogue can be published as it is, under a title of its own', async () => {
  expect((await run('new', 'our-nda', '--from', 'non-disclosure-agreement')).exitCode).toBe(0);
  expect(await run('check', 'our-nda')).toEqual({
    exitCode: 0,
    stdout: 'our-nda can be published, if it prints.\n',
    stderr: '',
  });
  const { title, kind } = JSON.parse((await filesOf('our-nda'))['template.json'] ?? '');
  expect([title, kind]).toEqual(['Our nda', 'agreement']);
});

test('a check names each fault at its place in the folder, and changes nothing', async () => {
  await run('new', 'faulty');
  const at = (name: string) => path.join(place, 'faulty', name);
  const before = await published();
  const good = await filesOf('faulty');
  await writeFile(
    at('schema.json'),
    '{"type":"object","properties":{"recipient":{"$ref":"#","type":"string"}}}',
  );
  expect(await run('check', 'faulty')).toEqual({
    exitCode: 1,
    stdout:
      'faulty/schema.json: schema.properties.recipient.$ref: not allowed; write the schema that it names in its place\n',
    stderr: 'faulty cannot be published.\n',
  });
  expect(await run('publish', 'faulty', '1.0.0')).toMatchObject({
    exitCode: 1,
    stderr: expect.stringMatching(/^The server refused \(422\): .*schema\.properties\.recipient\.\$ref: /),
  });
  await writeFile(at('schema.json'), good['schema.json'] ?? '');
  await writeFile(at('text.njk'), '<p>\n{{ recipient | shout }}</p>');
  expect(await run('check', 'faulty', '--json')).toMatchObject({
    exitCode: 1,
    stdout: expect.stringContaining('"line": 2'),
  });
  expect((await run('check', 'faulty')).stdout).toMatch(/^faulty\/text\.njk:2:\d+: there is no such filter/);
  await writeFile(at('sample.json'), '{ not JSON');
  expect(await run('check', 'faulty')).toMatchObject({
    exitCode: 2,
    stderr: expect.stringMatching(/^faulty\/sample\.json is not JSON: /),
  });
  expect(await published()).toEqual(before);
});
