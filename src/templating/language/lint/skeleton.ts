import type { Parts, Template } from '../template.ts';
import { TemplateError, type TextPlace } from '../template-error.ts';
import { type Outline, type Piece, readOutline } from './outline.ts';

/**
 * More than the longest template with its layout and styles. A limit is needed because includes multiply text cheaply.
 */
const MAX_CHARACTERS = 1024 * 1024;

/** The markup of a template as one text, with a mark in place of each value. */
export interface Skeleton {
  readonly text: string;
  /** Position of each value, by the number in its mark. */
  readonly values: readonly TextPlace[];
  /** Position in the template of an index of the text. */
  placeOf(index: number): TextPlace;
}

/**
 * The mark of a value. It is a valid name wherever HTML has names, with a character that neither templates nor names
 * contain.
 */
const markOf = (index: number | string) => `q\u0001${index}\u0001`;
const MARKS = new RegExp(markOf('(\\d+)'), 'g');

/** The numbers of the values whose marks are in a text. */
export function valuesIn(text: string): number[] {
  return Array.from(text.matchAll(MARKS), ([, index]) => Number(index));
}

/**
 * The skeletons of the document and of every text that is printed elsewhere, such as a macro's. @throws TemplateError
 */
export function skeletonsOf(template: Template, parts: Parts): Skeleton[] {
  const own = readOutline(template, parts);
  const outlines = [own];
  for (let layout = template.parent; layout !== null; layout = layout.parent)
    outlines.push(readOutline(layout, parts));
  const body = outlines.at(-1)?.body ?? [];
  return [body, ...own.apart].map((pieces) => put(template, pieces, outlines));
}

/** @param outlines of the template and of its layouts, which have the blocks */
function put(template: Template, outline: readonly Piece[], outlines: readonly Outline[]): Skeleton {
  let text = '';
  const values: TextPlace[] = [];
  const starts: number[] = [];
  const places: ((offset: number) => TextPlace)[] = [];
  const add = (markup: string, placeOf: (offset: number) => TextPlace) => {
    starts.push(text.length);
    places.push(placeOf);
    text += markup;
    if (text.length > MAX_CHARACTERS)
      throw new TemplateError(
        { template: template.name },
        `longer than ${MAX_CHARACTERS} characters with its parts; shorten it`,
      );
  };
  const addValue = (place: TextPlace) => {
    add(markOf(values.length), () => place);
    values.push(place);
  };
  const visit = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (piece.kind === 'markup') add(piece.text, piece.placeOf);
      else if (piece.kind === 'value') addValue(piece.place);
      else visit(outlines.find(({ blocks }) => blocks.has(piece.name))?.blocks.get(piece.name) ?? []);
    }
  };
  visit(outline);
  return {
    text,
    values,
    placeOf: (index) => {
      const piece = starts.findLastIndex((start) => start <= index);
      return places[piece]?.(index - (starts[piece] ?? 0)) ?? { template: template.name, line: 1, column: 1 };
    },
  };
}
