import type { PDFPageProxy } from 'pdfjs-dist';

/** The place of a field on a page, in parts of the page's width and height. */
export interface FieldArea {
  readonly path: string;
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const SCHEME = 'field:';

interface Link {
  readonly subtype: string;
  readonly rect: readonly [number, number, number, number];
  readonly unsafeUrl?: string;
}

/** The places of fields: the links that `preview` lays over values and blanks. Other links stay dead. */
export async function placesOf(page: PDFPageProxy): Promise<FieldArea[]> {
  const [x, y, right, upper] = page.view as [number, number, number, number];
  const [width, height] = [right - x, upper - y];
  const links = (await page.getAnnotations()) as readonly Link[];
  return links.flatMap(({ subtype, rect: [x1, y1, x2, y2], unsafeUrl }) => {
    if (subtype !== 'Link' || unsafeUrl?.startsWith(SCHEME) !== true) return [];
    return {
      path: decoded(unsafeUrl.slice(SCHEME.length)),
      left: (Math.min(x1, x2) - x) / width,
      top: (upper - Math.max(y1, y2)) / height,
      width: Math.abs(x2 - x1) / width,
      height: Math.abs(y2 - y1) / height,
    };
  });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
