import { countryByCode } from '../../../schemas/shared/countries.ts';
import { countryMeant, nearestCountries } from '../../../schemas/shared/nearest-country.ts';
import type { DataSchema } from '../../lib/schema.ts';

/** Languages in which people name countries besides English. */
const LANGUAGES = ['de', 'fr', 'es', 'pt', 'it', 'nl'];
const LETTERS = Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZ');

let foreign: ReadonlyMap<string, string> | undefined;

/** By the browser's own names of countries: `deutschland` → Germany. Names that mean two countries are left out. */
function foreignNames(): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const code of LETTERS.flatMap((one) => LETTERS.map((other) => one + other))) {
    const name = countryByCode(code);
    if (name === undefined) continue;
    for (const language of LANGUAGES) {
      const there = fold(new Intl.DisplayNames([language], { type: 'region' }).of(code) ?? '');
      found.set(there, (found.get(there) ?? name) === name ? name : '');
    }
  }
  return found;
}

/** What a text means as a choice of a field of countries: in any case, by code, by usual and foreign names, and by parts. */
export function countryIn({ enum: choices = [] }: DataSchema, text: string): string | undefined {
  if (choices.includes(text)) return text;
  foreign ??= foreignNames();
  const meant = countryMeant(text)?.name ?? foreign.get(fold(text));
  return choices.includes(meant) ? meant : undefined;
}

/** The choices of a field that begin with a text, or have a word that does; what it means, and what is near, are among them. */
export function choicesFor(schema: DataSchema, text: string): readonly string[] {
  // Of several spellings of a country, the one that is printed.
  const all = new Set((schema.enum ?? []).map((one) => countryMeant(String(one))?.name ?? String(one)));
  const sought = fold(text);
  const begin = [...all].filter((one) => fold(one).startsWith(sought));
  const within = [...all].filter((one) => fold(one).includes(` ${sought}`));
  const meant = countryMeant(countryIn(schema, text) ?? '')?.name ?? '';
  const near = begin.length + within.length === 0 ? nearestCountries(text).names : [];
  return [...new Set([meant, ...begin, ...within, ...near])].filter((one) => all.has(one));
}

function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
}
