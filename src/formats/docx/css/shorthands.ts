import { parseColor } from './colors.ts';
import { parseDimension, splitValue } from './values.ts';

export type Longhand = readonly [property: string, value: string];

const SIDES = ['top', 'right', 'bottom', 'left'] as const;
export const LINE_STYLES = new Set([
  'none',
  'hidden',
  'solid',
  'dashed',
  'dotted',
  'double',
  'groove',
  'ridge',
  'inset',
  'outset',
]);
const LINE_WIDTHS = new Set(['thin', 'medium', 'thick']);

/** A declaration as the longhands of the computed style; a longhand is returned as it is. */
export function expandShorthand(property: string, value: string): Longhand[] {
  switch (property) {
    case 'margin':
    case 'padding':
      return fourSides(value).map((each, side) => [`${property}-${SIDES[side]}`, each]);
    case 'border-width':
    case 'border-style':
    case 'border-color': {
      const part = property.slice('border-'.length);
      return fourSides(value).map((each, side) => [`border-${SIDES[side]}-${part}`, each]);
    }
    case 'border':
      return SIDES.flatMap((side) => line(`border-${side}`, value));
    case 'border-top':
    case 'border-right':
    case 'border-bottom':
    case 'border-left':
      return line(property, value);
    case 'background':
      return [['background-color', splitValue(value).find(isColor) ?? 'transparent']];
    case 'font':
      return font(value);
    case 'list-style':
      return [
        [
          'list-style-type',
          splitValue(value).find((each) => !/^(inside|outside|url\()/.test(each)) ?? 'disc',
        ],
      ];
    case 'text-decoration':
      return [['text-decoration-line', value]];
    case 'page-break-before':
    case 'page-break-after':
    case 'page-break-inside':
      return [[property.slice('page-'.length), value === 'always' ? 'page' : value]];
    default:
      return logical(property, value);
  }
}

/** Logical to physical properties, for left-to-right text: `inline-start` is left. */
function logical(property: string, value: string): Longhand[] {
  const match = /^(margin|padding|border)-(block|inline)(-start|-end)?(-.+)?$/.exec(property);
  if (match === null) return [[property, value]];
  const [, box, axis, end, part = ''] = match;
  const [start, finish] = axis === 'block' ? ['top', 'bottom'] : ['left', 'right'];
  const [first = '', second = first] = box === 'border' ? [value, value] : splitValue(value);
  const wanted: Longhand[] = [
    [`${box}-${start}${part}`, first],
    [`${box}-${finish}${part}`, second],
  ];
  return wanted
    .filter((_, index) => end === undefined || (end === '-start') === (index === 0))
    .map(([name]) => [name, end === undefined ? (name === wanted[0]?.[0] ? first : second) : value] as const)
    .flatMap(([name, each]) => expandShorthand(name, each));
}

function fourSides(value: string): string[] {
  const [top = '', right = top, bottom = top, left = right] = splitValue(value);
  return [top, right, bottom, left];
}

function isColor(value: string): boolean {
  return value.toLowerCase() === 'currentcolor' || parseColor(value) !== undefined;
}

function line(name: string, value: string): Longhand[] {
  const parts = splitValue(value);
  const style = parts.find((part) => LINE_STYLES.has(part.toLowerCase())) ?? 'none';
  const width =
    parts.find((part) => LINE_WIDTHS.has(part) || parseDimension(part, 1) !== undefined) ?? 'medium';
  const color = parts.find((part) => part.startsWith('var(') || isColor(part)) ?? 'currentcolor';
  return [
    [`${name}-style`, style],
    [`${name}-width`, width],
    [`${name}-color`, color],
  ];
}

/** `italic bold 11pt/1.4 Calibri, sans-serif`: everything before the size is style or weight. */
function font(value: string): Longhand[] {
  if (value === 'inherit') {
    return ['font-style', 'font-weight', 'font-size', 'line-height', 'font-family'].map((name) => [
      name,
      value,
    ]);
  }
  const parts = splitValue(value.replace(/\s*\/\s*/g, '/'));
  const sizeAt = parts.findIndex((part) => /^[\d.]+[a-z%]+(\/|$)/i.test(part) && !/^\d+$/.test(part));
  if (sizeAt < 0) return [];
  const before = parts.slice(0, sizeAt);
  const [size = '', lineHeight = 'normal'] = (parts[sizeAt] ?? '').split('/');
  return [
    ['font-style', before.find((part) => /^(italic|oblique)$/.test(part)) ?? 'normal'],
    ['font-weight', before.find((part) => /^(bold|bolder|lighter|\d+)$/.test(part)) ?? 'normal'],
    ['font-variant', before.find((part) => part === 'small-caps') ?? 'normal'],
    ['font-size', size],
    ['line-height', lineHeight],
    ['font-family', parts.slice(sizeAt + 1).join(' ')],
  ];
}
