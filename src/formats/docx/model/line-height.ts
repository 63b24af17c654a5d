import type { ComputedStyle } from '../css/computed-style.ts';

/** Height of a single line in Word as a multiple of the font size: ascent, descent and line gap of the font. */
const SINGLE_LINE: ReadonlyMap<string, number> = new Map([
  ['calibri', 1.2207],
  ['carlito', 1.2207],
  ['cambria', 1.1724],
  ['caladea', 1.1724],
  ['times new roman', 1.1499],
  ['arial', 1.1499],
  ['georgia', 1.1362],
  ['verdana', 1.2153],
  ['courier new', 1.1328],
]);
const DEFAULT_SINGLE_LINE = 1.2;

/**
 * `line-height` in 240ths of the font's single line, the unit of `w:line`, at the size that the font has in Word. They are
 * whole per cents, because LibreOffice drops the rest: of 266, which are 110.8 %, it makes 110.
 */
export function lineUnits(style: ComputedStyle): number {
  const { lineHeight, fontSize, fontFamily } = style;
  if (lineHeight.kind === 'normal') return 240;
  const single = SINGLE_LINE.get(fontFamily.toLowerCase()) ?? DEFAULT_SINGLE_LINE;
  const height = lineHeight.kind === 'factor' ? lineHeight.value * fontSize : lineHeight.value;
  const size = Math.max(1, Math.round(fontSize * 2) / 2);
  const percent = Math.max(25, Math.min(1_000, Math.round((100 * height) / (size * single))));
  return Math.ceil(percent * 2.4);
}
