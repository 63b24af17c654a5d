import { distance } from 'fastest-levenshtein';
import { COUNTRY_LIST, countryByCode } from './countries.ts';
import { PARTS, REFUSED_NAMES } from './country-hints.ts';

/** The countries that a caller most likely meant. */
interface NearestCountries {
  /** At most three, as the list spells them. */
  readonly names: readonly string[];
  /** Whether the caller named a part of the country. */
  readonly isPart: boolean;
}

const MAX_NAMES = 3;
/** The longest name in the list has 62. */
const MAX_CHARACTERS = 64;

/** Normalised spelling → name in the list. */
const spellings = index(COUNTRY_LIST.map(({ name, aliases }) => [name, [name, ...aliases]]));
const refusedNames = index(Object.entries(REFUSED_NAMES));
const parts = index(Object.entries(PARTS));

export function nearestCountries(sent: string): NearestCountries {
  if (sent.length > MAX_CHARACTERS) return { names: [], isPart: false };
  const meant = countryMeant(sent);
  if (meant !== undefined) return { names: [meant.name], isPart: meant.isPart };
  return { names: similar(fold(sent)), isPart: false };
}

/** The country that a name, a usual name, a code or the name of a part stands for without doubt. */
export function countryMeant(text: string): { readonly name: string; readonly isPart: boolean } | undefined {
  const folded = fold(text);
  const part = parts.get(folded);
  if (part !== undefined) return { name: part, isPart: true };
  const name = spellings.get(folded) ?? refusedNames.get(folded) ?? countryByCode(text.trim().toUpperCase());
  return name === undefined ? undefined : { name, isPart: false };
}

/** First names that contain what was sent, or are contained in it; then those within a small edit distance. */
function similar(folded: string): string[] {
  if (folded.length < 4) return [];
  const mostLetters = Math.max(1, Math.floor(folded.length / 4));
  const near = [];
  for (const [spelling, name] of spellings) {
    const { length } = spelling;
    const isWithin = length > 3 && (folded.includes(spelling) || spelling.includes(folded));
    // The edit distance is never less than the difference in length, which costs nothing to know.
    if (!isWithin && Math.abs(length - folded.length) > mostLetters) continue;
    const letters = isWithin ? 1 : distance(folded, spelling);
    if (letters <= mostLetters) near.push({ name, letters, length });
  }
  near.sort((one, other) => one.letters - other.letters || other.length - one.length);
  return [...new Set(near.map(({ name }) => name))].slice(0, MAX_NAMES);
}

function index(
  entries: readonly (readonly [name: string, spellings: readonly string[]])[],
): Map<string, string> {
  return new Map(entries.flatMap(([name, spellings]) => spellings.map((one) => [fold(one), name] as const)));
}

/** Removes case, accents, the article and everything but letters. */
function fold(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/\bthe\b/g, '').replace(/[^\p{L}]/gu, '');
}
