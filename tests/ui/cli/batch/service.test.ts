import { spawn } from 'node:child_process';
import { hash } from 'node:crypto';
import { once } from 'node:events';
import { appendFile, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { startEmbedded, type TestService } from '../../../service.ts';
import { docgen } from '../docgen.ts';
import { digestsOf, manifestOf } from './folder.ts';

const NDA = 'non-disclosure-agreement';
const MAIN = path.join(import.meta.dirname, '../../../../src/ui/cli/docgen.ts');
const HEADER =
  'project,governingLaw,parties[0].fullName,parties[0].definition,parties[1].fullName,parties[1].definition';
const rowOf = (number: number) => `Project ${number},Nigeria,Ada Obi,Obi,Bola Ade,Ade`;

let folder: string;
let service: TestService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'batch-'));
  service = await startEmbedded();
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A folder of its own for each test, with a CSV of these lines. */
async function prepare(name: string, lines: readonly string[]) {
  const place = path.join(folder, name);
  await mkdir(place);
  const data = path.join(place, 'rows.csv');
  const out = path.join(place, 'out');
  await writeFile(data, lines.join('\n'));
  const environment = { DOCGEN_URL: service.url, DOCGEN_KEY: service.key };
  const args = (...more: string[]) => ['batch', NDA, '--data', data, '--out', out, ...more];
  return { data, out, args, environment, run: (...more: string[]) => docgen(args(...more), environment) };
}

describe('docgen batch', () => {
  test('makes both formats of every row, as generate does, and nothing twice', async () => {
    const { out, run } = await prepare('both', [HEADER, rowOf(1), rowOf(2)]);
    const args = ['--format', 'both', '--name', '{project}', '--at', '2026-11-22T18:00:00Z', '--draft'];
    expect(await run(...args)).toEqual({ exitCode: 0, stdout: `4 files made in ${out}.\n`, stderr: '' });

    const digests = await digestsOf(out);
    expect(Object.keys(digests)).toEqual([
      'Project 1.docx',
      'Project 1.pdf',
      'Project 2.docx',
      'Project 2.pdf',
    ]);
    const trail = (await service.admin('GET', '/companies/acme/documents')).json as {
      documents: { sha256: string; documentId: string }[];
    };
    const idOf = new Map(trail.documents.map(({ sha256, documentId }) => [sha256, documentId]));
    expect(await manifestOf(out)).toEqual(
      [1, 2].flatMap((row) =>
        ['pdf', 'docx'].map((format) => {
          const file = `Project ${row}.${format}`;
          const sha256 = digests[file] ?? '';
          return {
            row,
            line: row + 1,
            format,
            file,
            sha256,
            documentId: idOf.get(sha256),
            warnings: 0,
            blanks: expect.any(Number),
          };
        }),
      ),
    );
    const data = {
      project: 'Project 1',
      governingLaw: 'Nigeria',
      parties: ['Ada Obi', 'Bola Ade'].map((fullName) => ({ fullName, definition: fullName.split(' ')[1] })),
    };
    const options = { draft: true, at: '2026-11-22T18:00:00Z' };
    const { bytes } = await service.generate({ templateId: NDA, format: 'docx', data, options });
    expect(hash('sha256', bytes)).toBe(digests['Project 1.docx']);

    // What is there is kept; what was changed or is away is made again.
    await rm(path.join(out, 'Project 1.pdf'));
    await appendFile(path.join(out, 'Project 2.docx'), 'x');
    const again = await run(...args);
    expect(again.stdout).toBe(`2 files made in ${out}, 2 were there already.\n`);
    expect(await digestsOf(out)).toEqual(digests);
    expect((await run(...args, '--json')).stdout).toBe(
      `${JSON.stringify({ rows: 2, made: 0, kept: 4, failed: 0, faults: [], columns: [] }, null, 2)}\n`,
    );
    expect(await run(...args, '--archive')).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${out} has files made with other options, as its batch.json says. Choose another folder with --out, or repeat the command as it was.\n`,
    });
  });

  test('makes nothing while a row or a column has a fault, and says all of them at once', async () => {
    const { data, out, run } = await prepare('faults', [
      `${HEADER},parties[0].fulName,parties[0].isCompany`,
      `${rowOf(1)},x,no`,
      'P2,Nigeriaa,A,B,C,D,x,FALSE',
      `${rowOf(3)},x,maybe`,
    ]);
    const table = [
      'ROW  LINE  FIELD                 MESSAGE',
      expect.stringMatching(/^2 {4}3 {5}governingLaw {10}must be .*; did you mean Nigeria, or Niger\?$/),
      '3    4     parties[0].isCompany  must be true, false, yes or no',
      `${data}: no field is called parties[0].fulName; did you mean parties[0].fullName?`,
      '',
    ];
    const { exitCode, stdout, stderr } = await run();
    expect([exitCode, stdout.split('\n'), stderr]).toEqual([
      1,
      table,
      '3 rows checked, 2 with faults. Nothing was made. Correct them, or add --skip-faulty to make the others.\n',
    ]);
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  test('refuses a date and a number that a spreadsheet has rewritten, with their rows and the forms that are wanted', async () => {
    const { data, out, environment } = await prepare('spreadsheet', [
      '\ufeffeffectiveDate;grossSalary;part_time',
      '22/11/2026;1,850,000;FALSE',
      '2026-11-22;1850000;WAHR',
    ]);
    const args = ['batch', 'senior-backend-developer-agreement', '--data', data, '--out', out];
    const { exitCode, stdout, stderr } = await docgen(args, environment);
    expect([exitCode, stderr.split('\n').slice(0, -2), stdout.split('\n')]).toEqual([
      1,
      [
        `${data}: effectiveDate is "22/11/2026" in row 1 (line 2), which is a value with --dates dmy`,
        `${data}: grossSalary is "1,850,000" in row 1 (line 2), which is a value with --decimal point`,
      ],
      [
        'ROW  LINE  FIELD          MESSAGE',
        '1    2     grossSalary    must be digits with a point before the decimals and nothing between the thousands, such as 1850000.50',
        '1    2     effectiveDate  must be a date of the calendar, written YYYY-MM-DD',
        '2    3     part_time      must be true, false, yes or no',
        '',
      ],
    ]);
  });

  test('makes the rows without faults when it is asked to', async () => {
    const { out, run } = await prepare('skip', [HEADER, rowOf(1), 'P2,Atlantis,A,B,C,D', rowOf(3)]);
    const { exitCode, stderr } = await run('--skip-faulty', '--format', 'docx');
    expect([exitCode, stderr]).toEqual([
      1,
      `2 files made in ${out}, 1 not made; the manifest has the reasons.\n`,
    ]);
    expect(Object.keys(await digestsOf(out))).toEqual(['00001.docx', '00003.docx']);
    expect((await manifestOf(out))[1]).toEqual({
      ...{ row: 2, line: 3 },
      format: 'docx',
      error: expect.stringMatching(/^governingLaw must be a value from the Supported Countries list/),
    });
  });

  test('checks a file without making anything, and says which file each row would get', async () => {
    const { out, run } = await prepare('dry', [HEADER, rowOf(1), ',,', rowOf(1), 'P2,Atlantis,A,B,C,D']);
    const args = ['--dry-run', '--skip-faulty', '--name', '{project}', '--format', 'both'];
    const { exitCode, stdout, stderr } = await run(...args);
    expect([exitCode, stdout.split('\n'), stderr]).toEqual([
      1,
      [
        'row 1 (line 2): Project 1.pdf',
        'row 1 (line 2): Project 1.docx',
        'row 3 (line 4): Project 1 (2).pdf',
        'row 3 (line 4): Project 1 (2).docx',
        'ROW  LINE  FIELD         MESSAGE',
        expect.stringMatching(/^4 {4}5 {5}governingLaw {2}must be /),
        '',
      ],
      '3 rows checked, 1 with faults. Nothing was made.\n',
    ]);
    const json = await run('--dry-run', '--skip-faulty', '--json');
    expect(JSON.parse(json.stdout)).toMatchObject({
      ...{ rows: 3, made: 0, faults: [{ row: 4, line: 5, field: 'governingLaw' }] },
      files: [
        { row: 1, line: 2, format: 'pdf', file: '00001.pdf' },
        { row: 3, line: 4, format: 'pdf', file: '00003.pdf' },
      ],
    });
    await expect(readdir(out)).rejects.toThrow('ENOENT');
  });

  test('reads dates and numbers as it is told, in all runs of a folder', async () => {
    const { data, out, environment } = await prepare('two-ways', [
      'sep=;',
      'effectiveDate;grossSalary',
      '22/11/2026;1.850.000,50',
    ]);
    const args = ['batch', 'senior-backend-developer-agreement', '--data', data, '--out', out];
    const wanted = ['--format', 'docx', '--at', '2026-11-22T18:00:00Z'];
    const ways = ['--dates', 'dmy', '--decimal', 'comma'];
    expect(await docgen([...args, ...wanted, ...ways], environment)).toEqual({
      exitCode: 0,
      stdout: `1 files made in ${out}.\n`,
      stderr: '',
    });
    const { bytes } = await service.generate({
      ...{ templateId: 'senior-backend-developer-agreement', format: 'docx' },
      data: { effectiveDate: '2026-11-22', grossSalary: 1_850_000.5 },
      options: { at: '2026-11-22T18:00:00Z' },
    });
    expect(await digestsOf(out)).toEqual({ '00001.docx': hash('sha256', bytes) });
    expect((await docgen([...args, ...wanted, '--dates', 'mdy'], environment)).stderr).toContain(
      'made with another --dates and another --decimal, as its batch.json says',
    );
  });

  test('goes on after every kill, with the bytes of a run without one', async () => {
    const lines = [HEADER, ...Array.from({ length: 12 }, (_, index) => rowOf(index + 1))];
    const at = ['--at', '2026-11-22T18:00:00Z', '--format', 'docx', '--concurrency', '2'];
    const whole = await prepare('whole', lines);
    expect((await whole.run(...at)).exitCode).toBe(0);
    const killed = await prepare('killed', lines);
    for (let made = 1; made <= 10; made += 1) {
      const command = spawn(process.execPath, [MAIN, ...killed.args(...at)], { env: killed.environment });
      const ended = once(command, 'exit');
      await vi.waitFor(
        async () => expect((await manifestOf(killed.out)).length).toBeGreaterThanOrEqual(made),
        {
          timeout: 60_000,
          interval: 5,
        },
      );
      command.kill('SIGKILL');
      await ended;
    }
    await appendFile(path.join(killed.out, 'manifest.ndjson'), '{"row":12,"for');
    expect((await killed.run(...at)).exitCode).toBe(0);
    expect(await digestsOf(killed.out)).toEqual(await digestsOf(whole.out));
    const rows = (await manifestOf(killed.out)).map(({ row }) => row);
    expect([...new Set(rows)]).toEqual(Array.from({ length: 12 }, (_, index) => index + 1));
    expect((await readdir(killed.out)).filter((file) => file.startsWith('.'))).toEqual([]);
  });

  test('divides the rows among shards, with one moment and names given over all rows', async () => {
    const lines = [HEADER, ...Array.from({ length: 5 }, () => rowOf(7))];
    const { out, run } = await prepare('shards', lines);
    const args = ['--format', 'docx', '--name', '{project}'];
    const outcomes = await Promise.all([0, 1].map((index) => run(...args, '--shard', `${index}/2`)));
    expect(outcomes.map(({ exitCode }) => exitCode)).toEqual([0, 0]);
    const rowsOf = async (index: number) =>
      (await manifestOf(out, `manifest.${index}-of-2.ndjson`)).map(({ row, file }) => [row, file]);
    expect(await rowsOf(0)).toEqual([
      [2, 'Project 7 (2).docx'],
      [4, 'Project 7 (4).docx'],
    ]);
    expect(await rowsOf(1)).toEqual([
      [1, 'Project 7.docx'],
      [3, 'Project 7 (3).docx'],
      [5, 'Project 7 (5).docx'],
    ]);
    expect(new Set(Object.values(await digestsOf(out))).size).toBe(1);
  });

  test('stops when the key is revoked, and goes on with another', async () => {
    const keys = '/companies/acme/keys';
    const { key, keyId } = (await service.admin('POST', keys)).json as { key: string; keyId: string };
    const { out, args, run } = await prepare('revoked', [
      HEADER,
      ...Array.from({ length: 20 }, (_, row) => rowOf(row)),
    ]);
    const running = docgen(args('--concurrency', '1', '--format', 'docx'), {
      DOCGEN_URL: service.url,
      DOCGEN_KEY: key,
    });
    await vi.waitFor(async () => expect((await manifestOf(out)).length).toBeGreaterThan(1), {
      timeout: 60_000,
      interval: 5,
    });
    await service.admin('DELETE', `${keys}/${keyId}`);
    expect(await running).toEqual({
      exitCode: 1,
      stdout: '',
      stderr: expect.stringMatching(/^The server refused \(403\): Forbidden: invalid or revoked API key\n/),
    });
    expect((await run('--format', 'docx')).exitCode).toBe(0);
    expect(Object.keys(await digestsOf(out))).toHaveLength(20);
  });

  test.each([
    [['--shard', '2/2'], 'It must be like 0/4, 1/4, 2/4 or 3/4'],
    [['--concurrency', '0'], 'It must be a number from 1 to 500.'],
    [['--name', '../{project}'], '--name must not have / or \\'],
    [['--at', 'yesterday'], 'options.at'],
    [['--archive', '--format', 'both'], 'options.archive: must be false for docx'],
  ])('refuses %s', async (more, message) => {
    const { run } = await prepare(`wrong${more[0]}`, [HEADER, rowOf(1)]);
    const { exitCode, stdout, stderr } = await run(...more);
    expect([exitCode, stdout + stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

test('docgen lists a template of the company’s own, and makes many of it', async () => {
  const properties = { owner: { type: 'string', title: 'Owner' } };
  const { key } = (await service.admin('POST', '/companies/acme/keys', { rights: ['texts', 'generate'] }))
    .json as { key: string };
  const text =
    '{% extends "layouts/agreement.njk" %}{% block title %}Parking permit{% endblock %}' +
    '{% block content %}<h1>Parking permit</h1><p>{{ owner | blank("owner") }} may park here.</p>{% endblock %}';
  const published = await service.send(
    'PUT',
    '/api/v1/texts/parking-permit/versions/1.0.0',
    { 'x-key': key },
    {
      text,
      title: 'Parking permit',
      kind: 'agreement',
      schema: { type: 'object', properties },
      sample: { owner: 'Ada Obi' },
    },
  );
  expect(published.status).toBe(201);
  const { data, out, environment } = await prepare('own', ['owner', 'Ada Obi', 'Bola Ade']);
  const made = await docgen(
    [
      'batch',
      'parking-permit',
      '--custom',
      '--data',
      data,
      '--out',
      out,
      '--format',
      'docx',
      '--name',
      '{owner}',
    ],
    environment,
  );
  expect(made).toEqual({ exitCode: 0, stdout: `2 files made in ${out}.\n`, stderr: '' });
  expect(Object.keys(await digestsOf(out))).toEqual(['Ada Obi.docx', 'Bola Ade.docx']);
  const shown = await docgen(['templates', 'show', 'parking-permit', '--custom'], environment);
  expect(shown.stdout).toMatch(/^parking-permit +Parking permit +agreement +1\.0\.0 +1\.0\.0$/m);
  const list = await docgen(['templates', 'list', '--custom', '--json'], environment);
  expect(JSON.parse(list.stdout)).toMatchObject({ templates: [{ templateId: 'parking-permit' }] });
});
