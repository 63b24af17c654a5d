import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { leavesOf } from '../../../src/lib/paths.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { named, TEMPLATES } from '../../service/use-cases/documents.ts';
import { judged } from './judged.ts';
import { PROGRAMS } from './programs.ts';
import { dataOf, wordFile } from './reading.ts';

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

test.each(PROGRAMS.map(([name, save], index) => [name, save, TEMPLATES[index] as Template] as const))(
  'a file that a program has saved with other XML is as made: %s',
  { timeout: 60_000 },
  (_, save, template) => {
    const right = new Map<string, unknown>(leavesOf(template.sample));
    const file = save(wordFile(template, template.sample, { fillable: 'all' }));
    const { answer, read } = judged(template, template.sample, file);
    expect([named(template), answer.changes, read.reading.lost]).toEqual([named(template), [], []]);
    expect(new Map([...dataOf(read, right)].sort())).toEqual(new Map([...right].sort()));
  },
);
