import { expect, test } from 'vitest';
import { FONT_PATHS } from '../../../src/formats/pdf/fonts.ts';
import { readFontCoverage } from '../../../src/templating/warnings/font-coverage.ts';
import { charactersOf } from './read-cmap.ts';

test('the list of characters is that of the fonts', async () => {
  const codes = [...(await charactersOf(FONT_PATHS))].sort((one, other) => one - other);
  const ranges: { first: number; last: number }[] = [];
  for (const code of codes) {
    const range = ranges.at(-1);
    if (range?.last === code - 1) range.last = code;
    else ranges.push({ first: code, last: code });
  }
  const lines = ranges.map(({ first, last }) => `${first.toString(16)}-${last.toString(16)}\n`);
  await expect(lines.join('')).toMatchFileSnapshot('../../../templates-html/fonts/coverage.txt');
});

test('the list is read to its last character', async () => {
  const coverage = await readFontCoverage();
  const has = (text: string) => Array.from(text, (character) => coverage.has(character.codePointAt(0) ?? 0));
  expect([has('Aọ₦한字😀'), has('\ufff0\u{10ffff}')]).toEqual([Array(6).fill(true), [false, false]]);
});
