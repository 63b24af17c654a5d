import { parseColor } from './colors.ts';
import { type ComputedStyle, INITIAL_OWN, INITIAL_STYLE, type LineHeight, SIDES } from './computed-style.ts';
import { LINE_STYLES } from './shorthands.ts';
import { parseDimension, parseLength, parseNumber, splitValue, unquote } from './values.ts';

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };
type Reader<T> = (value: string, style: ComputedStyle, parent: ComputedStyle) => T | undefined;
type Apply = (style: Mutable<ComputedStyle>, value: string, parent: ComputedStyle) => void;

const GENERIC_FAMILIES: ReadonlyMap<string, string> = new Map([
  ['serif', 'Times New Roman'],
  ['sans-serif', 'Arial'],
  ['monospace', 'Courier New'],
  ['system-ui', 'Calibri'],
]);
const FONT_SIZES: ReadonlyMap<string, number> = new Map([
  ['small', 9.75],
  ['medium', 12],
  ['large', 13.5],
  ['x-large', 18],
]);
const LINE_WIDTHS: ReadonlyMap<string, number> = new Map([
  ['thin', 0.75],
  ['medium', 2.25],
  ['thick', 3.75],
]);

/** A property that sets one field; a value that `read` does not know leaves the field unchanged. */
function field<Key extends keyof ComputedStyle>(key: Key, read: Reader<ComputedStyle[Key]>): Apply {
  return (style, value, parent) => {
    const wide = value.toLowerCase();
    if (wide === 'inherit' || (wide === 'unset' && !(key in INITIAL_OWN))) style[key] = parent[key];
    else if (wide === 'initial' || wide === 'unset') style[key] = INITIAL_STYLE[key];
    else style[key] = read(value, style, parent) ?? style[key];
  };
}

const keyword: Reader<string> = (value) => value.toLowerCase();
const lineStyle: Reader<string> = (value) =>
  LINE_STYLES.has(value.toLowerCase()) ? value.toLowerCase() : undefined;
const length: Reader<number> = (value, style) => parseLength(value, style.fontSize);
const count: Reader<number> = (value) => (/^\d+$/.test(value) ? parseNumber(value) : undefined);
const dimension = (value: string, style: ComputedStyle) => parseDimension(value, style.fontSize);
const dimensionOrAuto = (value: string, style: ComputedStyle) =>
  value === 'auto' ? 'auto' : dimension(value, style);

const readColor: Reader<string> = (value, style) => {
  if (value.toLowerCase() === 'currentcolor') return style.color;
  const color = parseColor(value);
  return color === 'none' ? undefined : color;
};

const readFamily: Reader<string> = (value) => {
  const first = splitValue(value, 'comma')[0];
  if (first === undefined) return undefined;
  const name = unquote(first);
  return GENERIC_FAMILIES.get(name.toLowerCase()) ?? name;
};

/** Word's largest font size. The limit also keeps nested `em` and `%` sizes finite. */
const MAX_FONT_SIZE = 1_638;

const readFontSize: Reader<number> = (value, _style, parent) => {
  const size = fontSize(value, parent.fontSize);
  return size === undefined || size < 0 ? undefined : Math.min(size, MAX_FONT_SIZE);
};

function fontSize(value: string, parent: number): number | undefined {
  if (value === 'smaller') return parent / 1.2;
  if (value === 'larger') return parent * 1.2;
  const size = parseDimension(value, parent);
  if (size === undefined) return FONT_SIZES.get(value);
  return size.unit === '%' ? (parent * size.value) / 100 : size.value;
}

const readWeight: Reader<boolean> = (value, _style, parent) => {
  if (/^\d+$/.test(value)) return Number(value) >= 600;
  if (value === 'lighter') return false;
  if (value === 'bolder' || value === 'bold') return true;
  return value === 'normal' ? false : parent.bold;
};

const readLineHeight: Reader<LineHeight> = (value, style) => {
  if (value === 'normal') return { kind: 'normal' };
  const factor = parseNumber(value);
  if (factor !== undefined) return { kind: 'factor', value: factor };
  const size = parseDimension(value, style.fontSize);
  if (size === undefined || size.value < 0) return undefined;
  return { kind: 'points', value: size.unit === '%' ? (style.fontSize * size.value) / 100 : size.value };
};

/** A `<th>` is centred unless alignment is inherited. */
const readAlignment: Reader<string> = (value, _style, parent) => {
  if (value !== '-internal-center') return value.toLowerCase();
  return parent.textAlign === 'start' ? 'center' : parent.textAlign;
};

const decorates =
  (line: string): Reader<boolean> =>
  (value) =>
    value.includes(line);

/** Applies a longhand to a style; an unknown value has no effect. */
export const PROPERTIES: ReadonlyMap<string, Apply> = new Map<string, Apply>([
  ['font-size', field('fontSize', readFontSize)],
  ['font-family', field('fontFamily', readFamily)],
  ['font-weight', field('bold', readWeight)],
  ['font-style', field('italic', (value) => value !== 'normal')],
  ['font-variant', field('smallCaps', (value) => value.includes('small-caps'))],
  ['font-variant-caps', field('smallCaps', (value) => value.includes('small-caps'))],
  ['text-transform', field('textTransform', keyword)],
  ['color', field('color', readColor)],
  ['line-height', field('lineHeight', readLineHeight)],
  [
    'letter-spacing',
    field('letterSpacing', (value, style, parent) => (value === 'normal' ? 0 : length(value, style, parent))),
  ],
  ['text-align', field('textAlign', readAlignment)],
  ['text-indent', field('textIndent', length)],
  ['white-space', field('whiteSpace', keyword)],
  ['list-style-type', field('listStyleType', (value) => (/^["']/.test(value) ? value : value.toLowerCase()))],
  ['direction', field('direction', (value) => (value === 'rtl' ? 'rtl' : 'ltr'))],
  ['border-collapse', field('borderCollapse', (value) => value === 'collapse')],
  ['caption-side', field('captionSide', keyword)],
  ['orphans', field('orphans', count)],
  ['widows', field('widows', count)],
  // An element with `display: contents` has no box, so no margin; its children flow as block children would.
  [
    'display',
    field('display', (value) => (value.toLowerCase() === 'contents' ? undefined : value.toLowerCase())),
  ],
  ['float', field('float', keyword)],
  ['position', field('position', keyword)],
  [
    'background-color',
    field('backgroundColor', (value, style) =>
      value.toLowerCase() === 'currentcolor' ? style.color : parseColor(value),
    ),
  ],
  ['width', field('width', dimensionOrAuto)],
  ['min-width', field('minWidth', dimensionOrAuto)],
  ['height', field('height', dimensionOrAuto)],
  ['min-height', field('height', dimensionOrAuto)],
  ['table-layout', field('tableLayout', keyword)],
  ['break-before', field('breakBefore', keyword)],
  ['break-after', field('breakAfter', keyword)],
  ['break-inside', field('breakInside', keyword)],
  ['vertical-align', field('verticalAlign', keyword)],
  ['content', field('content', (value) => value)],
  [
    'text-decoration-line',
    (style, value, parent) => {
      field('underline', decorates('underline'))(style, value, parent);
      field('strike', decorates('line-through'))(style, value, parent);
    },
  ],
  ...SIDES.flatMap((side): [string, Apply][] => {
    const edge = side.toLowerCase();
    return [
      [`margin-${edge}`, field(`margin${side}`, dimensionOrAuto)],
      [`padding-${edge}`, field(`padding${side}`, dimension)],
      [`border-${edge}-style`, field(`border${side}Style`, lineStyle)],
      [
        `border-${edge}-width`,
        field(
          `border${side}Width`,
          (value, style, parent) => LINE_WIDTHS.get(value) ?? length(value, style, parent),
        ),
      ],
      [
        `border-${edge}-color`,
        field(`border${side}Color`, (value) =>
          value.toLowerCase() === 'currentcolor' ? 'text' : parseColor(value),
        ),
      ],
    ];
  }),
]);
