import type { Dimension } from './values.ts';

export type Side = 'Top' | 'Right' | 'Bottom' | 'Left';
export const SIDES: readonly Side[] = ['Top', 'Right', 'Bottom', 'Left'];

/** `line-height`: a multiple of each text's own font size, or points. */
export type LineHeight =
  | { readonly kind: 'normal' }
  | { readonly kind: 'factor'; readonly value: number }
  | { readonly kind: 'points'; readonly value: number };

/** Inherited properties. Lengths in points. */
interface InheritedStyle {
  readonly fontFamily: string;
  readonly fontSize: number;
  readonly bold: boolean;
  readonly italic: boolean;
  readonly smallCaps: boolean;
  readonly textTransform: string;
  /** "RRGGBB" */
  readonly color: string;
  readonly lineHeight: LineHeight;
  readonly letterSpacing: number;
  readonly textAlign: string;
  readonly textIndent: number;
  readonly whiteSpace: string;
  readonly listStyleType: string;
  readonly direction: 'ltr' | 'rtl';
  readonly lang: string;
  readonly borderCollapse: boolean;
  readonly captionSide: string;
  readonly orphans: number;
  readonly widows: number;
  /** Custom properties: "--accent" → "#123456" */
  readonly variables: Readonly<Record<string, string>>;
}

type Box = {
  readonly [Each in `margin${Side}`]: Dimension | 'auto';
} & {
  readonly [Each in `padding${Side}`]: Dimension;
} & {
  readonly [Each in `border${Side}Style`]: string;
} & {
  readonly [Each in `border${Side}Width`]: number;
} & {
  /** "RRGGBB", or "text" for the element's own colour. */
  readonly [Each in `border${Side}Color`]: string;
};

/** Properties that are not inherited. */
interface OwnStyle extends Box {
  readonly display: string;
  readonly float: string;
  readonly position: string;
  readonly backgroundColor: string;
  readonly width: Dimension | 'auto';
  readonly minWidth: Dimension | 'auto';
  readonly height: Dimension | 'auto';
  readonly tableLayout: string;
  readonly breakBefore: string;
  readonly breakAfter: string;
  readonly breakInside: string;
  readonly verticalAlign: string;
  readonly underline: boolean;
  readonly strike: boolean;
  readonly content: string;
}

export type ComputedStyle = InheritedStyle & OwnStyle;

const ZERO: Dimension = { unit: 'pt', value: 0 };

const INITIAL_INHERITED: InheritedStyle = {
  fontFamily: 'Times New Roman',
  fontSize: 12,
  bold: false,
  italic: false,
  smallCaps: false,
  textTransform: 'none',
  color: '000000',
  lineHeight: { kind: 'normal' },
  letterSpacing: 0,
  textAlign: 'start',
  textIndent: 0,
  whiteSpace: 'normal',
  listStyleType: 'disc',
  direction: 'ltr',
  lang: '',
  borderCollapse: false,
  captionSide: 'top',
  orphans: 2,
  widows: 2,
  variables: {},
};

/** A property that each side has. */
function ofSides<Before extends string, Value, After extends string = ''>(
  before: Before,
  value: Value,
  after?: After,
): Readonly<Record<`${Before}${Side}${After}`, Value>> {
  const entries = SIDES.map((side) => [`${before}${side}${after ?? ''}`, value]);
  return Object.fromEntries(entries);
}

/** Of what a child does not inherit. */
export const INITIAL_OWN: OwnStyle = {
  display: 'inline',
  float: 'none',
  position: 'static',
  ...ofSides('margin', ZERO),
  ...ofSides('padding', ZERO),
  ...ofSides('border', 'none', 'Style'),
  ...ofSides('border', 2.25, 'Width'),
  ...ofSides('border', 'text', 'Color'),
  backgroundColor: 'none',
  width: 'auto',
  minWidth: 'auto',
  height: 'auto',
  tableLayout: 'auto',
  breakBefore: 'auto',
  breakAfter: 'auto',
  breakInside: 'auto',
  verticalAlign: 'baseline',
  underline: false,
  strike: false,
  content: 'normal',
};

export const INITIAL_STYLE: ComputedStyle = { ...INITIAL_INHERITED, ...INITIAL_OWN };
