import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { leavesOf } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { needUno, PYTHON } from '../../formats/docx/uno.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { controlPlaces, formOf, textsOf } from './fill-word.ts';
import { Random } from './random.ts';
import { randomFillings } from './random-fillings.ts';
import { dataOf, knownOf, readBack, wordFile } from './reading.ts';

const run = promisify(execFile);
const UNO = needUno();
const FILLER = fileURLToPath(new URL('../../formats/docx/fill_in_libreoffice.py', import.meta.url));

/** How many forms of each text; the whole proof is FILLED=200. */
const RUNS = Number(process.env.FILLED ?? 1);

const folder = mkdtempSync(path.join(tmpdir(), 'filled-'));
afterAll(() => rmSync(folder, { recursive: true }));

const forms = TEMPLATES.flatMap((template) =>
  Array.from({ length: RUNS }, (_, number) => ({ template, name: `${named(template)} ${number}` })),
);

test.skipIf(UNO.isSkipped)(
  `what is written and chosen in a form with ${UNO.title} is read, and nothing else`,
  { timeout: 120_000 + RUNS * 120_000 },
  async () => {
    const jobs: unknown[] = [];
    const filled = forms.map(({ template, name }) => {
      const given = formOf(template);
      const form = wordFile(template, given);
      const places = controlPlaces(form).map((place) =>
        // What it types has no line ends.
        place.kind === 'lines' ? { ...place, kind: 'text' as const } : place,
      );
      const random = new Random(`${process.env.RANDOM ?? ''}LibreOffice ${name}`);
      const fillings = randomFillings(places, template.schema as DataSchema, random);
      const texts = textsOf(fillings, places);
      const written = places.flatMap(({ id, name: field, kind, options }) => {
        const text = texts.get(field);
        if (text === undefined) return [];
        return kind === 'box' ? (options[0] === text ? [[id, '☒']] : []) : [[id, text]];
      });
      writeFileSync(path.join(folder, `${name}.docx`), form);
      jobs.push({ form: `${name}.docx`, filled: `${name} filled.docx`, texts: Object.fromEntries(written) });
      const right = new Map<string, unknown>(leavesOf(given));
      for (const [field, { value }] of fillings) right.set(field, value);
      return { template, name, given, right };
    });
    writeFileSync(path.join(folder, 'forms.json'), JSON.stringify(jobs));
    await run(PYTHON, [FILLER, folder], { env: { ...process.env, HOME: folder } });
    for (const { template, name, given, right } of filled) {
      const bytes = readFileSync(path.join(folder, `${name} filled.docx`));
      const read = readBack(template, bytes, knownOf(template, given));
      expect({
        name,
        data: Object.fromEntries(dataOf(read, right)),
        changes: read.reading.changes,
      }).toEqual({ name, data: Object.fromEntries(right), changes: [] });
    }
  },
);
