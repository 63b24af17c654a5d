import type { Element } from 'domhandler';
import type { ComputedStyle } from '../css/computed-style.ts';
import type { Dimension } from '../css/values.ts';

/** Width of a no-break space, for a text of size 1, in Calibri and fonts of its width. */
const SPACE_WIDTH = 0.226;
const MAX_SPACES = 400;

/**
 * A ruled bottom is a blank to fill in. Word rules it under text only, so that its padding, or its width where it is
 * empty, becomes no-break spaces: after the spaces that it ends in, never between a word and what follows it.
 * @param endsInNoBreakSpace whether its text does
 */
export function blankSpaces(element: Element, style: ComputedStyle, endsInNoBreakSpace: boolean): string {
  if (style.borderBottomStyle === 'none') return '';
  const isEmpty = element.children.length === 0;
  const room = isEmpty ? emptyWidth(style) : style.paddingRight;
  if (!(isEmpty || endsInNoBreakSpace) || room === undefined || room.unit !== 'pt') return '';
  const count = Math.min(MAX_SPACES, Math.round(room.value / (SPACE_WIDTH * style.fontSize)));
  return '\u00a0'.repeat(Math.max(0, count));
}

/** The width that an empty element shows: an inline one has none. */
function emptyWidth(style: ComputedStyle): Dimension | undefined {
  const width = style.width === 'auto' ? style.minWidth : style.width;
  return style.display === 'inline-block' && width !== 'auto' ? width : undefined;
}
