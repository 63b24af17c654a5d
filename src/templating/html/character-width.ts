/** Advance widths of Calibri (and of Carlito) from U+0020 to U+007E, in hundredths of the font size. */
const ASCII_WIDTHS = (
  '23 33 40 50 51 71 68 22 30 30 50 50 25 31 25 39 51 51 51 51 51 51 51 51 51 51 27 27 50 50 50 46 ' +
  '89 58 54 53 62 49 46 63 62 25 32 52 42 85 65 66 52 67 54 46 49 64 57 89 52 49 47 31 39 31 50 50 ' +
  '29 48 53 42 53 50 31 47 53 23 24 45 23 80 53 53 53 53 35 39 33 53 45 71 43 45 40 31 46 31 50'
)
  .split(' ')
  .map((width) => Number(width) / 100);
const NO_BREAK_SPACE = 0xa0;
const FIRST_WIDE = 0x2e80;

/** Width in ems; an estimate in other fonts than Calibri. */
export function characterWidth(character: string): number {
  const code = character.codePointAt(0) ?? 0;
  if (code === NO_BREAK_SPACE) return ASCII_WIDTHS[0] ?? 0;
  return ASCII_WIDTHS[code - 0x20] ?? (code >= FIRST_WIDE ? 1 : 0.5);
}
