import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DocumentOptions } from '../../schemas/options.ts';
import { comparable } from '../pdf/comparable.ts';
import { startEmbedded, type TestService } from '../service.ts';
import { docgen } from './docgen.ts';

const templateId = 'senior-backend-developer-agreement';

/** Every option with a value that is not its default, and the flag for it. */
const FLAGS: readonly (readonly [flag: string, options: DocumentOptions])[] = [
  ['--paper Letter', { paper: 'Letter' }],
  ['--no-letterhead', { letterhead: false }],
  ['--employer blank', { employer: 'blank' }],
  ['--fillable none', { fillable: 'none' }],
  ['--signatures fields', { signatures: 'fields' }],
  ['--draft', { draft: true }],
  ['--archive', { archive: true }],
  ['--embed-data', { embedData: true }],
];

let folder: string;
let service: TestService;
let plain: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  service = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2' });
  const profile = { legalName: 'Baobab Analytics Limited', footer: 'A company of the Baobab group' };
  await service.admin('PUT', '/companies/acme/profile', profile);
  plain = await withOptions({});
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

const run = (command: 'generate' | 'validate', ...flags: string[]) =>
  docgen(
    [command, templateId, '--data', '-', ...flags],
    { DOCGEN_URL: service.url, DOCGEN_KEY: service.key },
    '{}',
  );

async function withOptions(options: DocumentOptions): Promise<string> {
  const { status, bytes } = await service.generate({ templateId, format: 'pdf', data: {}, options });
  expect(status).toBe(200);
  return comparable(bytes);
}

async function withFlags(...flags: string[]): Promise<string> {
  const out = path.join(folder, 'document.pdf');
  expect(await run('generate', '--out', out, ...flags)).toMatchObject({ exitCode: 0, stderr: '' });
  return comparable(await readFile(out));
}

test('every option has a flag', () => {
  const options = FLAGS.flatMap(([, options]) => Object.keys(options));
  expect(options).toEqual(Object.keys(DocumentOptions.properties));
});

test('a document without flags has no options', async () => {
  expect((await withFlags()) === plain).toBe(true);
});

test.each(FLAGS)('%s reaches the document', async (flag, options) => {
  const document = await withFlags(...flag.split(' '));
  // A difference would print both files.
  expect([document === (await withOptions(options)), document === plain]).toEqual([true, false]);
});

test('validate takes every option, and the format that it depends on', async () => {
  const flags = FLAGS.flatMap(([flag]) => flag.split(' '));
  expect(await run('validate', ...flags)).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await run('validate', '--archive', '--signatures', 'fields', '--format', 'docx')).toEqual({
    exitCode: 1,
    stdout: '',
    stderr:
      'The server refused (400): Invalid fields: options.archive, options.signatures.\n' +
      '  options.archive: must be false for docx; ask for format pdf to archive it\n' +
      '  options.signatures: must not be fields for docx, which has no signature fields; use lines, or format pdf\n',
  });
});
