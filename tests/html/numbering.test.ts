import { describe, expect, test } from 'vitest';
import {
  isNumberingScheme,
  itemLabel,
  NUMBERING_SCHEMES,
  type NumberingScheme,
  numberingCss,
  referenceLabel,
} from '../../src/html/numbering.ts';

describe('the labels of an item', () => {
  test.each<[NumberingScheme, number[], label: string, reference: string]>([
    ['clauses', [7], '7.', '7'],
    ['clauses', [7, 2], '7.2', '7.2'],
    ['clauses', [7, 2, 1], '(a)', '7.2(a)'],
    ['clauses', [7, 2, 1, 4], '(iv)', '7.2(a)(iv)'],
    ['clauses', [7, 2, 28, 1994], '(mcmxciv)', '7.2(ab)(mcmxciv)'],
    ['parties', [2], '(2)', '(2)'],
    ['recitals', [3], '(C)', '(C)'],
    ['recitals', [27], '(AA)', '(AA)'],
    ['schedules', [1], 'Schedule 1', 'Schedule 1'],
    ['schedules', [1, 3], '3.', 'Schedule 1, 3'],
    ['schedules', [1, 3, 2], '(b)', 'Schedule 1, 3(b)'],
  ])('of %s at %j', (scheme, counts, label, reference) => {
    expect([itemLabel(scheme, counts), referenceLabel(scheme, counts)]).toEqual([label, reference]);
  });

  test('letters count as in a spreadsheet', () => {
    const labels = [1, 26, 27, 52, 53, 702, 703].map((count) => itemLabel('recitals', [count]));
    expect(labels).toEqual(['(A)', '(Z)', '(AA)', '(AZ)', '(BA)', '(ZZ)', '(AAA)']);
  });

  test('end where the scheme ends', () => {
    expect(() => itemLabel('clauses', [1, 1, 1, 1, 1])).toThrow('numbering scheme clauses has 4 levels');
  });
});

test('only the names of the table are schemes', () => {
  expect(['clauses', 'toString', '__proto__', ''].map(isNumberingScheme)).toEqual([
    true,
    false,
    false,
    false,
  ]);
});

test('the style sheet has a rule for the count and for the label of every level', () => {
  const levels = Object.values(NUMBERING_SCHEMES).flat().length;
  const css = numberingCss();
  expect(css.match(/counter-increment/g)).toHaveLength(levels);
  expect(css.match(/::before \{ content: /g)).toHaveLength(levels);
  expect(css).toContain('ol.clauses { counter-reset: clauses-1; }');
  expect(css).toContain(
    'ol.clauses > li > ol > li { counter-increment: clauses-2; counter-reset: clauses-3; }',
  );
  expect(css).toContain(
    'ol.clauses > li > ol > li::before { content: counter(clauses-1, decimal) "." counter(clauses-2, decimal); }',
  );
});
