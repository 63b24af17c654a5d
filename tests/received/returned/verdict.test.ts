import { setImmediate as nextTurn } from 'node:timers/promises';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const of = (file: Uint8Array) => {
  const { verdict, changes, changedValues, filledIn } = judged(supply, supply.sample, file).answer;
  return {
    verdict,
    changes: changes.map(({ clause, was, now }) => [clause, was, now]),
    changedValues,
    filledIn,
  };
};
const AS_MADE = { verdict: 'as made', changes: [], changedValues: [], filledIn: [] };

test.each([
  ['30 days', '30 Business Days', 'paymentDays'],
  ['30 days', '30 working days', 'paymentDays'],
  ['30 days', '30 months', 'paymentDays'],
  ['30 days', '30 days from the end of the month', 'paymentDays'],
  ['30 days', '30 days, or 60 days for the first invoice', 'paymentDays'],
  ['30 days', 'at least 30 days', 'paymentDays'],
  ['₦780.00', 'US$780.00', 'price'],
  ['₦780.00', '€780.00', 'price'],
  ['₦780.00', 'at least ₦780.00', 'price'],
  ['₦780.00', '₦980.00', 'price'],
])('%s that became %s is another value', (was, now, path) => {
  const file = edited(made, (body) => body.replace(was.replace('30 days', '30\u00a0days'), now));
  expect(of(file)).toEqual({ ...AS_MADE, verdict: 'changed', changedValues: [path] });
});

test('a term more than were printed is inserted, and no blank that was filled in', () => {
  const term = 'The Customer may end this agreement at any time and without payment.';
  const [, second = ''] = supply.sample.specialTerms as string[];
  const file = edited(made, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) => {
      const [properties = ''] = /<w:pPr>(?:(?!<\/w:pPr>).)*<\/w:pPr>/s.exec(paragraph) ?? [];
      const isLast = paragraph.includes(second.slice(0, 20));
      return isLast ? `${paragraph}<w:p>${properties}<w:r><w:t>${term}</w:t></w:r></w:p>` : paragraph;
    }),
  );
  const { verdict, changes, filledIn } = of(file);
  expect({ verdict, filledIn, now: changes.map(([, , now]) => now) }).toEqual({
    verdict: 'changed',
    filledIn: [],
    now: [term],
  });
});

test.each([
  ['a table of contents', { toc: true }],
  ['no fields', { fillable: 'none' }],
  ['fields', { fillable: 'all' }],
] as const)('an untouched file with %s is as made', (_, options) => {
  expect(of(wordFile(supply, supply.sample, options))).toEqual(AS_MADE);
});

test('words in the style of a table of contents are words of the text', () => {
  const file = edited(wordFile(supply, supply.sample, { toc: true }), (body) =>
    body.replace(
      /<w:p><w:pPr><w:pStyle w:val="TOC1"\/>/,
      '<w:p><w:pPr><w:pStyle w:val="TOC1"/></w:pPr><w:r><w:t>Clause 4 is deleted.</w:t></w:r></w:p>$&',
    ),
  );
  const { verdict, changes } = of(file);
  expect({ verdict, now: changes.map(([, , now]) => now) }).toEqual({
    verdict: 'changed',
    now: ['Clause 4 is deleted.'],
  });
});
