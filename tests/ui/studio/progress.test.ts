import { expect, test } from 'vitest';
import type { DataSchema } from '../../../src/lib/schema.ts';
import { progressOf } from '../../../src/ui/studio/client/form/progress.ts';

const text = (section: string) => ({ type: 'string', title: 'Text', $comment: `section: ${section}` });
const SCHEMA: DataSchema = {
  properties: {
    employer: text('Employer'),
    town: text('Employer'),
    startDate: { ...text('Employer'), format: 'date' },
    salary: { type: 'number', title: 'Salary', $comment: 'section: Pay' },
    isFixed: { type: 'boolean', title: 'Fixed', $comment: 'section: Pay' },
    length: text('Pay'),
    duties: { type: 'array', title: 'Duties', $comment: 'section: Work', items: { type: 'string' } },
    parties: {
      type: 'array',
      title: 'Parties',
      $comment: 'section: Parties',
      items: { type: 'object', properties: { fullName: text('Party'), role: text('Party') } },
    },
  },
  dependencies: {
    // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
    isFixed: { if: { properties: { isFixed: { enum: [true] } } }, then: { required: ['length'] } },
  },
};

test('counts the fields that the form shows, and tells those without which a document is hardly meant', () => {
  expect(progressOf(SCHEMA, {})).toEqual({
    of: 7,
    open: [
      { path: 'employer', isTelling: true },
      { path: 'town', isTelling: false },
      { path: 'startDate', isTelling: true },
      { path: 'salary', isTelling: true },
      { path: 'isFixed', isTelling: false },
      { path: 'duties', isTelling: true },
      { path: 'parties', isTelling: true },
    ],
  });
});

test('an answer of no, zero and an entry are filled in; blank texts and empty lists are not', () => {
  const filled = {
    employer: 'Acme',
    salary: 0,
    isFixed: false,
    duties: ['', 'code'],
    town: ' ',
    startDate: '',
  };
  expect(progressOf(SCHEMA, filled)).toEqual({
    of: 7,
    open: [
      { path: 'town', isTelling: false },
      { path: 'startDate', isTelling: true },
      { path: 'parties', isTelling: true },
    ],
  });
});

test('a card has its own fields, and a field whose condition holds is one more', () => {
  const data = { isFixed: true, duties: [' '], parties: [{ fullName: 'Ada' }, {}] };
  const { of, open } = progressOf(SCHEMA, data);
  expect([of, open.map(({ path }) => path)]).toEqual([
    11,
    [
      ...['employer', 'town', 'startDate', 'salary', 'length', 'duties'],
      ...['parties[0].role', 'parties[1].fullName', 'parties[1].role'],
    ],
  ]);
});
