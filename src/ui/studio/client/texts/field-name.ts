/** The service's own limit. */
const MOST_CHARACTERS = 64;

/** What the template language or JavaScript reads otherwise. */
const RESERVED = new Set([
  ...['and', 'caller', 'else', 'false', 'if', 'in', 'is', 'loop', 'none', 'not', 'null', 'or', 'true'],
  ...Object.getOwnPropertyNames(Object.prototype),
  ...['prototype', 'undefined'],
]);

/** The words of a title in lower case without accents: `Größe, in m²` → `grosse`, `in`, `m2` */
export function plainWords(title: string): string[] {
  const letters = title.normalize('NFKD').replaceAll(/\p{M}/gu, '').replaceAll('ß', 'ss').toLowerCase();
  return letters.split(/[^a-z0-9]+/).filter(Boolean);
}

/** What a field is called in data and text: `Day of payment` → `dayOfPayment` */
export function fieldName(title: string, taken: readonly string[]): string {
  const [first = '', ...others] = plainWords(title);
  const joined = first + others.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
  const begun = /^[a-z]/.test(joined) && !RESERVED.has(joined) ? joined : `field${joined}`;
  const name = begun.slice(0, MOST_CHARACTERS - 3);
  let next = name;
  for (let count = 2; taken.includes(next); count += 1) next = `${name}${count}`;
  return next;
}
