import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { kindsOfTests } from './kinds.ts';
import { pairsOf, partOf, turnsOf } from './part.ts';

const CASES = Array.from({ length: 30 }, (_, index) => index);
const SEEDS = CASES.map((seed) => `seed ${seed}`);

/** The result for each seed. */
function forEachSeed<Result>(result: () => Result): Result[] {
  return SEEDS.map((seed) => {
    vi.stubEnv('SEED', seed);
    return result();
  });
}

beforeEach(() => {
  vi.stubEnv('PROOFS', undefined);
  vi.stubEnv('NAMED_FILES', undefined);
});

describe('a part', () => {
  test.each([
    [1, 30],
    [4, 8],
    [30, 1],
    [100, 1],
  ])('of one in %i has %i of 30 cases, in their order', (every, count) => {
    for (const part of forEachSeed(() => partOf(CASES, every))) {
      expect(part).toHaveLength(count);
      expect(part).toEqual(CASES.filter((one) => part.includes(one)));
    }
  });

  test('is the same for a seed, and reaches every case with others', () => {
    const parts = () => forEachSeed(() => partOf(CASES, 4));
    expect(parts()).toEqual(parts());
    expect(new Set(parts().flat())).toEqual(new Set(CASES));
  });

  test('is all in proofs', () => {
    vi.stubEnv('PROOFS', '1');
    expect(partOf(CASES, 4)).toEqual(CASES);
  });
});

describe('turns', () => {
  /** Which of four tests of each of five texts run. */
  const taken = () =>
    Array.from({ length: 5 }, (_, row) => {
      const isTaken = turnsOf(row, 4);
      return [0, 1, 2, 3].filter(isTaken);
    });

  test('take one test of each text, and each test of one text', () => {
    for (const tests of forEachSeed(taken)) {
      expect(tests.map(({ length }) => length)).toEqual([1, 1, 1, 1, 1]);
      expect(new Set(tests.flat())).toEqual(new Set([0, 1, 2, 3]));
    }
  });

  test('take every test of a text with other seeds, in proofs, and of files that are named', () => {
    expect(new Set(forEachSeed(taken).flatMap(([first]) => first))).toEqual(new Set([0, 1, 2, 3]));
    for (const [name, value] of [
      ['PROOFS', '1'],
      ['PROOFS', 'rest'],
      ['NAMED_FILES', '1'],
    ] as const) {
      vi.stubEnv(name, value);
      expect(taken()).toEqual(Array(5).fill([0, 1, 2, 3]));
      vi.stubEnv(name, undefined);
    }
  });
});

describe.each([
  ['of as many', 5, 5, 5],
  ['of more and fewer', 12, 5, 12],
  ['of fewer and more', 5, 12, 12],
  ['of one', 1, 3, 3],
])('pairs %s', (_, rows, columns, count) => {
  const [ones, others] = [CASES.slice(0, rows), CASES.slice(0, columns)];

  test('have each member of both lists', () => {
    for (const pairs of forEachSeed(() => pairsOf(ones, others))) {
      expect(pairs).toHaveLength(count);
      expect(new Set(pairs.map(([one]) => one))).toEqual(new Set(ones));
      expect(new Set(pairs.map(([, other]) => other))).toEqual(new Set(others));
    }
  });

  test('are all pairs with other seeds, and in proofs', () => {
    const all = ones.flatMap((one) => others.map((other) => [one, other]));
    const met = forEachSeed(() => pairsOf(ones, others)).flat();
    expect(new Set(met.map(String))).toEqual(new Set(all.map(String)));
    vi.stubEnv('PROOFS', '1');
    expect(pairsOf(ones, others)).toEqual(all);
  });
});

test('proofs have every file that takes a part of its cases, also by a module', () => {
  const root = path.dirname(import.meta.dirname);
  const { proofs } = kindsOfTests(root);
  const takesPart = globSync('tests/**/*.{test,proof}.ts', { cwd: root }).filter(
    (file) => file.endsWith('.proof.ts') || /\/part\.ts'/.test(readFileSync(path.join(root, file), 'utf8')),
  );
  expect(takesPart.filter((file) => !proofs.includes(file))).toEqual([]);
});
