import { Type } from '@sinclair/typebox';
import { expect, test } from 'vitest';
import { amount, date, list, object, text } from '../../../schemas/shared/fields.ts';
import { usablePart } from '../../../src/templating/validation/strip-unknown.ts';
import { compileValidator } from '../../../src/templating/validation/validator.ts';

const field = (title: string) => ({ title, description: 'Any.', example: 'x' });
const schema = object(
  {
    name: text(field('Name')),
    day: date({ ...field('Day'), example: '2026-11-23' }),
    price: amount({ ...field('Price'), example: 1 }),
    duties: list(field('Duties')),
    parties: Type.Array(object({ name: text(field('Name')), day: date(field('Day')) }), { maxItems: 3 }),
  },
  { required: ['parties', 'name'] },
);
const validate = compileValidator(schema);

function usable(value: object) {
  const verdict = validate(value);
  return verdict.valid ? verdict.value : usablePart(schema, value, verdict);
}

test.each<[what: string, sent: object, used: object]>([
  ['what is missing stays missing', { day: '2026-11-23' }, { day: '2026-11-23' }],
  ['a wrong value is left out, those beside it stay', { name: 5, day: '2026-02-30', price: 1 }, { price: 1 }],
  ['an unknown field is left out', { nickname: 'x', parties: [{ nickname: 'x' }] }, { parties: [{}] }],
  [
    'entries keep their places',
    { duties: ['a', 5, null, ' ', 'b'], parties: [7, { name: 'Ada', day: 'soon' }] },
    { duties: ['a', null, null, null, 'b'], parties: [{}, { name: 'Ada' }] },
  ],
  ['a list that is too long is left out', { name: 'x', parties: [{}, {}, {}, {}] }, { name: 'x' }],
  ['a list of another type is left out', { parties: { 0: {} }, duties: 'a' }, {}],
])('%s', (_what, sent, used) => {
  expect(usable(sent)).toEqual(used);
  const again = validate(usable(sent));
  expect(again.valid ? [] : again.invalid).toEqual([]);
});
