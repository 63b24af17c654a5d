import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { type DataSchema, leavesOf } from '../../src/returned/paths.ts';
import { named, TEMPLATES } from '../documents/documents.ts';
import { withoutControls } from './fill-word.ts';
import { wrongReading } from './findings.ts';
import { negotiate } from './negotiate.ts';
import { Random } from './random.ts';
import { dataOf, readBack, wordFile } from './reading.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

/** How many files of each text, each with some five edits; the whole proof is NEGOTIATED=40. Without it, one of three texts. */
const FILES = Number(process.env.NEGOTIATED ?? 1);
const TEXTS = TEMPLATES.filter((_, index) => process.env.NEGOTIATED !== undefined || index % 4 === 1);
const SEED = process.env.SEED ?? '';

test.each(TEXTS.map((template) => [named(template), template] as const))(
  'every edit of a negotiated %s is found, and none is invented',
  { timeout: 30_000 * (FILES + 1) },
  async (name, template) => {
    const file = wordFile(template, template.sample, { fillable: 'all' });
    const printed = Array.from(leavesOf(template.sample), ([path]) => path);
    const wrong: unknown[] = [];
    for (let run = 0; run < FILES; run++) {
      await nextTurn();
      const negotiated = negotiate(
        file,
        template.schema as DataSchema,
        new Random(`${SEED}${name} ${run}`),
        4,
      );
      const right = new Map<string, unknown>(leavesOf(template.sample));
      for (const { values } of negotiated.edits) for (const [path, value] of values) right.set(path, value);
      // The controls of every second file are stripped, and its custom XML.
      const bytes = run % 2 === 0 ? withoutControls(negotiated.file) : negotiated.file;
      // Of every third file, the trail does not know what was printed.
      const read = readBack(template, bytes, run % 3 === 2 ? {} : { printed });
      const faults = wrongReading(read.reading.changes, dataOf(read, right), negotiated.edits, right);
      if (faults.length > 0) wrong.push({ run, edits: negotiated.edits.map(({ what }) => what), faults });
    }
    expect(wrong).toEqual([]);
  },
);
