import type { TSchema } from '@sinclair/typebox';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import type { Data } from './documents.ts';
import { fieldsOf, withValue } from './schema-fields.ts';

/** Names in their own scripts: right-to-left, joining, stacked and wide letters. */
const NAMES = [
  'محمد بن عبد الله',
  // Without a hyphen: a line may end after it, and pdf.js reads the letters of a line from the left.
  'דוד בן גוריון',
  'राजेन्द्र प्रसाद',
  'Nguyễn Thị Minh Khai',
  'አበበ ቢቂላ',
  'สมชาย ใจดี',
  'রবীন্দ্রনাথ ঠাকুর',
  'கண்ணன் முருகன்',
  'Ọláwálé Ṣóyínká Ẹniọlá',
  'Δημήτρης Κωνσταντίνου',
  'Наталья Щербакова',
  '王小明 臺灣國語',
  '田中さくら カタカナ',
  '김철수 이영희',
];

/** The complete sample with a name in another language in each text and item. */
export function inManyLanguages({ schema, sample }: Template): Data {
  let count = 0;
  const name = () => NAMES[count++ % NAMES.length];
  return fieldsOf(schema, sample).reduce((data, { path, kind }) => {
    if (kind === 'text') return withValue(data, path, name());
    return kind === 'texts' ? withValue(data, path, NAMES.map(name)) : data;
  }, sample);
}

/** More entries than the alphabet has letters, and than fit on a page. */
const MANY = 60;

/** The complete sample with long lists, of texts and of parties. */
export function withLongLists({ schema, sample }: Template): Data {
  const lists = Object.entries<TSchema>(schema.properties).filter(
    ([, { type, maxItems = MANY }]) => type === 'array' && maxItems >= MANY,
  );
  const long = lists.map(([name, { items }]) => {
    const entries = sample[name] as readonly unknown[];
    const entry = (index: number) =>
      items.type === 'string' ? `Thing ${index + 1}` : entries[index % entries.length];
    return [name, Array.from({ length: MANY }, (_, index) => entry(index))];
  });
  return { ...sample, ...Object.fromEntries(long) };
}
