import { expect, test } from 'vitest';
import {
  fieldAt,
  leavesOf,
  pathAbove,
  pathOf,
  pathsBeside,
  schemaAt,
  stepsOf,
  valueAt,
  withValue,
} from '../../src/lib/paths.ts';
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

test('a schema has the fields that it names, and no others', () => {
  const schema: DataSchema = { properties: { one: { title: 'One' } } };
  expect(['one', 'two', 'constructor', 'one.two'].map((path) => schemaAt(schema, path))).toEqual([
    { title: 'One' },
    undefined,
    undefined,
    undefined,
  ]);
});

test('the paths beside an entry of a list are those of the same field, the nearest first', () => {
  expect(pathsBeside('a[3].list[1].b')).toEqual([
    'a[3].list[2].b',
    'a[3].list[0].b',
    ...Array.from({ length: 19 }, (_, at) => `a[3].list[${at + 3}].b`),
  ]);
  expect(pathsBeside('a.b')).toEqual([]);
});

test('a cell can hold a field that is neither an object nor a list', () => {
  const text = { type: 'string' };
  const schema: DataSchema = {
    properties: {
      one: text,
      of: { type: 'object', properties: { two: text } },
      all: { type: 'array', items: text },
    },
  };
  const paths = ['one', 'of.two', 'all[0]', 'of', 'all', 'none'];
  expect(paths.map((path) => fieldAt(schema, path))).toEqual([
    text,
    text,
    text,
    undefined,
    undefined,
    undefined,
  ]);
});

test('a value is found by its path among what the data have themselves', () => {
  const data = { list: [{ name: 'Ada' }], none: null, text: 'abc' };
  const paths = [
    'list[0].name',
    'list[1].name',
    'none.name',
    'text.length',
    'text[0]',
    'list.length',
    'constructor',
  ];
  expect(paths.map((path) => valueAt(data, path))).toEqual([
    'Ada',
    undefined,
    undefined,
    undefined,
    undefined,
    1,
    undefined,
  ]);
});

test.each([
  ['into a list of objects that is not there', {}, 'a[1].b', 1, { a: [{}, { b: 1 }] }],
  ['into a list of texts that is not there', {}, 'a[1]', 'x', { a: ['', 'x'] }],
  ['in the place of a text', { a: 'x' }, 'a.b', 1, { a: { b: 1 } }],
  ['in the place of nothing', { a: null }, 'a.b', 1, { a: { b: 1 } }],
  ['behind the longest list', { a: [] }, 'a[2001]', 1, { a: [] }],
  ['undefined into a field', { a: 1, b: 2 }, 'a', undefined, { b: 2 }],
  ['undefined into an entry of texts', { a: ['x', 'y'] }, 'a[0]', undefined, { a: ['', 'y'] }],
  ['undefined into the only field of an entry', { a: [{ b: 1 }] }, 'a[0].b', undefined, { a: [{}] }],
])('a value goes %s', (_, data, path, value, expected) => {
  expect(withValue(data, path, value)).toStrictEqual(expected);
});

test('the leaves of data are its values, without those that are as good as absent', () => {
  const data = { a: [{ b: 1 }, 'x', null], c: { d: false, e: undefined }, f: [] };
  expect([...leavesOf(data)]).toEqual([
    ['a[0].b', 1],
    ['a[1]', 'x'],
    ['c.d', false],
  ]);
});
