import { expect, test } from 'vitest';
import { nearest, suggestion } from '../../src/lib/nearest.ts';

const KNOWN = ['governingLaw', 'rcName', 'parties[0].fullName'];

test.each([
  ['governing_law', 'governingLaw'],
  ['GOVERNINGLAV', 'governingLaw'],
  ['rcNme', 'rcName'],
  ['parties.fullName', 'parties[0].fullName'],
  ['nmae', undefined],
  ['rcanme', 'rcName'],
  ['govern', undefined],
  ['x', undefined],
  ['', undefined],
])('the known word nearest to "%s" is %s', (word, known) => {
  expect(nearest(word, KNOWN)).toBe(known);
});

test('a suggestion is the end of a sentence, or nothing', () => {
  expect(['rcNme', 'x'].map((word) => suggestion(word, KNOWN))).toEqual(['; did you mean rcName?', '']);
});
