import { distance } from 'fastest-levenshtein';
import { COUNTRY_LIST, countryByCode } from '../../schemas/shared/countries.ts';
import { PARTS, REFUSED_NAMES } from '../../schemas/shared/country-hints.ts';

/** What a caller most likely meant by a country that is not in the list. */
export interface NearestCountries {
  /** At most three, as the list has them. */
  readonly names: readonly string[];
  /** Whether what was sent is a part of the country. */
  readonly isPart: boolean;
}

const MAX_NAMES = 3;
/** Names in the list have 62 at the most. */
const MAX_CHARACTERS = 64;

/** Folded spelling → name in the list. */
const spellings = index(COUNTRY_LIST.map(({ name, aliases }) => [name, [name, ...aliases]]));
const refusedNames = index(Object.entries(REFUSED_NAMES));
const parts = index(Object.entries(PARTS));

export function nearestCountries(sent: string): NearestCountries {
  if (sent.length > MAX_CHARACTERS) return { names: [], isPart: false };
  const folded = fold(sent);
  const part = parts.get(folded);
  if (part !== undefined) return { names: [part], isPart: true };
  const meant = spellings.get(folded) ?? refusedNames.get(folded) ?? countryByCode(sent.trim().toUpperCase());
  return { names: meant === undefined ? similar(folded) : [meant], isPart: false };
}

/** A name that stands in what was sent, or in which that stands, and then those of which few letters differ. */
function similar(folded: string): string[] {
  if (folded.length < 4) return [];
  const ranked = [...spellings].map(([spelling, name]) => {
    const isWithin = spelling.length > 3 && (folded.includes(spelling) || spelling.includes(folded));
    return { name, letters: isWithin ? 1 : distance(folded, spelling), length: spelling.length };
  });
  const near = ranked
    .filter(({ letters }) => letters <= Math.max(1, Math.floor(folded.length / 4)))
    .sort((one, other) => one.letters - other.letters || other.length - one.length);
  return [...new Set(near.map(({ name }) => name))].slice(0, MAX_NAMES);
}

function index(
  entries: readonly (readonly [name: string, spellings: readonly string[]])[],
): Map<string, string> {
  return new Map(entries.flatMap(([name, spellings]) => spellings.map((one) => [fold(one), name] as const)));
}

/** Without case, accents, article and all but letters. */
function fold(name: string): string {
  const plain = name.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return plain.replace(/\bthe\b/g, '').replace(/[^\p{L}]/gu, '');
}
