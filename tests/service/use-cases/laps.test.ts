import { expect, test } from 'vitest';
import { Laps } from '../../../src/service/use-cases/laps.ts';

test('laps follow each other without gaps, and time outside of all steps is queue time', async () => {
  const laps = new Laps();
  await new Promise(setImmediate);
  laps.note({ template: 0.001 });
  await new Promise(setImmediate);
  laps.note({ print: 0.002, complete: 0.001 });
  const { all } = laps;
  expect(all.map(({ step }) => step)).toEqual(['queue', 'template', 'queue', 'print', 'complete']);
  for (const [index, { startedAt, milliseconds }] of all.entries()) {
    expect(milliseconds).toBeGreaterThan(0);
    expect(all[index + 1]?.startedAt ?? startedAt + milliseconds).toBeCloseTo(startedAt + milliseconds, 6);
  }
  const queue = (all[0]?.milliseconds ?? 0) + (all[2]?.milliseconds ?? 0);
  expect([...laps.sums]).toEqual([
    ['queue', queue],
    ['template', 0.001],
    ['print', 0.002],
    ['complete', 0.001],
  ]);
  expect(laps.times).toEqual({ queue, template: 0.001, print: 0.003 });
});

test('queue time is never negative, even if a process reports a longer step than was measured', () => {
  const laps = new Laps();
  laps.note({ template: 60_000, convert: 60_000 });
  expect(laps.times).toEqual({ queue: 0, template: 60_000, convert: 60_000 });
});
