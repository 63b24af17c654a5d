import { expect, test } from 'vitest';
import { readFontCoverage } from '../../../src/templating/warnings/font-coverage.ts';

test('the list is read to its last character', async () => {
  const coverage = await readFontCoverage();
  const has = (text: string) => Array.from(text, (character) => coverage.has(character.codePointAt(0) ?? 0));
  expect([has('Aọ₦한字😀'), has('\ufff0\u{10ffff}')]).toEqual([Array(6).fill(true), [false, false]]);
});
