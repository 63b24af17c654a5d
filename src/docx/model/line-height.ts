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

/** `line-height` in 240ths of the font's single line, the unit of `w:line`. */
export function lineUnits(style: ComputedStyle): number {
  const { lineHeight, fontSize, fontFamily } = style;
  if (lineHeight.kind === 'normal') return 240;
  const single = SINGLE_LINE.get(fontFamily.toLowerCase()) ?? DEFAULT_SINGLE_LINE;
  const factor = lineHeight.kind === 'factor' ? lineHeight.value : lineHeight.value / Math.max(fontSize, 1);
  return Math.max(60, Math.min(2_400, Math.round((240 * factor) / single)));
}
