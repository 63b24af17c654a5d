import { expect, test } from 'vitest';
import { columnWidths } from '../../../src/formats/docx/model/column-widths.ts';

const EMPTY = { wanted: undefined, min: 0, max: 0 };

test('columns without content share the width of their table equally', () => {
  expect(columnWidths([EMPTY, EMPTY], { unit: 'pt', value: 100 }, 400, false)).toEqual([50, 50]);
});

test('a column with a width gets it, and the others share the rest by their content', () => {
  const fixed = { ...EMPTY, wanted: { unit: '%', value: 25 } } as const;
  const columns = [fixed, { ...EMPTY, min: 10, max: 20 }, { ...EMPTY, min: 20, max: 40 }];
  expect(columnWidths(columns, { unit: 'pt', value: 120 }, 400, false)).toEqual([30, 30, 60]);
});
