import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect } from 'vitest';
import { DocumentOptions } from '../../../schemas/options.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { docgen } from './docgen.ts';
import { withoutIdentity } from './without-identity.ts';

/** The same request of the same moment has the same bytes. */
const AT = '2026-11-22T18:00:00Z';

const templateId = 'senior-backend-developer-agreement';

/** Every option with a value that is not its default, and the flag for it. */
const FLAGS: readonly (readonly [flag: string, options: DocumentOptions])[] = [
  ['--paper Letter', { paper: 'Letter' }],
  ['--no-letterhead', { letterhead: false }],
  ['--employer blank', { employer: 'blank' }],
  ['--fillable none', { fillable: 'none' }],
  ['--signatures fields', { signatures: 'fields' }],
  ['--draft', { draft: true }],
  ['--toc', { toc: true }],
  ['--word-mode tracked', { wordMode: 'tracked' }],
  ['--archive', { archive: true }],
  ['--at 2026-11-22T18:00:01Z', { at: '2026-11-22T18:00:01Z' }],
  ['--embed-data', { embedData: true }],
];

/** The one option that changes nothing in the file. */
const FILE_NAME = ['--file-name {firstName}-{town}', { fileName: '{firstName}-{town}' }] as const;

let folder: string;
let service: TestService;
/** The document without options, in each format. */
let plain: Record<'pdf' | 'docx', Uint8Array>;
test.beforeAll(async ({ service: shared }) => {
  folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  service = shared;
  const profile = { legalName: 'Baobab Analytics Limited', footer: 'A company of the Baobab group' };
  await service.admin('PUT', `/companies/${service.companyId}/profile`, profile);
  plain = { pdf: await make('pdf', {}), docx: await make('docx', {}) };
});
afterAll(() => rm(folder, { recursive: true }));

const run = (command: 'generate' | 'validate', ...flags: string[]) =>
  docgen(
    [command, templateId, '--data', '-', ...flags],
    { DOCGEN_URL: service.url, DOCGEN_KEY: service.key },
    '{}',
  );

/** A PDF has no mode in which Word opens it. */
function formatFor(options: DocumentOptions): 'pdf' | 'docx' {
  return options.wordMode === undefined ? 'pdf' : 'docx';
}

async function make(
  format: 'pdf' | 'docx',
  options: DocumentOptions,
  data: object = {},
): Promise<Uint8Array> {
  const { status, bytes } = await service.generate({
    ...{ templateId, format, data },
    options: { at: AT, ...options },
  });
  expect(status).toBe(200);
  return bytes;
}

async function withFlags(...flags: string[]): Promise<Uint8Array> {
  const out = path.join(folder, 'document.pdf');
  expect(await run('generate', '--out', out, '--at', AT, ...flags)).toMatchObject({
    exitCode: 0,
    stderr: '',
  });
  return await readFile(out);
}

test('every option has a flag', () => {
  const options = [...FLAGS, FILE_NAME].flatMap(([, options]) => Object.keys(options));
  expect(options).toEqual(Object.keys(DocumentOptions.properties));
});

test('a document without other flags has no other options', async () => {
  expect(Buffer.compare(await withFlags(), plain.pdf)).toBe(0);
});

test.each(FLAGS)('%s reaches the document', async (flag, options) => {
  const format = formatFor(options);
  const document = await withFlags(...flag.split(' '), '--format', format);
  expect(Buffer.compare(document, await make(format, options))).toBe(0);
  // Every option changes the documentId, also one that does nothing.
  expect(withoutIdentity(document) === withoutIdentity(plain[format])).toBe(false);
});

test.each(['pdf', 'docx'] as const)(
  'a %s of the same words differs in its identity alone',
  async (format) => {
    const one = await make(format, {}, { fixed: false });
    // The data of a condition that is false, which is not printed.
    const other = await make(format, {}, { fixed: false, employmentDuration: 'two years' });
    expect(Buffer.compare(one, other)).not.toBe(0);
    expect(withoutIdentity(one) === withoutIdentity(other)).toBe(true);
  },
);

test('the fields of data in another order make the same document', async () => {
  const one = await make('docx', {}, { firstName: 'Ada', lastName: 'Obi' });
  expect(Buffer.compare(one, await make('docx', {}, { lastName: 'Obi', firstName: 'Ada' }))).toBe(0);
});

test('validate takes every option, and the format that it depends on', async () => {
  const ofPdf = FLAGS.filter(([, options]) => formatFor(options) === 'pdf');
  const flags = ofPdf.flatMap(([flag]) => flag.split(' '));
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

test('--file-name gives the file its name, unless --out does', async () => {
  const data = JSON.stringify({ firstName: 'Zoë', town: 'Ikeja/Lagos' });
  const generate = (...flags: string[]) =>
    docgen(
      ['generate', templateId, '--data', '-', '--format', 'docx', ...FILE_NAME[0].split(' '), ...flags],
      { DOCGEN_URL: service.url, DOCGEN_KEY: service.key },
      data,
      folder,
    );
  expect(await generate()).toMatchObject({ exitCode: 0, stderr: '' });
  expect(await generate('--out', 'named.docx')).toMatchObject({ exitCode: 0, stderr: '' });
  expect((await readdir(folder)).filter((name) => name.endsWith('.docx')).sort()).toEqual([
    'Zoë-Ikeja-Lagos.docx',
    'named.docx',
  ]);
});
