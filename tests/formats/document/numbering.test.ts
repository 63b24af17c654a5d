import { describe, expect, test } from 'vitest';
import {
  isNumberingScheme,
  itemLabel,
  type NumberingScheme,
  referenceLabel,
} from '../../../src/formats/document/numbering.ts';

describe('the labels of an item', () => {
  test.each<[NumberingScheme, number[], label: string, reference: string]>([
    ['clauses', [7], '7.', '7'],
    ['clauses', [7, 2], '7.2', '7.2'],
    ['clauses', [7, 2, 1], '(a)', '7.2(a)'],
    ['clauses', [7, 2, 1, 4], '(iv)', '7.2(a)(iv)'],
    ['clauses', [7, 2, 28, 1994], '(mcmxciv)', '7.2(bb)(mcmxciv)'],
    ['parties', [2], '(2)', '(2)'],
    ['recitals', [3], '(C)', '(C)'],
    ['recitals', [27], '(AA)', '(AA)'],
    ['schedules', [1], 'Schedule 1', 'Schedule 1'],
    ['schedules', [1, 3], '3.', 'Schedule 1, 3'],
    ['schedules', [1, 3, 2], '(b)', 'Schedule 1, 3(b)'],
  ])('of %s at %j', (scheme, counts, label, reference) => {
    expect([itemLabel(scheme, counts), referenceLabel(scheme, counts)]).toEqual([label, reference]);
  });

  test('letters count as in Word', () => {
    const labels = [1, 26, 27, 28, 52, 53].map((count) => itemLabel('recitals', [count]));
    expect(labels).toEqual(['(A)', '(Z)', '(AA)', '(BB)', '(ZZ)', '(AAA)']);
  });

  test('end where the scheme ends', () => {
    expect(() => itemLabel('clauses', [1, 1, 1, 1, 1])).toThrow('numbering scheme clauses has 4 levels');
  });
});

test('only the names in the table are schemes', () => {
  expect(['clauses', 'toString', '__proto__', ''].map(isNumberingScheme)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
