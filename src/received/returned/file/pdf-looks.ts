import type { OPS, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import { type LookFacts, lookOf } from './looks.ts';
import type { Look } from './word-model.ts';

/** Text is neither filled nor drawn (ISO 32000-2, table 104). */
const INVISIBLE = new Set([3, 7]);
/** Its outline alone is drawn. */
const OUTLINED = new Set([1, 5]);
/** Less than this, nobody sees. */
const LEAST_ALPHA = 0.1;

/** Of a field: what is smaller is no ground, and no border. */
const LEAST_GROUND = 0.5;

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
  const canvas = new Canvas(OPS);
  for (const [index, operator] of fnArray.entries())
    canvas.draw(operator, (argsArray[index] ?? []) as unknown[]);
  return canvas;
}

const FRESH: State = { facts: {}, outline: '000000', mode: 0, matrix: PLAIN, clip: [], size: 0 };

/** Notes what a page draws in its fields. */
class Canvas implements DrawnFields {
  readonly looks = new Map<string, Look>();
  readonly words = new Map<string, string>();
  readonly #OPS: typeof OPS;
  readonly #painting: ReadonlySet<number>;
  readonly #drawing: ReadonlySet<number>;
  readonly #pictures: ReadonlySet<number>;
  #state = FRESH;
  readonly #outer: State[] = [];
  #field: string | undefined;
  #room: Box = [];
  /** Where the words of the field stand. */
  #places: number[][] = [];
  #text = PLAIN;
  #isClipping = false;

  constructor(ops: typeof OPS) {
    this.#OPS = ops;
    const fills = [ops.fill, ops.eoFill, ops.fillStroke, ops.eoFillStroke];
    this.#painting = new Set([...fills, ops.closeFillStroke, ops.closeEOFillStroke]);
    this.#drawing = new Set([...this.#painting, ops.stroke, ops.closeStroke]);
    this.#pictures = new Set([
      ...[ops.paintImageXObject, ops.paintInlineImageXObject, ops.paintImageMaskXObject],
    ]);
  }

  draw(operator: number, args: unknown[]): void {
    const OPS = this.#OPS;
    const [first] = args;
    if (operator === OPS.beginAnnotation) {
      const [id, rectangle, transform, matrix] = args as [unknown, Box, Matrix, Matrix];
      [this.#field, this.#places, this.#room] = [String(id), [], rectangle];
      this.#state = { ...FRESH, matrix: times(transform, matrix), clip: rectangle };
    } else if (operator === OPS.endAnnotation) this.#field = undefined;
    else if (operator === OPS.save || operator === OPS.paintFormXObjectBegin) {
      this.#outer.push(this.#state);
      if (operator !== OPS.save && first) this.#move(numbersIn([first]));
    } else if (operator === OPS.restore || operator === OPS.paintFormXObjectEnd)
      this.#state = this.#outer.pop() ?? FRESH;
    else if (operator === OPS.transform) this.#move(numbersIn(args));
    else if (operator === OPS.clip || operator === OPS.eoClip) this.#isClipping = true;
    else if (operator === OPS.constructPath) {
      const [paint, [data], bounds] = args as [number, [ArrayLike<number> | null], Box | null];
      const box = boxOf(this.#state.matrix, bounds ?? [0, 0, 0, 0]);
      if (this.#drawing.has(paint) && !(isRectangle(data ?? []) && this.#isGround(box))) this.#mark();
      this.#path(box, this.#painting.has(paint));
    } else if (operator === OPS.shadingFill) this.#cover(this.#state.clip);
    else if (this.#pictures.has(operator)) {
      this.#mark();
      this.#cover(boxOf(this.#state.matrix, [0, 0, 1, 1]));
    } else if (operator === OPS.setFillRGBColor) this.#look({ color: String(first).replace('#', '') });
    else if (operator === OPS.setStrokeRGBColor) this.#set({ outline: String(first).replace('#', '') });
    else if (operator === OPS.setGState) {
      for (const [name, value] of (first ?? []) as [string, unknown][])
        if (name === 'ca') this.#look({ isOutOfSight: Number(value) < LEAST_ALPHA });
    } else this.#write(operator, args);
  }

  /** Draws text, or says how it is drawn. */
  #write(operator: number, args: unknown[]): void {
    const OPS = this.#OPS;
    const [first, second] = args;
    if (operator === OPS.setTextRenderingMode) this.#set({ mode: Number(first) });
    else if (operator === OPS.setHScale) this.#look({ scale: Number(first) });
    else if (operator === OPS.setFont) this.#set({ size: Number(second) });
    else if (operator === OPS.beginText) this.#text = PLAIN;
    else if (operator === OPS.setTextMatrix) this.#text = numbersIn(args);
    else if (operator === OPS.moveText || operator === OPS.setLeadingMoveText)
      this.#text = times(this.#text, [1, 0, 0, 1, ...numbersIn(args)]);
    else if (operator === OPS.showText && this.#field !== undefined)
      this.#show(this.#field, textOfGlyphs(first));
  }

  #set(more: Partial<State>): void {
    this.#state = { ...this.#state, ...more };
  }

  #look(more: LookFacts): void {
    this.#set({ facts: { ...this.#state.facts, ...more } });
  }

  #move(by: Matrix): void {
    this.#set({ matrix: times(this.#state.matrix, by) });
  }

  #path(box: Box, isPainted: boolean): void {
    if (isPainted) this.#cover(box);
    if (this.#isClipping) this.#set({ clip: common(this.#state.clip, box) });
    this.#isClipping = false;
  }

  /** Whether a rectangle is as large as the field, so that it is its ground or its border. */
  #isGround(box: Box): boolean {
    return [0, 1].every((side) => lengthOf(box, side) > lengthOf(this.#room, side) * LEAST_GROUND);
  }

  /** Notes that something is drawn which may be letters. */
  #mark(): void {
    if (this.#field !== undefined) this.looks.set(this.#field, 'beside drawings');
  }

  #cover(box: Box): void {
    if (this.#field !== undefined && this.#places.some((place) => isIn(place, box)))
      this.looks.set(this.#field, 'hidden');
  }

  #show(field: string, words: string): void {
    const { size, clip, mode, outline, facts, matrix } = this.#state;
    const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0] = times(matrix, this.#text);
    const place = [e + size * (a * ASIDE + c * ABOVE), f + size * (b * ASIDE + d * ABOVE)];
    this.#places.push(place);
    this.words.set(field, `${this.words.get(field) ?? ''} ${words}`);
    // Viewers make a long text smaller until it fits.
    const height = Math.abs(size) * Math.hypot(c, d);
    const width = Math.hypot(a, b) / Math.hypot(c, d);
    const drawn = { isHidden: INVISIBLE.has(mode), ...(OUTLINED.has(mode) && { color: outline }) };
    const scale = (facts.scale ?? 100) * width;
    const look = lookOf({ ...facts, ...drawn, ...(height < TINIEST && { size: height }), scale }, '');
    if (look !== undefined) this.looks.set(field, look);
    else if (!isIn(place, clip)) this.looks.set(field, 'cut off');
  }
}

function textOfGlyphs(glyphs: unknown): string {
  const list = glyphs as readonly (number | { readonly unicode?: string } | null)[];
  return list.map((glyph) => (typeof glyph === 'number' ? ' ' : (glyph?.unicode ?? ''))).join('');
}

/** Whether the data of a path of pdf.js are one rectangle: four points with their operators, and its end. */
function isRectangle(data: ArrayLike<number>): boolean {
  const numbers = Array.from(data);
  const corners = [1, 4, 7, 10, 1].map((at) => numbers.slice(at, at + 2));
  const isStraight = ([x, y]: number[], index: number) =>
    index === 0 || x === corners[index - 1]?.[0] || y === corners[index - 1]?.[1];
  return numbers.length === 13 && corners.every(isStraight);
}

function lengthOf(box: Box, side: number): number {
  return Math.abs((box[side + 2] ?? 0) - (box[side] ?? 0));
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
