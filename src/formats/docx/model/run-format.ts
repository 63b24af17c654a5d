import { remembered } from '../../../lib/remembered.ts';
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
  if (decoration === PLAIN) return remembered(plainFormats, style, () => decorated(style, PLAIN));
  const key = `${decoration.underline}${decoration.strike}${decoration.shading}${decoration.position}`;
  const ofStyle = remembered(formats, style, () => new Map());
  return remembered(ofStyle, key, () => decorated(style, decoration));
}

function decorated(style: ComputedStyle, { strike, underline, shading, position }: Decoration): RunFormat {
  return {
    ...{ strike, underline, shading, position },
    font: style.fontFamily,
    size: position === 'baseline' ? style.fontSize : style.fontSize * UNDO_SMALLER,
    bold: style.bold,
    italic: style.italic,
    caps: style.textTransform === 'uppercase',
    smallCaps: style.smallCaps,
    color: style.color,
    letterSpacing: style.letterSpacing,
    lang: style.lang,
    rightToLeft: style.direction === 'rtl',
  };
}
