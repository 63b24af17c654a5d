import { expect, test } from 'vitest';
import { wordsBetween } from '../../src/lib/words-of.ts';

test.each([
  [['Supply\n', ', ', ' of 2027'], 'Supply\nAcme, Zenith of 2027', ['Acme', 'Zenith']],
  [['Supply\n', ', ', ''], 'Supply\nAcme, Inc, Zenith', ['Acme, Inc', 'Zenith']],
  [['', ''], 'Acme', ['Acme']],
  [['Supply\n', ', ', ' of 2027'], 'Supply\nAcme, Zenith of 2028', []],
  [['Supply\n', '; ', ''], 'Supply\nAcme, Zenith', []],
  [['Supply', 'ly of 2027'], 'Supply of 2027', []],
  [['Supply'], 'Supply', []],
])('the words between %j in %j are %j', (parts, text, words) => {
  expect(wordsBetween(parts, text)).toEqual(words);
});

test('the places of many parts are not tried together', () => {
  const parts = ['', ...Array.from({ length: 40 }, () => ', '), ' of 2027'];
  expect(wordsBetween(parts, `${', '.repeat(200)} of 2028`)).toEqual([]);
  expect(wordsBetween(parts, `${', '.repeat(200)} of 2027`)).toHaveLength(41);
});
