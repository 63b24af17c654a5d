import { expect, test } from 'vitest';
import { pathAbove, pathOf, pathsBeside, schemaAt, stepsOf } from '../../src/lib/paths.ts';
import type { DataSchema } from '../../src/lib/schema.ts';

test.each([
  ['a[0].b', 'a[0]'],
  ['a[0]', 'a'],
  ['a[1][2]', 'a[1]'],
  ['a', ''],
])('%s is in "%s"', (path, outer) => {
  expect(pathAbove(path)).toBe(outer);
});

test.each([['a[0].b'], ['a[12][2]'], ['parties'], ['']])('the steps of "%s" make the same path', (path) => {
  expect(pathOf(stepsOf(path))).toBe(path);
});

test('a list has no entry beyond the longest that a body may have', () => {
  const schema: DataSchema = { properties: { list: { items: {} } } };
  expect([schemaAt(schema, 'list[2000]'), schemaAt(schema, 'list[2001]')]).toEqual([{}, undefined]);
});

test('the paths beside an entry of a list are those of the same field, the nearest first', () => {
  expect(pathsBeside('a[3].list[1].b')).toEqual([
    'a[3].list[2].b',
    'a[3].list[0].b',
    ...Array.from({ length: 19 }, (_, at) => `a[3].list[${at + 3}].b`),
  ]);
  expect(pathsBeside('a.b')).toEqual([]);
});
