import { appendFile, mkdtemp, readdir, readFile, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fileNames } from '../../../../src/ui/cli/batch/file-names.ts';
import { beginJob, checkSame, type Job, readJob } from '../../../../src/ui/cli/batch/job-file.ts';
import { Manifest, manifestFile } from '../../../../src/ui/cli/batch/manifest.ts';

const SCHEMA = {
  type: 'object',
  properties: {
    first: { type: 'string' },
    last: { type: 'string' },
    parties: { type: 'array', items: { type: 'object', properties: { name: { type: 'string' } } } },
  },
};

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'batch-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the names of the files', () => {
  const named = (pattern: string | undefined, ...rows: readonly Record<string, unknown>[]) => {
    const nameOf = fileNames(pattern, SCHEMA)();
    return rows.map((data, index) => nameOf(index + 1, data));
  };

  test('are the numbers of the rows, or follow a pattern', () => {
    expect(named(undefined, {}, {})).toEqual(['00001', '00002']);
    expect(named('{last}-{parties[0].name} x', { last: 'Obi', parties: [{ name: 'Ada' }] })).toEqual([
      'Obi-Ada x',
    ]);
  });

  test('are unique without regard to case, also beside a name that looks like a copy', () => {
    const rows = ['Ada', 'ada', 'Ada (2)', 'ADA', 'É', 'e\u0301'].map((last) => ({ last }));
    expect(named('{last}', ...rows)).toEqual(['Ada', 'ada (2)', 'Ada (2) (2)', 'ADA (3)', 'É', 'é (2)']);
  });

  test('have no character that a file name cannot have, and are not too long', () => {
    const values = [
      '../a/b\\c',
      'a:b*c?"<>|\u0007',
      'CON',
      'nul.txt',
      'Ltd.',
      '.',
      '-rf',
      '.ssh',
      '\u00e9'.repeat(200),
    ];
    expect(named('{last}', ...values.map((last) => ({ last })))).toEqual([
      'a-b-c',
      'a-b-c------',
      'CON-',
      'nul-.txt',
      'Ltd.',
      '00006',
      'rf',
      'ssh',
      'é'.repeat(100),
    ]);
  });

  test('are unknown for a row that lacks a field of the pattern', () => {
    expect(named('{last}', { first: 'Ada' }, { last: ' ' }, { last: 'Obi' })).toEqual([
      undefined,
      undefined,
      'Obi',
    ]);
  });

  test.each([
    ['a/{last}', '--name must not have / or \\: the files are in the folder of --out'],
    ['..\\{last}', '--name must not have / or \\: the files are in the folder of --out'],
    ['{lsat}', '--name has {lsat}, and the template has no such field; "docgen templates schema" lists them'],
    [
      '{parties}',
      '--name has {parties}, and the template has no such field; "docgen templates schema" lists them',
    ],
    ['contract', "--name needs a field that tells the rows apart: '{lastName}-{firstName}'"],
  ])('cannot be %s', (pattern, message) => {
    expect(() => fileNames(pattern, SCHEMA)).toThrow(expect.objectContaining({ message, exitCode: 2 }));
  });
});

describe('the manifest', () => {
  const line = (row: number, sha256: string) =>
    ({
      row,
      line: row + 1,
      format: 'pdf',
      file: `${row}.pdf`,
      sha256,
      documentId: null,
      warnings: 0,
      blanks: 0,
    }) as const;

  test('knows what was made; the last line of a row holds, and a torn one is dropped', async () => {
    const file = manifestFile(folder, undefined);
    expect(file).toBe(path.join(folder, 'manifest.ndjson'));
    const first = await Manifest.open(file);
    for (const one of [
      line(1, 'a'),
      line(2, 'b'),
      { row: 2, line: 3, format: 'pdf', error: 'x' },
      line(3, 'c'),
      line(3, 'd'),
    ] as const)
      await first.add(one);
    await first.close();
    await appendFile(file, '{"row":4,"format":"pdf","fi');

    const second = await Manifest.open(file);
    expect([1, 2, 3, 4].map((row) => second.madeOf(row, 'pdf'))).toEqual(['a', undefined, 'd', undefined]);
    expect(second.madeOf(1, 'docx')).toBeUndefined();
    await second.add(line(4, 'e'));
    await second.close();
    const rows = (await readFile(file, 'utf8')).split('\n').map((text) => text && JSON.parse(text).row);
    expect(rows).toEqual([1, 2, 2, 3, 3, 4, '']);
  });

  test.each(['null', '{', '"a"'])('with the whole line %s is refused, and closed', async (text) => {
    const file = manifestFile(folder, undefined);
    await writeFile(file, `${text}\n`);
    await expect(Manifest.open(file)).rejects.toMatchObject({
      exitCode: 2,
      message: `${file} has a line that is not JSON of an object; remove the line`,
    });
    const open = await Promise.all(
      (await readdir('/proc/self/fd')).map((one) => readlink(`/proc/self/fd/${one}`).catch(() => '')),
    );
    expect(open).not.toContain(file);
  });

  test('that has only a torn line is begun anew', async () => {
    const file = manifestFile(folder, { index: 3, of: 100 });
    expect(path.basename(file)).toBe('manifest.3-of-100.ndjson');
    await writeFile(file, '{"row":1');
    await (await Manifest.open(file)).close();
    expect(await readFile(file, 'utf8')).toBe('');
  });
});

describe('the job of a folder', () => {
  const job: Job = {
    ...{ input: 'aa', templateId: 'nda', version: '1.0.0', custom: false, format: 'pdf', name: null },
    ...{ dates: null, decimal: null },
    ...{ options: { draft: true }, at: '2026-11-22T18:00:00Z' },
  };

  test('is begun once, and is the same for all shards', async () => {
    const out = path.join(folder, 'new', 'out');
    expect(await readJob(out)).toBeUndefined();
    const begun = await Promise.all(
      [0, 1, 2, 3].map((second) => beginJob(out, { ...job, at: `2026-11-22T18:00:0${second}Z` })),
    );
    expect(new Set(begun.map(({ at }) => at)).size).toBe(1);
    expect(await readJob(out)).toEqual(begun[0]);
    expect(await readdir(out)).toEqual(['batch.json']);
  });

  test.each(['null', '[]', '1', '{'])('that is %s is refused with the file', async (text) => {
    const file = path.join(folder, 'batch.json');
    await writeFile(file, text);
    await expect(readJob(folder)).rejects.toThrow(`${file} is not JSON of an object`);
  });

  test('is not mixed with another', () => {
    expect(() => checkSame('out', job, { templateId: 'nda', options: { draft: true } })).not.toThrow();
    expect(() => checkSame('out', job, { input: 'bb', options: {} })).toThrow(
      expect.objectContaining({
        exitCode: 2,
        message:
          'out has files made with another --data and other options, as its batch.json says. Choose another folder with --out, or repeat the command as it was.',
      }),
    );
  });
});
