import type { ComputedStyle, Side } from '../css/computed-style.ts';
import { resolveDimension } from '../css/values.ts';
import { lineUnits } from './line-height.ts';
import type { Border, Borders, ParagraphFormat } from './model.ts';

/** Indents from the enclosing blocks, in points. */
export interface Indents {
  readonly left: number;
  readonly right: number;
}

/** The paragraph format of a block's text. `Flow` sets the space before and after. */
export function paragraphFormat(
  style: ComputedStyle,
  indents: Indents,
  pageBreakBefore = false,
): ParagraphFormat {
  const rightToLeft = style.direction === 'rtl';
  return {
    align: alignment(style.textAlign, rightToLeft),
    // In a right-to-left paragraph, Word's "left" is the side where lines begin.
    indentLeft: rightToLeft ? indents.right : indents.left,
    indentRight: rightToLeft ? indents.left : indents.right,
    firstLine: style.textIndent,
    before: 0,
    after: 0,
    line: lineUnits(style),
    keepNext: false,
    keepLines: style.breakInside.startsWith('avoid'),
    pageBreakBefore,
    widowControl: style.orphans > 1 || style.widows > 1,
    rightToLeft,
    borders: {},
    shading: 'none',
  };
}

function alignment(textAlign: string, rightToLeft: boolean): string {
  switch (textAlign) {
    case 'center':
      return 'center';
    case 'justify':
      return 'both';
    case 'end':
      return 'right';
    case 'left':
      return rightToLeft ? 'right' : 'left';
    case 'right':
      return rightToLeft ? 'left' : 'right';
    default:
      return 'left';
  }
}

/** The names of the properties of each side, which take longer to make than to read. */
const PROPERTIES = {
  Top: propertiesOf('Top'),
  Right: propertiesOf('Right'),
  Bottom: propertiesOf('Bottom'),
  Left: propertiesOf('Left'),
};

function propertiesOf<Which extends Side>(side: Which) {
  return {
    margin: `margin${side}`,
    padding: `padding${side}`,
    line: `border${side}Style`,
    width: `border${side}Width`,
    color: `border${side}Color`,
  } as const;
}

/** A margin in points; `auto` is 0. */
export function marginOf(style: ComputedStyle, side: Side, container: number): number {
  const margin = style[PROPERTIES[side].margin];
  return margin === 'auto' ? 0 : resolveDimension(margin, container);
}

export function paddingOf(style: ComputedStyle, side: Side, container: number): number {
  return Math.max(0, resolveDimension(style[PROPERTIES[side].padding], container));
}

/** @param space distance of the line from the text, in points */
export function borderOf(style: ComputedStyle, side: Side, space: number): Border | undefined {
  const properties = PROPERTIES[side];
  const line = style[properties.line];
  const width = style[properties.width];
  if (line === 'none' || line === 'hidden' || width <= 0) return undefined;
  const color = style[properties.color];
  return { style: line, width, color: color === 'text' || color === 'none' ? style.color : color, space };
}

/** Of most blocks, which are found by four properties in place of twelve with variable names. */
export const NO_BORDERS: Borders = { top: undefined, right: undefined, bottom: undefined, left: undefined };

export function bordersOf(style: ComputedStyle, container: number): Borders {
  const { borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle } = style;
  if ([borderTopStyle, borderRightStyle, borderBottomStyle, borderLeftStyle].every((line) => line === 'none'))
    return NO_BORDERS;
  const border = (side: Side) => {
    const line = borderOf(style, side, 0);
    return line && { ...line, space: paddingOf(style, side, container) };
  };
  return { top: border('Top'), right: border('Right'), bottom: border('Bottom'), left: border('Left') };
}
