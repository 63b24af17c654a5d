import { execFile } from 'node:child_process';
import { hash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { DataSchema } from '../../../../src/lib/schema.ts';
import { publishSchema } from '../../../../src/templating/templates/publish-schema.ts';
import { openInput } from '../../../../src/ui/cli/batch/input.ts';
import { sampleCsv } from '../../../../src/ui/cli/batch/sample-csv.ts';
import { named, TEMPLATES } from '../../../service/use-cases/documents.ts';
import { startEmbedded } from '../../../service.ts';
import { needProgram } from '../../../tools.ts';
import { docgen } from '../docgen.ts';
import { digestsOf } from './folder.ts';

const SOFFICE = needProgram('soffice');
const run = promisify(execFile);

/** Options of the CSV filter: separator, quotes, UTF-8, first line, …, quoted cells are texts. */
const COMMA_QUOTED_IS_TEXT = 'CSV:44,34,76,1,,0,true';
const COMMA = 'CSV:44,34,76,1';
/** The cells as they are shown, as a spreadsheet saves them. */
const SAVED = (separator: string) =>
  `csv:Text - txt - csv (StarCalc):${separator.charCodeAt(0)},34,76,1,,0,false,true,false`;

const SAMPLES = TEMPLATES.map((template, index) => ({
  template,
  title: named(template),
  file: `${index}.csv`,
  schema: publishSchema(template, '') as DataSchema,
}));

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'spreadsheet-'));
  await mkdir(path.join(folder, 'csv'));
  for (const { template, file, schema } of SAMPLES)
    await writeFile(path.join(folder, 'csv', file), sampleCsv(schema, template.sample));
});
afterAll(() => rm(folder, { recursive: true }));

/** Opens the files of a folder below `folder` in LibreOffice Calc, and saves them as others. @returns their folder */
async function convert(
  from: string,
  extension: string,
  to: string,
  options: readonly string[],
): Promise<string> {
  const outdir = path.join(folder, `${from}-${extension}-${options.length}`);
  await run('soffice', [
    `-env:UserInstallation=file://${folder}/profile`,
    ...['--headless', ...options, '--convert-to', to, '--outdir', outdir],
    ...SAMPLES.map(({ file }) => path.join(folder, from, file.replace(/csv$/, from.split('-')[1] ?? 'csv'))),
  ]);
  return path.basename(outdir);
}

async function read(file: string, schema: DataSchema) {
  const input = openInput(file, schema);
  const rows = await Array.fromAsync(input.rows());
  return { rows, headerFaults: input.headerFaults(), remarks: input.remarks() };
}

describe.skipIf(SOFFICE.isSkipped)(`a CSV that was edited and saved in ${SOFFICE.title}`, () => {
  test.each([
    ['ods', ';', ''],
    // Excel begins a CSV in UTF-8 with a byte order mark.
    ['xlsx', ',', '\ufeff'],
  ] as const)(
    'has the whole sample of every text, by way of .%s and with %s',
    async (extension, separator, mark) => {
      const sheets = await convert('csv', extension, extension, [`--infilter=${COMMA_QUOTED_IS_TEXT}`]);
      const saved = await convert(sheets, 'csv', SAVED(separator), []);
      for (const { template, title, file, schema } of SAMPLES) {
        const place = path.join(folder, saved, file);
        await writeFile(place, mark + (await readFile(place, 'utf8')));
        expect([title, await read(place, schema)]).toEqual([
          title,
          {
            rows: [{ number: 1, line: 2, data: template.sample, faults: [] }],
            headerFaults: [],
            remarks: [],
          },
        ]);
      }
    },
  );

  test('is right but for times and months, which a remark names, when Calc interprets all cells', async () => {
    const sheets = await convert('csv', 'ods', 'ods', [`--infilter=${COMMA}`, '--nologo']);
    const saved = await convert(sheets, 'csv', SAVED(';'), []);
    for (const { template, title, file, schema } of SAMPLES) {
      const { rows, headerFaults, remarks } = await read(path.join(folder, saved, file), schema);
      expect([title, rows.flatMap(({ faults }) => faults), headerFaults]).toEqual([title, [], []]);
      const { startingTime } = template.sample;
      if (typeof startingTime !== 'string') continue;
      const shown = rows[0]?.data.startingTime;
      expect(shown).not.toBe(startingTime);
      expect(remarks).toContain(
        `startingTime is printed as "${shown}" in row 1 (line 2), which looks as if a spreadsheet has rewritten it; ` +
          'if it was typed otherwise, make the column text and type it again',
      );
    }
  });

  test('goes through docgen batch', async () => {
    await using service = await startEmbedded();
    const index = SAMPLES.findIndex(({ title }) => title === 'senior-backend-developer-agreement 2.0.0');
    const { template, file } = SAMPLES[index] as (typeof SAMPLES)[number];
    const sheets = await convert('csv', 'ods', 'ods', [`--infilter=${COMMA_QUOTED_IS_TEXT}`]);
    const saved = await convert(sheets, 'csv', SAVED(';'), []);
    const { templateId, sample: data } = template;
    const at = '2026-11-22T18:00:00Z';
    const out = path.join(folder, 'made');
    const answer = await docgen(
      [
        ...['batch', templateId, '--data', path.join(folder, saved, file)],
        '--out',
        out,
        '--format',
        'both',
        '--at',
        at,
      ],
      { DOCGEN_URL: service.url, DOCGEN_KEY: service.key },
    );
    expect(answer).toEqual({ exitCode: 0, stdout: `2 files made in ${out}.\n`, stderr: '' });
    const sumOf = async (format: string) =>
      hash('sha256', (await service.generate({ templateId, format, data, options: { at } })).bytes);
    expect(await digestsOf(out)).toEqual({
      '00001.docx': await sumOf('docx'),
      '00001.pdf': await sumOf('pdf'),
    });
  });
});
