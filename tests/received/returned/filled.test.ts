import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import { leavesOf } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { inProofs, partOf } from '../../part.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { controlPlaces, fillControls, formOf, textsOf, withoutControls } from './fill-word.ts';
import { judged } from './judged.ts';
import { Random } from './random.ts';
import { randomFillings } from './random-fillings.ts';
import { dataOf, wordFile } from './reading.ts';

/** How many fillings of each text; the whole proof is FILLED=200. `npm test` takes one of one of four texts. */
const RUNS = Number(process.env.FILLED ?? (inProofs() ? 4 : 1));
const TEXTS = process.env.FILLED === undefined ? partOf(TEMPLATES, 4) : TEMPLATES;

vi.setConfig({ testTimeout: 60_000 + RUNS * 15_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

test.each(TEXTS.map((template) => [named(template), template] as const))(
  'whatever is written into the controls of a form of %s is read, and nothing else',
  async (name, template) => {
    const schema = template.schema as DataSchema;
    const given = formOf(template);
    const form = wordFile(template, given);
    const places = controlPlaces(form);
    const wrong: unknown[] = [];
    for (let run = 0; run < RUNS; run++) {
      await nextTurn();
      const fillings = randomFillings(
        places,
        schema,
        new Random(`${process.env.RANDOM ?? ''}${name} ${run}`),
      );
      const texts = textsOf(fillings, places);
      const filled = fillControls(form, texts);
      const saved = run % 2 === 0 ? filled : withoutControls(filled);
      const { answer, read } = judged(template, undefined, saved);
      const right = new Map<string, unknown>(leavesOf(given));
      for (const [path, { value }] of fillings) right.set(path, value);
      const data = dataOf(read, right);
      const other = [...new Set([...right.keys(), ...data.keys()])].filter(
        (path) => JSON.stringify(right.get(path)) !== JSON.stringify(data.get(path)),
      );
      const { changes } = answer;
      if (other.length + changes.length > 0)
        wrong.push({ run, changes, other: other.map((path) => [path, right.get(path), data.get(path)]) });
    }
    expect(wrong).toEqual([]);
  },
);
