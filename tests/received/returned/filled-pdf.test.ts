import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { minimalData } from '../../../src/templating/templates/minimal-data.ts';
import { fieldPlaces, withPdf } from '../../formats/pdf/read-fields.ts';
import { inProofs, partOf } from '../../part.ts';
import { type Data, named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { openPrintingWorkshop } from '../../service/use-cases/printing.ts';
import { needProgram } from '../../tools.ts';
import { fillByPdfJs, fillByQpdf } from './fill-pdf.ts';
import { Random } from './random.ts';
import { randomFillings } from './random-fillings.ts';
import { dataOf, readPdfBack } from './reading.ts';

const QPDF = needProgram('qpdf');

/** How many fillings of each text and program; the whole proof is FILLED=200. `npm test` takes one of one of four texts. */
const RUNS = Number(process.env.FILLED ?? (inProofs() ? 4 : 1));
const TEXTS = process.env.FILLED === undefined ? partOf(TEMPLATES, 4) : TEMPLATES;

vi.setConfig({ testTimeout: 60_000 + RUNS * 5_000 });

const workshop = openPrintingWorkshop();
const folder = mkdtempSync(path.join(tmpdir(), 'filled-'));
afterAll(async () => {
  await workshop.close();
  rmSync(folder, { recursive: true });
});

test.each(TEXTS.map((template) => [named(template), template] as const))(
  `whatever pdf.js and ${QPDF.title} write into the form of %s is read, and nothing else`,
  async (name, template) => {
    const least = minimalData(template.schema, template.sample) as Data;
    const pdf = await workshop.pdf(await workshop.document(template, least, { fillable: 'blanks' }));
    const places = await withPdf(pdf, fieldPlaces);
    const untouched = await readPdfBack(template, pdf);
    expect({ values: untouched.values, changes: untouched.changes }).toEqual({ values: [], changes: [] });
    const wrong: unknown[] = [];
    for (let run = 0; run < RUNS; run++)
      for (const way of QPDF.isSkipped ? ['pdf.js'] : ['pdf.js', 'qpdf']) {
        const random = new Random(`${process.env.RANDOM ?? ''}${name} ${way} ${run}`);
        const fillings = randomFillings(places, template.schema as DataSchema, random);
        const filled = way === 'qpdf' ? fillByQpdf(pdf, fillings, folder) : await fillByPdfJs(pdf, fillings);
        const reading = await readPdfBack(template, filled);
        const right = Array.from(fillings, ([field, { value }]) => [field, value]);
        // An amount is typed in without its currency here, so that no other field is told.
        const data = Object.fromEntries(dataOf({ reading }, new Map()));
        const blank = reading.blanks.filter((field) => fillings.has(field));
        if (
          JSON.stringify(sorted(Object.entries(data))) !== JSON.stringify(sorted(right)) ||
          blank.length > 0 ||
          reading.changes.length > 0
        )
          wrong.push({ way, run, right, data, blank, changes: reading.changes });
      }
    expect(wrong).toEqual([]);
  },
);

function sorted(entries: readonly (readonly unknown[])[]): readonly (readonly unknown[])[] {
  return entries.toSorted(([one], [other]) => (String(one) < String(other) ? -1 : 1));
}
