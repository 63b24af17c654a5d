import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { isPrintable } from '../../src/validation/text.ts';
import { withRequired } from './conditions.ts';
import type { Data } from './documents.ts';

const WORDS = (
  'Ada of the Ltd 12 3½ co-operative O’Neill R&D Ṣóyínká Nguyễn Łódź Ελλάδα Наталья 王小明 カタカナ 김철수 प्रसाद ' +
  '₦5,000 day months (Nigeria) “Sun” 1.5 a/b'
).split(' ');

/** What people write into a form. */
export const plainText = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    fc.constantFrom('', '.', ' ', '\n'),
  )
  .map(([words, end]) => words.join(' ') + end);

/** Anything that the schemas let pass. */
export const anyText = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), plainText)
  .filter((text) => isPrintable(text) && text.trim() !== '');

/** Valid data of a schema, with any choice of its fields. */
export function randomData(schema: TSchema, text: fc.Arbitrary<string>): fc.Arbitrary<Data> {
  const names = Object.keys(schema.properties);
  const fields = Object.entries<TSchema>(schema.properties).map(
    ([name, field]) => [name, values(field, text)] as const,
  );
  return fc.tuple(fc.subarray(names), fc.record(Object.fromEntries(fields))).map(([chosen, all]) => {
    const some = Object.fromEntries(chosen.map((name) => [name, all[name]]));
    return withRequired(schema, some, all);
  });
}

function values(schema: TSchema, text: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  if (schema.enum !== undefined) return fc.constantFrom(...schema.enum);
  if (schema.format === 'date') return DATES;
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return fc.nat({ max: schema.maximum ?? 1_000_000 });
    case 'number':
      return numbers(schema.maximum ?? 1e12);
    case 'array':
      return fc.array(values(schema.items, text), {
        minLength: schema.minItems ?? 1,
        maxLength: Math.min(schema.maxItems ?? 8, 8),
      });
    case 'object':
      return randomData(schema, text);
    default:
      return text;
  }
}

const DATES = fc
  .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

function numbers(max: number): fc.Arbitrary<number> {
  return fc.oneof(fc.nat({ max: Math.min(max, 1_000_000) }), fc.double({ min: 0, max, noNaN: true }));
}
