import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { kindsOfTests } from './kinds.ts';
import { areNamed, leftOut, ROTATING } from './rotating.ts';

const { all, light } = kindsOfTests(path.dirname(import.meta.dirname));
const ROTATED = Object.values(ROTATING).flat(2);

beforeEach(() => {
  vi.stubEnv('PROOFS', undefined);
});

test('files that rotate exist, start something, and are in one part', () => {
  expect(ROTATED.filter((file) => !all.includes(file) || light.includes(file))).toEqual([]);
  expect(ROTATED).toEqual([...new Set(ROTATED)]);
});

test('each seed takes one part of each row, and a few seeds take all', () => {
  const taken = Array.from({ length: 120 }, (_, seed) => {
    vi.stubEnv('SEED', `seed ${seed}`);
    const without = new Set(leftOut());
    return Object.values(ROTATING).map((parts) => {
      const left = parts.filter((part) => part.some((file) => !without.has(file)));
      expect(left.flat().filter((file) => without.has(file))).toEqual([]);
      expect(left).toHaveLength(1);
      return left;
    });
  });
  expect(new Set(taken.flat(3))).toEqual(new Set(ROTATED));
});

describe('files are named', () => {
  const NAMED = [
    'run tests/ui',
    'tests/ui',
    'run -u tests/ui/studio/axe.test.ts',
    'run studio',
    'run --run axe tests/ui',
  ];
  test.each(NAMED)('by vitest %s', (words) => {
    expect(areNamed(words.split(' '), all)).toBe(true);
  });

  test.each([
    'run',
    'run --project light',
    'list --json',
    'run --reporter json --outputFile /tmp/all.json',
    'run tests/none',
  ])('not by vitest %s', (words) => {
    expect(areNamed(words.split(' '), all)).toBe(false);
  });
});
