import type { ComputedStyle } from '../css/computed-style.ts';
import type { RunFormat } from './model.ts';

/** What inline elements hand down to the text inside them although CSS does not inherit it. */
export interface Decoration {
  readonly underline: boolean;
  readonly strike: boolean;
  readonly shading: string;
  readonly position: RunFormat['position'];
}

export const PLAIN: Decoration = { underline: false, strike: false, shading: 'none', position: 'baseline' };

/** The decoration inside an element: what came down to it, and its own. A ruled bottom is an underline. */
export function decorate(outer: Decoration, style: ComputedStyle): Decoration {
  const underline = outer.underline || style.underline || style.borderBottomStyle !== 'none';
  const strike = outer.strike || style.strike;
  const shading = style.backgroundColor === 'none' ? outer.shading : style.backgroundColor;
  const position = positionOf(style.verticalAlign) ?? outer.position;
  const same =
    underline === outer.underline &&
    strike === outer.strike &&
    shading === outer.shading &&
    position === outer.position;
  return same ? outer : { underline, strike, shading, position };
}

/** The decoration inside a block: lines through and under the text go on, its own borders and ground are its box's. */
export function decorateBlock(outer: Decoration, style: ComputedStyle): Decoration {
  const underline = outer.underline || style.underline;
  const strike = outer.strike || style.strike;
  return underline || strike ? { ...PLAIN, underline, strike } : PLAIN;
}

function positionOf(verticalAlign: string): RunFormat['position'] | undefined {
  if (verticalAlign === 'sub') return 'subscript';
  return verticalAlign === 'super' ? 'superscript' : undefined;
}

/** Word makes raised and lowered text smaller by itself; this undoes what `font-size: smaller` of CSS took off. */
const UNDO_SMALLER = 1.2;

/** Formats of plain text, which nearly all text is, and of decorated text. */
const plainFormats = new WeakMap<ComputedStyle, RunFormat>();
const formats = new WeakMap<ComputedStyle, Map<string, RunFormat>>();

/** The format of text under a style; the same object for the same style and decoration. */
export function runFormat(style: ComputedStyle, decoration: Decoration): RunFormat {
  if (decoration !== PLAIN) return decoratedFormat(style, decoration);
  let format = plainFormats.get(style);
  if (format === undefined) {
    format = decoratedFormat(style, PLAIN);
    plainFormats.set(style, format);
  }
  return format;
}

function decoratedFormat(style: ComputedStyle, decoration: Decoration): RunFormat {
  const key = `${decoration.underline}${decoration.strike}${decoration.shading}${decoration.position}`;
  let known = formats.get(style);
  if (known === undefined) {
    known = new Map();
    formats.set(style, known);
  }
  let format = known.get(key);
  if (format === undefined) {
    const raised = decoration.position !== 'baseline';
    format = {
      font: style.fontFamily,
      size: raised ? style.fontSize * UNDO_SMALLER : style.fontSize,
      bold: style.bold,
      italic: style.italic,
      caps: style.textTransform === 'uppercase',
      smallCaps: style.smallCaps,
      strike: decoration.strike,
      underline: decoration.underline,
      color: style.color,
      shading: decoration.shading,
      letterSpacing: style.letterSpacing,
      position: decoration.position,
      lang: style.lang,
      rightToLeft: style.direction === 'rtl',
    };
    known.set(key, format);
  }
  return format;
}
