import { schemaAt } from '../../../src/lib/paths.ts';
import type { DataSchema } from '../../../src/lib/schema.ts';
import type { FieldPlace } from '../../formats/pdf/read-fields.ts';
import type { Random } from './random.ts';

/** What was typed or chosen in a field, and the value that it then says. */
export interface Filling {
  readonly text: string;
  readonly value: unknown;
}

const WORDS =
  'Ada Ọbi the Ltd 12 co-operative O’Neill R&D Ṣóyínká Łódź ₦5,000 day months (Nigeria) “Sun” 1.5 a/b Lagos; 50% #7'.split(
    ' ',
  );
/** The words beside a box of a condition → its value. */
const CONDITIONS: ReadonlyMap<string, boolean> = new Map([
  ['arbitration', true],
  ['the courts', false],
  ['the Studio', true],
  ['the Artist', false],
  ['each hour', true],
  ['the whole booking', false],
  ['included in the Price', true],
  ['in addition', false],
]);

/**
 * Random values for some of the fields of a form.
 * @returns by the field's name, which is the path
 */
export function randomFillings(
  places: readonly FieldPlace[],
  schema: DataSchema,
  random: Random,
  words: readonly string[] = WORDS,
): Map<string, Filling> {
  const fillings = new Map<string, Filling>();
  for (const { name, kind, options } of places) {
    const field = schemaAt(schema, name);
    if (field === undefined || fillings.has(name) || random.below(3) === 0) continue;
    if (kind === 'box') {
      const all = places.filter((place) => place.name === name).flatMap((place) => place.options);
      const text = String(random.pick(all));
      fillings.set(name, { text, value: CONDITIONS.get(text) ?? text });
    } else if (kind === 'choice') {
      const [value] = random.pick(options.filter(([one]) => one !== ''));
      fillings.set(name, { text: String(value), value });
    } else if (kind === 'text' || kind === 'lines')
      fillings.set(name, typed(field, random, words, kind === 'lines'));
  }
  return fillings;
}

function typed(field: DataSchema, random: Random, words: readonly string[], hasLines: boolean): Filling {
  if (field.format === 'date') {
    const day = new Date(Date.UTC(2027, random.below(12), 1 + random.below(28)));
    const value = day.toISOString().slice(0, 10);
    const text = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(day);
    return { text: random.pick([text, value]), value };
  }
  if (field.type === 'number') {
    const value = (1 + random.below(90_000_000)) / (field.money ? 100 : 1);
    return { text: value.toLocaleString('en-GB', { minimumFractionDigits: field.money ? 2 : 0 }), value };
  }
  const count = 1 + random.below(8);
  let text = '';
  for (let at = 0; at < count; at++)
    text += `${at === 0 ? '' : hasLines && random.below(6) === 0 ? '\n' : ' '}${random.pick(words)}`;
  return { text, value: field.items === undefined ? text : text.split('\n') };
}
