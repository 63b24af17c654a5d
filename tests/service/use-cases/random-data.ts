import type { TSchema } from '@sinclair/typebox';
import fc from 'fast-check';
import { isPrintable } from '../../../src/templating/validation/text.ts';
import { withRequired } from './conditions.ts';
import type { Data } from './documents.ts';

const WORDS = (
  'Ada of the Ltd 12 3½ co-operative O’Neill R&D Ṣóyínká Nguyễn Łódź Ελλάδα Наталья 王小明 カタカナ 김철수 प्रसाद ' +
  '₦5,000 day months (Nigeria) “Sun” 1.5 a/b'
).split(' ');

/** Text as people write it into a form. */
export const plainText = fc
  .tuple(
    fc.array(fc.constantFrom(...WORDS), { minLength: 1, maxLength: 12 }),
    fc.constantFrom('', '.', ' ', '\n'),
  )
  .map(([words, end]) => words.join(' ') + end);

/** Right-to-left, joined, stacked and wide letters, and many marks on one letter. */
const SCRIPTS =
  'محمد דוד־בן राजेन्द्र ক্ষ្ត ကြွေး 臺灣 ｶﾞ 한글 ạ̧́̈ e\u0301\u0323\u0302 👩‍👩‍👧 🇳🇬 ﬃ \u200d \u00ad'.split(' ');

const unusualText = fc.oneof(
  fc
    .array(fc.constantFrom(...SCRIPTS, ...WORDS), { minLength: 1, maxLength: 12 })
    .map((words) => words.join(' ')),
  fc.constantFrom('Donaudampfschiff', 'مؤسسة', '株式会社', 'ọ̀').map((part) => part.repeat(100)),
);

/** Any text that the schemas accept. */
export const anyText = fc
  .oneof(fc.string({ unit: 'grapheme' }), fc.string({ unit: 'binary' }), unusualText, plainText)
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
  if (schema.format === 'email') return EMAILS;
  switch (schema.type) {
    case 'boolean':
      return fc.boolean();
    case 'integer':
      return limited(0, schema.maximum ?? 1_000_000, fc.nat({ max: schema.maximum ?? 1_000_000 }));
    case 'number': {
      const any = numbers(schema.maximum ?? Number.MAX_SAFE_INTEGER);
      return schema.money ? any.map((amount) => Number(amount.toFixed(2))) : any;
    }
    case 'array':
      return lists(schema, values(schema.items, text));
    case 'object':
      return randomData(schema, text);
    default:
      return text;
  }
}

const EMAILS = fc.constantFrom(
  'a@b.co',
  "o'neill+r&d@sub.domain.example",
  `${'x'.repeat(64)}@${'y'.repeat(63)}.example`,
);

const DATES = limited(
  '0001-01-01',
  '9999-12-31',
  fc.constantFrom('2024-02-29', '2000-02-29', '2027-12-31'),
  fc
    .date({ min: new Date('1900-01-01'), max: new Date('2999-12-31'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10)),
);

function numbers(max: number): fc.Arbitrary<number> {
  const some = fc.nat({ max: Math.min(max, 1_000_000) });
  return limited(
    0,
    max,
    some,
    fc.double({ min: 0, max, noNaN: true }),
    fc.constantFrom(0.005, 0.1 + 0.2, 1e-7),
  );
}

/** Lists of no, one, some or many entries; the longest fill a page. */
function lists(
  { minItems = 0, maxItems = 40 }: TSchema,
  entry: fc.Arbitrary<unknown>,
): fc.Arbitrary<unknown> {
  const some = Math.min(maxItems, 8);
  return fc.oneof(
    { weight: 8, arbitrary: fc.array(entry, { minLength: minItems, maxLength: some }) },
    { weight: 1, arbitrary: fc.array(entry, { minLength: some, maxLength: Math.min(maxItems, 40) }) },
  );
}

/** Values between two limits, which are included often. */
function limited<T>(lowest: T, highest: T, ...between: readonly fc.Arbitrary<T>[]): fc.Arbitrary<T> {
  return fc.oneof(fc.constantFrom(lowest, highest), ...between);
}
