import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { type DataSchema, leavesOf, schemaAt } from '../../src/returned/paths.ts';
import { readWordFile } from '../../src/returned/word-file.ts';
import type { Template } from '../../src/templates/catalogue.ts';
import { named, TEMPLATES } from '../documents/documents.ts';
import type { FieldPlace } from '../pdf/read-fields.ts';

import { fillControls, withoutControls } from './fill-word.ts';
import { Random } from './random.ts';
import { randomFillings } from './random-fillings.ts';
import { dataOf, readBack, wordFile } from './reading.ts';

/** How many fillings of each text; the whole proof is FILLED=200. Without it, one of four texts. */
const RUNS = Number(process.env.FILLED ?? 1);
const TEXTS = TEMPLATES.filter((_, index) => process.env.FILLED !== undefined || index % 4 === 2);

vi.setConfig({ testTimeout: 60_000 + RUNS * 15_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

/** As a form shows them: nothing is given but the parties' roles, and what every document needs. */
function formOf({ sample, schema }: Template) {
  const { parties } = sample as { parties?: readonly { definition: string }[] };
  const isNeeded = (schema.required ?? []).includes('governingLaw');
  return {
    ...(parties && { parties: parties.map(({ definition }) => ({ definition })) }),
    ...(isNeeded && { governingLaw: sample.governingLaw }),
  };
}

test.each(TEXTS.map((template) => [named(template), template] as const))(
  'whatever is written into the controls of a form of %s is read, and nothing else',
  async (name, template) => {
    const schema = template.schema as DataSchema;
    const given = formOf(template);
    const form = wordFile(template, given);
    const paths = [...new Set(readWordFile(form).controls.map(({ path = '' }) => path))];
    // Boxes and choices of one value print other clauses, which the form has not; they are filled in by hand in word.test.ts.
    const places = paths.flatMap((path): FieldPlace[] => {
      const field = path === '' || path.includes(' ') ? undefined : schemaAt(schema, path);
      if (field === undefined || field.enum !== undefined || field.type === 'boolean') return [];
      return [
        {
          ...{ id: '', name: path, label: '', kind: 'text', options: [] },
          page: 1,
          rectangle: [],
          value: '',
        },
      ];
    });
    const wrong: unknown[] = [];
    for (let run = 0; run < RUNS; run++) {
      await nextTurn();
      const fillings = randomFillings(places, schema, new Random(`${process.env.SEED ?? ''}${name} ${run}`));
      const texts = new Map(Array.from(fillings, ([path, { text }]) => [path, text]));
      const filled = fillControls(form, texts);
      const read = readBack(template, run % 2 === 0 ? filled : withoutControls(filled));
      const right = new Map<string, unknown>(leavesOf(given));
      for (const [path, { value }] of fillings) right.set(path, value);
      const data = dataOf(read, right);
      const other = [...new Set([...right.keys(), ...data.keys()])].filter(
        (path) => JSON.stringify(right.get(path)) !== JSON.stringify(data.get(path)),
      );
      const { changes } = read.reading;
      if (other.length + changes.length > 0)
        wrong.push({ run, changes, other: other.map((path) => [path, right.get(path), data.get(path)]) });
    }
    expect(wrong).toEqual([]);
  },
);
