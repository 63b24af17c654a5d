import type { PDFPageProxy } from 'pdfjs-dist';
import { decoded } from '../words.ts';

/** An area of a page, in parts of the page's width and height. */
export interface Area {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

export interface FieldArea extends Area {
  readonly path: string;
}

/** Words of a line of a page, at most twelve, and where they are written. */
export interface WordArea extends Area {
  /** The number of its file in the table. */
  readonly file: number;
  readonly offset: number;
  readonly length: number;
  /** The number of the condition around it; -1 for none. */
  readonly condition: number;
}

export interface PagePlaces {
  readonly fields: readonly FieldArea[];
  readonly words: readonly WordArea[];
}

const SCHEME = 'field:';
const ORIGIN = /^origin:(\d+)\.(\d+)\.(\d+)\.(-?\d+)$/;

interface Link {
  readonly subtype: string;
  readonly rect: readonly [number, number, number, number];
  readonly unsafeUrl?: string;
}

/** The places of fields and words: the links that `preview` lays over them. Other links stay dead. */
export async function placesOf(page: PDFPageProxy): Promise<PagePlaces> {
  const [x, y, right, upper] = page.view as [number, number, number, number];
  const [width, height] = [right - x, upper - y];
  const links = (await page.getAnnotations()) as readonly Link[];
  const fields: FieldArea[] = [];
  const words: WordArea[] = [];
  for (const { subtype, rect, unsafeUrl = '' } of links) {
    if (subtype !== 'Link') continue;
    const [x1, y1, x2, y2] = rect;
    const area = {
      left: (Math.min(x1, x2) - x) / width,
      top: (upper - Math.max(y1, y2)) / height,
      width: Math.abs(x2 - x1) / width,
      height: Math.abs(y2 - y1) / height,
    };
    if (unsafeUrl.startsWith(SCHEME)) fields.push({ path: decoded(unsafeUrl.slice(SCHEME.length)), ...area });
    const origin = ORIGIN.exec(unsafeUrl)?.slice(1).map(Number);
    if (origin === undefined) continue;
    const [file = 0, offset = 0, length = 0, condition = -1] = origin;
    words.push({ file, offset, length, condition, ...area });
  }
  return { fields, words };
}
