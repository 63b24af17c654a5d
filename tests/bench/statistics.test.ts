import { expect, test } from 'vitest';
import { interleave, ratios } from '../../bench/rig/interleave.ts';
import { median, percentile } from '../../bench/rig/statistics.ts';

test('the median is the middle number, or the mean of the two in the middle', () => {
  expect(median([10, 9, 100])).toBe(10);
  expect(median([4, 1, 3, 2])).toBe(2.5);
  expect(() => median([])).toThrow(RangeError);
});

test('a percentile is the smallest number that this share of the numbers does not exceed', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);
  expect(percentile(hundred, 99)).toBe(99);
  expect(percentile(hundred, 50)).toBe(50);
  expect(percentile([7], 99)).toBe(7);
});

test('the sides run in turn', async () => {
  const turns: string[] = [];
  const side = (name: string) => async () => turns.push(name);
  expect(await interleave(3, { a: side('a'), b: side('b') })).toEqual({ a: [1, 3, 5], b: [2, 4, 6] });
  expect(turns).toEqual(['a', 'b', 'a', 'b', 'a', 'b']);
  expect(ratios([1, 3, 5], [2, 4, 5])).toEqual([0.5, 0.75, 1]);
});
