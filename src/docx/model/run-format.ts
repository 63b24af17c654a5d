import type { ComputedStyle } from '../css/computed-style.ts';
import type { RunFormat } from './model.ts';

/** The properties of inline elements that apply to the text inside them although CSS does not inherit them. */
export interface Decoration {
  readonly underline: boolean;
  readonly strike: boolean;
  readonly shading: string;
  readonly position: RunFormat['position'];
}

export const PLAIN: Decoration = { underline: false, strike: false, shading: 'none', position: 'baseline' };

/** The decoration of the text in an inline element: the outer one and its own. Its bottom border is an underline. */
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

/**
 * The decoration of the text in a block: underline and strike-through; its borders and background belong to its box.
 */
export function decorateBlock(outer: Decoration, style: ComputedStyle): Decoration {
  const underline = outer.underline || style.underline;
  const strike = outer.strike || style.strike;
  return underline || strike ? { ...PLAIN, underline, strike } : PLAIN;
}

function positionOf(verticalAlign: string): RunFormat['position'] | undefined {
  if (verticalAlign === 'sub') return 'subscript';
  return verticalAlign === 'super' ? 'superscript' : undefined;
}

/** Word itself makes superscripts and subscripts smaller; this factor undoes CSS's `font-size: smaller`. */
const UNDO_SMALLER = 1.2;

/** Formats of text without decoration, which is nearly all text, and of text with one. */
const plainFormats = new WeakMap<ComputedStyle, RunFormat>();
const formats = new WeakMap<ComputedStyle, Map<string, RunFormat>>();

/** The format of text; the same object for the same style and decoration, so that runs can be compared by it. */
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
