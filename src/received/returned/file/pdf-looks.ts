import type { PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type LookFacts, lookOf } from './looks.ts';
import type { Look } from './word-model.ts';

/** Text is neither filled nor drawn (ISO 32000-2, table 104). */
const INVISIBLE = new Set([3, 7]);
/** Its outline alone is drawn. */
const OUTLINED = new Set([1, 5]);
/** Less than this, nobody sees. */
const LEAST_ALPHA = 0.1;

/** In points; nobody sees it. */
const TINIEST = 1;

type Matrix = readonly number[];
/** Left, bottom, right, top. */
type Box = readonly number[];
const PLAIN: Matrix = [1, 0, 0, 1, 0, 0];

/** Of the letters of a font at its baseline, the place that a reader needs to see, in parts of their size. */
const [ASIDE, ABOVE] = [0.1, 0.3];

/** What of the graphics state decides whether words are seen. */
interface State {
  readonly facts: LookFacts;
  /** The colour of outlines. */
  readonly outline: string;
  readonly mode: number;
  readonly matrix: Matrix;
  /** Where it is drawn at all. */
  readonly clip: Box;
  readonly size: number;
}

/** What a page shows of its fields, by the ids of their widgets. */
export interface DrawnFields {
  /** Of those whose words a reader does not see as they are written. */
  readonly looks: ReadonlyMap<string, Look>;
  /** Of choices, too, of which pdf.js does not tell them. */
  readonly words: ReadonlyMap<string, string>;
}

export async function drawnFields(page: PDFPageProxy): Promise<DrawnFields> {
  const { OPS } = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const { fnArray, argsArray } = await page.getOperatorList();
  const looks = new Map<string, Look>();
  const texts = new Map<string, string>();
  const fresh: State = { facts: {}, outline: '000000', mode: 0, matrix: PLAIN, clip: [], size: 0 };
  const painting = new Set([OPS.fill, OPS.eoFill, OPS.fillStroke, OPS.eoFillStroke]);
  for (const one of [OPS.closeFillStroke, OPS.closeEOFillStroke]) painting.add(one);
  const pictures = new Set([OPS.paintImageXObject, OPS.paintInlineImageXObject, OPS.paintImageMaskXObject]);
  let state = fresh;
  const outer: State[] = [];
  let field: string | undefined;
  let text = PLAIN;
  let isClipping = false;
  /** The words of the field. */
  let words: number[][] = [];
  const facts = (more: LookFacts) => {
    state = { ...state, facts: { ...state.facts, ...more } };
  };
  const move = (by: Matrix) => {
    state = { ...state, matrix: times(state.matrix, by) };
  };
  const cover = (box: Box) => {
    if (field !== undefined && words.some((place) => isIn(place, box))) looks.set(field, 'hidden');
  };
  for (const [index, operator] of fnArray.entries()) {
    const args = (argsArray[index] ?? []) as unknown[];
    const [first] = args;
    if (operator === OPS.beginAnnotation) {
      const [id, rectangle, transform, matrix] = args as [unknown, Box, Matrix, Matrix];
      [field, words] = [String(id), []];
      state = { ...fresh, matrix: times(transform, matrix), clip: rectangle };
    } else if (operator === OPS.endAnnotation) field = undefined;
    else if (operator === OPS.save) outer.push(state);
    else if (operator === OPS.restore) state = outer.pop() ?? fresh;
    else if (operator === OPS.transform) move(numbersIn(args));
    else if (operator === OPS.paintFormXObjectBegin) {
      outer.push(state);
      if (first) move(numbersIn([first]));
    } else if (operator === OPS.paintFormXObjectEnd) state = outer.pop() ?? fresh;
    else if (operator === OPS.clip || operator === OPS.eoClip) isClipping = true;
    else if (operator === OPS.constructPath) {
      const [paint, , bounds] = args as [number, unknown, Box | null];
      const box = boxOf(state.matrix, bounds ?? [0, 0, 0, 0]);
      if (painting.has(paint)) cover(box);
      if (isClipping) state = { ...state, clip: common(state.clip, box) };
      isClipping = false;
    } else if (operator === OPS.shadingFill) cover(state.clip);
    else if (pictures.has(operator)) cover(boxOf(state.matrix, [0, 0, 1, 1]));
    else if (operator === OPS.setFillRGBColor) facts({ color: String(first).replace('#', '') });
    else if (operator === OPS.setStrokeRGBColor)
      state = { ...state, outline: String(first).replace('#', '') };
    else if (operator === OPS.setTextRenderingMode) state = { ...state, mode: Number(first) };
    else if (operator === OPS.setGState) {
      for (const [name, value] of (first ?? []) as [string, unknown][])
        if (name === 'ca') facts({ isOutOfSight: Number(value) < LEAST_ALPHA });
    } else if (operator === OPS.setHScale) facts({ scale: Number(first) });
    else if (operator === OPS.setFont) state = { ...state, size: Number(args[1]) };
    else if (operator === OPS.beginText) text = PLAIN;
    else if (operator === OPS.setTextMatrix) text = numbersIn(args);
    else if (operator === OPS.moveText || operator === OPS.setLeadingMoveText)
      text = times(text, [1, 0, 0, 1, ...numbersIn(args)]);
    else if (operator === OPS.showText && field !== undefined) {
      const { size, clip, mode, outline } = state;
      const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = times(state.matrix, text);
      const place = [e + size * (a * ASIDE + c * ABOVE), f + size * (b * ASIDE + d * ABOVE)];
      words.push(place);
      texts.set(field, `${texts.get(field) ?? ''} ${textOfGlyphs(first)}`);
      // Viewers make a long text smaller until it fits.
      const height = Math.abs(size) * Math.hypot(c, d);
      const width = Math.hypot(a, b) / Math.hypot(c, d);
      const drawn = { isHidden: INVISIBLE.has(mode), ...(OUTLINED.has(mode) && { color: outline }) };
      const scale = (state.facts.scale ?? 100) * width;
      const look = lookOf({ ...state.facts, ...drawn, ...(height < TINIEST && { size: height }), scale }, '');
      if (look !== undefined) looks.set(field, look);
      else if (!isIn(place, clip)) looks.set(field, 'cut off');
    }
  }
  return { looks, words: texts };
}

function textOfGlyphs(glyphs: unknown): string {
  const list = glyphs as readonly (number | { readonly unicode?: string } | null)[];
  return list.map((glyph) => (typeof glyph === 'number' ? ' ' : (glyph?.unicode ?? ''))).join('');
}

/** Six numbers, alone or in an array. */
function numbersIn(args: readonly unknown[]): number[] {
  return Array.from((args.length === 1 ? args[0] : args) as ArrayLike<number>);
}

function times(outer: Matrix, inner: Matrix): Matrix {
  const [a = 1, b = 0, c = 0, d = 1, e = 0, f = 0] = outer;
  const [g = 1, h = 0, i = 0, j = 1, k = 0, l = 0] = inner;
  return [a * g + c * h, b * g + d * h, a * i + c * j, b * i + d * j, a * k + c * l + e, b * k + d * l + f];
}

function boxOf([a = 1, b = 0, c = 0, d = 1, e = 0, f = 0]: Matrix, box: Box): Box {
  const [left = 0, bottom = 0, right = 0, top = 0] = box;
  const corners = [left, right].flatMap((x) =>
    [bottom, top].map((y) => [a * x + c * y + e, b * x + d * y + f]),
  );
  const [xs, ys] = [0, 1].map((side) => corners.map((corner) => corner[side] ?? 0)) as [number[], number[]];
  return [Math.min(...xs), Math.min(...ys), Math.max(...xs), Math.max(...ys)];
}

function common(one: Box, other: Box): Box {
  return one.map((side, index) => (index < 2 ? Math.max : Math.min)(side, other[index] ?? 0));
}

function isIn([x = 0, y = 0]: readonly number[], [left = 0, bottom = 0, right = 0, top = 0]: Box): boolean {
  return x >= left && x <= right && y >= bottom && y <= top;
}
