import { FONT_PATHS } from '../src/formats/pdf/fonts.ts';
import { charactersOf } from './read-cmap.ts';

/** The characters that the fonts have, as ranges, one a line. */
export async function fontCoverage(): Promise<string> {
  const codes = [...(await charactersOf(FONT_PATHS))].sort((one, other) => one - other);
  const ranges: { first: number; last: number }[] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range?.last === code - 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  return ranges.map(({ first, last }) => `${first.toString(16)}-${last.toString(16)}\n`).join('');
}
