import { expect, test } from 'vitest';
import { getProperty, isAbsent, Safe } from '../../../src/templating/language/values.ts';

test('looks up only own properties of plain data, and never functions', () => {
  const owner = { own: 1, method: () => 1 };
  const keys = ['own', 'method', 'constructor', '__proto__', 'toString', 0, ['own'], null];
  expect(keys.map((key) => getProperty(owner, key))).toEqual([1, ...Array(7).fill(undefined)]);
  const others = [['a'], 'a', 1, null, new Safe('a'), () => 1];
  expect(others.map((other) => getProperty(other, 'constructor'))).toEqual(Array(6).fill(undefined));
  expect([getProperty(['a'], 'length'), getProperty(['a'], '0'), getProperty('abc', 'length')]).toEqual([
    1,
    'a',
    3,
  ]);
  expect([getProperty('abc', '0'), getProperty(new Safe('abc'), 'html')]).toEqual([undefined, undefined]);
});

test('tells absent values from given ones', () => {
  const absent = [undefined, null, '', ' \n\u00a0', [], new Safe('')];
  const given = [false, 0, 'a', [undefined], {}, new Safe('<b>')];
  expect([absent.map(isAbsent), given.map(isAbsent)]).toEqual([Array(6).fill(true), Array(6).fill(false)]);
});
