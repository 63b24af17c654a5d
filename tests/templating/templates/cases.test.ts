import { Type } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import { amount, flag, list, object, oneOf, requiredWhen, text } from '../../../schemas/shared/fields.ts';
import { onlyIf } from '../../../schemas/shared/warnings.ts';
import { casesOf } from '../../../src/templating/templates/cases.ts';
import { readCatalogue, type Template } from '../../../src/templating/templates/catalogue.ts';
import { compileValidator } from '../../../src/templating/validation/validator.ts';
import { findValueWarnings } from '../../../src/templating/warnings/value-warnings.ts';

const word = (title: string) => text({ title, description: `The ${title}.`, example: 'an example' });

function templateOf(schema: Template['schema'], sample: Template['sample']): Template {
  const validate = compileValidator(schema) as Template['validate'];
  return {
    ...{
      templateId: 'note',
      version: '1.0.0',
      title: 'Note',
      kind: 'agreement',
      origin: 'global',
      source: '',
    },
    ...{ schema, sample, validate },
  };
}

/** Title → data. */
function titled(template: Template): Record<string, unknown> {
  return Object.fromEntries(casesOf(template).map(({ title, data }) => [title, data]));
}

test('turns over each answer, as a person sends it', () => {
  const schema = object(
    {
      deposit: flag({ title: 'Deposit', description: 'Whether.', example: true }),
      share: amount({ title: 'Share', description: 'How much.', example: 3, warnings: [onlyIf('deposit')] }),
      overtime: flag({ title: 'Overtime', description: 'Whether.', example: true }),
      rate: amount({ title: 'Rate', description: 'How much.', example: 5, warnings: [onlyIf('overtime')] }),
      period: oneOf(['Weekly', 'Yearly'], {
        title: 'Period',
        description: 'How often.',
        example: 'Weekly',
        printed: { Yearly: 'Every year' },
      }),
    },
    {
      required: ['deposit', 'overtime', 'period'],
      conditions: [requiredWhen('deposit', [true], 'share'), requiredWhen('overtime', [true], 'rate')],
    },
  );
  const rest = { overtime: false, period: 'Weekly' };
  expect(titled(templateOf(schema, { deposit: true, share: 7, ...rest }))).toEqual({
    Sample: { deposit: true, share: 7, ...rest },
    'Deposit: no': { deposit: false, ...rest },
    'Overtime: yes': { deposit: true, share: 7, ...rest, overtime: true, rate: 5 },
    'Period: Every year': { deposit: true, share: 7, ...rest, period: 'Yearly' },
  });
});

test('gives and leaves out what is optional, and shortens lists, with ids of the fields', () => {
  const person = object(
    { name: word('Name'), role: word('Role') },
    { required: ['name'] },
    { title: 'Person' },
  );
  const schema = object({
    people: Type.Array(person, { title: 'People', description: 'Who.' }),
    terms: list({ title: 'Special terms', description: 'Which.', example: 'One.' }),
    seat: word('Seat'),
  });
  const people = [{ name: 'Ada' }, { name: 'Obi' }];
  const data = { people, terms: ['a'] };
  expect(casesOf(templateOf(schema, data))).toEqual([
    { id: 'sample', title: 'Sample', data },
    { id: 'least', title: 'Least data', data: {} },
    {
      id: 'people[0].role given',
      title: 'Person 1: with role',
      field: 'people[0].role',
      data: { people: [{ name: 'Ada', role: 'an example' }, { name: 'Obi' }], terms: ['a'] },
    },
    { id: 'seat given', title: 'With seat', field: 'seat', data: { ...data, seat: 'an example' } },
    {
      id: 'people one entry',
      title: 'People: one entry',
      field: 'people',
      data: { people: [{ name: 'Ada' }], terms: ['a'] },
    },
    { id: 'people left out', title: 'Without people', field: 'people', data: { terms: ['a'] } },
    { id: 'terms left out', title: 'Without special terms', field: 'terms', data: { people } },
  ]);
});

const TEMPLATES = [...(await readCatalogue()).values()].flat();

describe.each(TEMPLATES.map((template) => [`${template.templateId} ${template.version}`, template] as const))(
  'the cases of %s',
  (_, template) => {
    const cases = casesOf(template);

    test('are valid, each different from the others, and not too many to look through', () => {
      expect(cases.map(({ title, data }) => [title, template.validate(data).valid])).toEqual(
        cases.map(({ title }) => [title, true]),
      );
      for (const facet of ['id', 'title', 'data'] as const)
        expect(new Set(cases.map((one) => JSON.stringify(one[facet]))).size).toBe(cases.length);
      expect(cases.length).toBeLessThan(80);
    });

    test('send nothing that is not printed', () => {
      const conditions = cases.flatMap(({ title, data }) =>
        findValueWarnings(template.schema, data, { firstMissing: () => undefined } as never)
          .filter(({ message }) => message.startsWith('is sent although'))
          .map(({ field }) => [title, field]),
      );
      expect(conditions).toEqual([]);
    });
  },
);
