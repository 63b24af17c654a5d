import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Dimension } from '../css/values.ts';

/** Width of a no-break space in Calibri and fonts of the same widths, as a fraction of the font size. */
const SPACE_WIDTH = 0.226;
const MAX_SPACES = 400;

/**
 * An element with a bottom border is a blank to fill in. Word draws that line only under text. The padding of the
 * element, or its width if it is empty, therefore becomes no-break spaces. They are added only where the element is
 * empty or its text already ends in a no-break space, never between a word and the text after it.
 * @param endsInNoBreakSpace whether the text of the element ends in a no-break space
 */
export function blankSpaces(element: Element, style: ComputedStyle, endsInNoBreakSpace: boolean): string {
  if (style.borderBottomStyle === 'none') return '';
  const isEmpty = element.children.length === 0;
  const room = isEmpty ? emptyWidth(style) : style.paddingRight;
  if (!(isEmpty || endsInNoBreakSpace) || room === undefined || room.unit !== 'pt') return '';
  const count = Math.min(MAX_SPACES, Math.round(room.value / (SPACE_WIDTH * style.fontSize)));
  return '\u00a0'.repeat(Math.max(0, count));
}

/** The width of an empty element. An element with `display: inline` has none. */
function emptyWidth(style: ComputedStyle): Dimension | undefined {
  const width = style.width === 'auto' ? style.minWidth : style.width;
  return style.display === 'inline-block' && width !== 'auto' ? width : undefined;
}
