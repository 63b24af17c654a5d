import { Type } from '@sinclair/typebox';
import { describe, expect, test } from 'vitest';
import {
  amount,
  country,
  date,
  flag,
  list,
  object,
  oneOf,
  percentage,
  requiredWhen,
  text,
} from '../../../schemas/shared/fields.ts';
import { compileValidator } from '../../../src/templating/validation/validator.ts';

const words = { title: 'Title', description: 'Description.' };

const validate = compileValidator(
  object(
    {
      name: text({ ...words, example: 'Ada' }),
      start: date({ ...words, example: '2026-11-21' }),
      law: country({ ...words, example: 'Nigeria' }),
      size: oneOf(['small', 'large'], { ...words, example: 'small' }),
      currency: oneOf(['NGN', 'Others'], { ...words, example: 'NGN' }),
      fee: amount({ ...words, example: 5 }),
      share: percentage({ ...words, example: 30 }),
      isFixed: flag({ ...words, example: true }),
      period: text({ ...words, example: '3 months' }),
      tools: list({ ...words, example: 'Hammer' }),
      people: Type.Array(object({ role: text({ ...words, example: 'Cook' }) }, { required: ['role'] }), {
        minItems: 2,
        maxItems: 2,
      }),
    },
    { required: ['name'], conditions: [requiredWhen('isFixed', [true], 'period', 'tools')] },
  ),
);

const faults = (missing: string[], ...invalid: [field: string, message: string][]) => ({
  valid: false,
  missing,
  invalid: invalid.map(([field, message]) => ({ field, message })),
});

describe('a validator', () => {
  test.each([
    [
      'unknown keys at any level',
      { name: 'Ada', other: [[[1]]], people: [{ role: 'A', x: 1 }, { role: 'B' }] },
    ],
    ['null', { name: 'Ada', start: null, tools: null, people: [{ role: 'A', x: null }, { role: 'B' }] }],
    ['blank texts', { name: 'Ada', period: ' \n', people: [{ role: 'A' }, { role: 'B' }] }],
  ])('ignores %s', (_case, value) => {
    expect(validate(value)).toEqual({
      valid: true,
      value: { name: 'Ada', people: [{ role: 'A' }, { role: 'B' }] },
    });
  });

  test('reads no properties of a prototype', () => {
    expect(validate(Object.create({ name: 'Ada' }))).toEqual(faults(['name']));
  });

  test.each([
    [{}, ['name']],
    [{ name: null }, ['name']],
    [{ name: '\u00a0' }, ['name']],
    [{ name: 'Ada', isFixed: true, tools: '' }, ['period', 'tools']],
    [{ name: 'Ada', tools: ['a', ' ', null] }, ['tools[1]', 'tools[2]']],
    [{ name: 'Ada', people: [{}, { role: '' }] }, ['people[0].role', 'people[1].role']],
    [{ name: 'Ada', people: [null, { role: 'B' }] }, ['people[0]']],
  ])('names the missing fields of %j', (value, missing) => {
    expect(validate(value)).toEqual(faults(missing));
  });

  test('requires nothing that no condition requires', () => {
    expect(validate({ name: 'Ada', isFixed: false })).toMatchObject({ valid: true });
    expect(validate({ name: 'Ada', isFixed: null })).toMatchObject({ valid: true });
  });

  test.each<[unknown, string, string]>([
    [[], 'body', 'must be an object'],
    [null, 'body', 'must be an object'],
    [{ name: 5 }, 'name', 'must be a string'],
    [{ name: 'Ada', start: '2025-02-30' }, 'start', 'must be a date of the calendar, written YYYY-MM-DD'],
    [{ name: 'Ada', start: '2025-2-3' }, 'start', 'must be a date of the calendar, written YYYY-MM-DD'],
    [{ name: 'Ada', start: '' }, 'start', 'must be a date of the calendar, written YYYY-MM-DD'],
    [
      { name: 'Ada', law: 'nigeria' },
      'law',
      'must be a value from the Supported Countries list, such as Nigeria; did you mean Nigeria?',
    ],
    [{ name: 'Ada', law: '' }, 'law', 'must be a value from the Supported Countries list, such as Nigeria'],
    [{ name: 'Ada', law: {} }, 'law', 'must be a value from the Supported Countries list, such as Nigeria'],
    [{ name: 'Ada', size: 'medium' }, 'size', 'must be one of: small, large'],
    [{ name: 'Ada', size: 5 }, 'size', 'must be one of: small, large'],
    [
      { name: 'Ada', currency: 'EUR' },
      'currency',
      'must be one of: NGN, Others; send Others for another one',
    ],
    [{ name: 'Ada', fee: '5' }, 'fee', 'must be a number, without quotes'],
    [{ name: 'Ada', fee: '1.234,56' }, 'fee', 'must be a number'],
    [{ name: 'Ada', fee: '' }, 'fee', 'must be a number'],
    [{ name: 'Ada', fee: 2 ** 53 }, 'fee', 'must be 9007199254740991 or less'],
    [{ name: 'Ada', fee: Number.POSITIVE_INFINITY }, 'fee', 'must be a number'],
    [{ name: 'Ada', fee: -1 }, 'fee', 'must be 0 or more'],
    [{ name: 'Ada', share: 101 }, 'share', 'must be 100 or less'],
    [{ name: 'Ada', isFixed: 'true' }, 'isFixed', 'must be a boolean, without quotes'],
    [{ name: 'Ada', isFixed: true, period: 'x', tools: [] }, 'tools', 'must have at least one entry'],
    [{ name: 'Ada', people: [{ role: 'A' }] }, 'people', 'must have exactly 2 entries'],
  ])('says of %j what is wrong and what would be right', (value, field, message) => {
    expect(validate(value)).toEqual(faults([], [field, message]));
  });

  test('lists errors in the order of the fields in the schema', () => {
    expect(validate({ isFixed: true, fee: 'x', start: 1, tools: ['', 2, ''] })).toEqual(
      faults(
        ['name', 'period', 'tools[0]', 'tools[2]'],
        ['start', 'must be a string'],
        ['fee', 'must be a number'],
        ['tools[1]', 'must be a string'],
      ),
    );
  });
});
