import { isFieldName, MOST_CHARACTERS } from '../../../../lib/field-name.ts';
import { upperFirst } from '../../../../lib/words-of.ts';

/** What a reader of the text takes for something else, although the template language does not. */
const MISREAD: readonly string[] = ['and', 'else', 'if', 'in', 'is', 'loop', 'or', 'undefined'];

/** The words of a title in lower case without accents: `Größe, in m²` → `grosse`, `in`, `m2` */
export function plainWords(title: string): string[] {
  const letters = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  return letters.split(/[^a-z0-9]+/).filter(Boolean);
}

/** What a field is called in data and text: `Day of payment` → `dayOfPayment` */
export function fieldName(title: string, taken: readonly string[]): string {
  const [first = '', ...others] = plainWords(title);
  const joined = first + others.map(upperFirst).join('');
  const begun =
    isFieldName(joined.slice(0, MOST_CHARACTERS)) && !MISREAD.includes(joined) ? joined : `field${joined}`;
  const name = begun.slice(0, MOST_CHARACTERS - 3);
  let next = name;
  for (let count = 2; taken.includes(next); count += 1) next = `${name}${count}`;
  return next;
}
