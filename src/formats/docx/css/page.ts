import { computeStyle } from './cascade.ts';
import { type ComputedStyle, SIDES, type Side } from './computed-style.ts';
import { type ContentPart, parseContent } from './content.ts';
import type { PageRule, StyleDeclaration } from './style-sheet.ts';
import { clamp, parseLength, resolveDimension, splitValue } from './values.ts';

export interface MarginBox {
  readonly content: readonly ContentPart[];
  readonly style: ComputedStyle;
}

/** Margin boxes with content, by name: "top-left", "bottom-center", … */
export type MarginBoxes = ReadonlyMap<string, MarginBox>;

/** The paper. Lengths in points. */
export interface PageSetup {
  readonly width: number;
  readonly height: number;
  readonly margin: Readonly<Record<Side, number>>;
  readonly boxes: MarginBoxes;
  /** The margin boxes of the first page, when a rule for it exists. */
  readonly firstPageBoxes: MarginBoxes | undefined;
}

const MM = 72 / 25.4;
const PAPER: ReadonlyMap<string, readonly [number, number]> = new Map([
  ['a3', [297 * MM, 420 * MM]],
  ['a4', [210 * MM, 297 * MM]],
  ['a5', [148 * MM, 210 * MM]],
  ['b5', [176 * MM, 250 * MM]],
  ['letter', [612, 792]],
  ['legal', [612, 1008]],
]);
const LETTER: readonly [number, number] = [612, 792];

/** The smallest and largest side of a page in Word: 0.1 and 22 inches. */
const MIN_SIDE = 7.2;
const MAX_SIDE = 1_584;

/** Chromium's default margin: 0.4 inch. */
const DEFAULT_MARGIN = 28.8;

/**
 * @param rules in ascending precedence
 * @param root style of the root element, from which the page inherits
 */
export function readPage(rules: readonly PageRule[], root: ComputedStyle): PageSetup {
  const every = rules.filter((rule) => rule.selector === '');
  const first = rules.filter((rule) => rule.selector === ':first');
  const declarations = every.flatMap((rule) => rule.declarations);
  const size = declarations.findLast((each) => each.property === 'size');
  const [width, height] = size === undefined ? LETTER : readSize(size.value);
  const style = computeStyle(declarations, root);
  const boxes = (applying: readonly PageRule[]) => readBoxes(applying, style);
  return {
    width,
    height,
    margin: readMargins(declarations, style, width, height),
    boxes: boxes(every),
    firstPageBoxes: first.length === 0 ? undefined : boxes([...every, ...first]),
  };
}

function readSize(value: string): readonly [number, number] {
  const words = splitValue(value.toLowerCase());
  const lengths = words
    .flatMap((word) => parseLength(word, 12) ?? [])
    .filter((length) => length > 0)
    .map((length) => clamp(length, MIN_SIDE, MAX_SIDE));
  const named = words.map((word) => PAPER.get(word)).find((paper) => paper !== undefined);
  const [width, height] =
    named ?? (lengths[0] === undefined ? LETTER : [lengths[0], lengths[1] ?? lengths[0]]);
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  if (words.includes('landscape')) return [long, short];
  return words.includes('portrait') ? [short, long] : [width, height];
}

function readMargins(
  declarations: readonly StyleDeclaration[],
  style: ComputedStyle,
  width: number,
  height: number,
): Record<Side, number> {
  const set = new Set(declarations.map((each) => each.property));
  const margin = (side: Side) => {
    const value = style[`margin${side}`];
    if (value === 'auto' || !set.has(`margin-${side.toLowerCase()}`)) return DEFAULT_MARGIN;
    return Math.max(0, resolveDimension(value, side === 'Top' || side === 'Bottom' ? height : width));
  };
  const margins = { Top: 0, Right: 0, Bottom: 0, Left: 0 };
  for (const side of SIDES) margins[side] = margin(side);
  return margins;
}

function readBoxes(rules: readonly PageRule[], page: ComputedStyle): MarginBoxes {
  const declared = new Map<string, StyleDeclaration[]>();
  for (const rule of rules) {
    for (const [name, declarations] of rule.boxes) {
      declared.set(name, [...(declared.get(name) ?? []), ...declarations]);
    }
  }
  const boxes = new Map<string, MarginBox>();
  for (const [name, declarations] of declared) {
    const style = computeStyle(declarations, page);
    const content = parseContent(style.content);
    if (content.length > 0) boxes.set(name, { content, style });
  }
  return boxes;
}
