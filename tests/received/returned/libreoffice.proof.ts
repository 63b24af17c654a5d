import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { leavesOf } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { needProgram } from '../../tools.ts';
import { withoutControls } from './fill-word.ts';
import { wrongReading } from './findings.ts';
import { judged } from './judged.ts';
import { type Edit, negotiate } from './negotiate.ts';
import { Random } from './random.ts';
import { dataOf, wordFile } from './reading.ts';

const run = promisify(execFile);
const SOFFICE = needProgram('soffice');

/** How many files of each text and way; the whole proof is RESAVED=9. */
const FILES = Number(process.env.RESAVED ?? 1);
const folder = mkdtempSync(path.join(tmpdir(), 'resaved-'));
afterAll(() => rmSync(folder, { recursive: true }));

interface Saved {
  readonly name: string;
  readonly template: (typeof TEMPLATES)[number];
  readonly edits: readonly Edit[];
  readonly bytes: Uint8Array;
}

/** Untouched files with every kind of fields, and negotiated ones. */
async function filesToSave(): Promise<Saved[]> {
  const files: Saved[] = [];
  for (const template of TEMPLATES) {
    // Lets the watchdog of the tests see that there is no loop without end.
    await nextTurn();
    for (const fillable of ['all', 'none', 'blanks'] as const) {
      const bytes = wordFile(template, template.sample, { fillable });
      files.push({ name: `${named(template)} ${fillable}`, template, edits: [], bytes });
    }
    const made = wordFile(template, template.sample, { fillable: 'all' });
    for (let number = 0; number < FILES; number++) {
      const random = new Random(`${process.env.RANDOM ?? ''}libreoffice ${named(template)} ${number}`);
      const { file, edits } = negotiate(made, template.schema as DataSchema, random, 4);
      // LibreOffice prints bound controls from the custom XML part, which the edits of a body leave as it was.
      const bytes = withoutControls(file);
      files.push({ name: `${named(template)} ${number}`, template, edits, bytes });
    }
  }
  return files;
}

/** Saves files with one start of LibreOffice. */
async function save(files: readonly string[], to: string, format: string): Promise<void> {
  const profile = `-env:UserInstallation=file://${folder}/profile`;
  const output = ['--convert-to', format, '--outdir', path.join(folder, to)];
  await run('soffice', ['--headless', profile, ...output, ...files], {
    env: { ...process.env, HOME: folder },
  });
}

function faultsOf({ name, template, edits }: Saved, way: string): string[] {
  const right = new Map<string, unknown>(leavesOf(template.sample));
  for (const { values } of edits) for (const [place, value] of values) right.set(place, value);
  const bytes = readFileSync(path.join(folder, way, `${name}.docx`));
  const { answer, read } = judged(template, template.sample, bytes);
  const faults = wrongReading(answer.changes, dataOf(read, right), edits, right);
  const isUntouched = edits.length === 0;
  if (isUntouched && answer.verdict !== 'as made') faults.push(answer.verdict, ...answer.notCompared);
  return faults.map((fault) => `${way}, ${name}: ${fault}`);
}

test.skipIf(SOFFICE.isSkipped)(
  `what was edited is found, and nothing else, in files saved by ${SOFFICE.title}`,
  { timeout: 600_000 + FILES * 600_000 },
  async () => {
    const files = await filesToSave();
    const places = (to: string, type: string) =>
      files.map(({ name }) => path.join(folder, to, `${name}.${type}`));
    for (const [index, { bytes }] of files.entries()) writeFileSync(places('.', 'docx')[index] ?? '', bytes);
    await save(places('.', 'docx'), 'as docx', 'docx');
    await save(places('.', 'docx'), 'odt', 'odt');
    await save(places('odt', 'odt'), 'through odt', 'docx');
    const faults: string[] = [];
    for (const file of files)
      for (const way of ['as docx', 'through odt']) {
        await nextTurn();
        faults.push(...faultsOf(file, way));
      }
    expect(faults).toEqual([]);
  },
);
