import type { PdfFile } from './pdf-file.ts';

/** A font of Chromium whose glyphs are written as four hexadecimal digits each. */
export interface PrintedFont {
  /** Glyph → its letters, of those that are printed. */
  readonly letters: ReadonlyMap<number, string>;
  /** The glyph of a space; undefined if the document has none in this font. */
  readonly space: number | undefined;
}

/** A mapping of one glyph, or of several in a row: `<0043> <FB01>`, `<0043> <0044> <FB01>`, `<0043> <0044> [<FB01> <FB02>]`. */
const MAPPING = /^<([0-9A-F]{4})> (?:<([0-9A-F]{4})> )?(?:<([0-9A-F]+)>|\[([^\]]*)\])$/gm;
const CODE_SPACE = /\d begincodespacerange[\s\S]*?endcodespacerange/;

/** @returns undefined for a font whose glyphs are written otherwise, such as one of pictures */
export function readFont(file: PdfFile, id: number): PrintedFont | undefined {
  const font = file.dict(id);
  if (font.get('Encoding') !== '/Identity-H' || font.get('ToUnicode') === undefined) return undefined;
  const letters = readLetters(file.readStream(font.reference('ToUnicode')));
  const [space] = letters.entries().find(([, text]) => text === ' ') ?? [];
  return { letters, space };
}

function readLetters(map: string): Map<number, string> {
  const letters = new Map<number, string>();
  for (const [, from = '', to = from, first, list] of map.replace(CODE_SPACE, '').matchAll(MAPPING)) {
    const start = Number.parseInt(from, 16);
    const each = list?.match(/[0-9A-F]+/g) ?? undefined;
    for (let glyph = start; glyph <= Number.parseInt(to, 16); glyph++) {
      if (each !== undefined) letters.set(glyph, decode(each[glyph - start] ?? ''));
      else letters.set(glyph, after(decode(first ?? ''), glyph - start));
    }
  }
  return letters;
}

/** Ligatures become letters, and a no-break space a space. */
function decode(hex: string): string {
  let text = '';
  for (let at = 0; at < hex.length; at += 4)
    text += String.fromCharCode(Number.parseInt(hex.slice(at, at + 4), 16));
  return COMPATIBLE.test(text) ? text.normalize('NFKC') : text;
}

const COMPATIBLE = /[\u00a0\ufb00-\ufb06]/;

/** The character that is so many places behind another. */
function after(text: string, places: number): string {
  return places === 0 ? text : String.fromCodePoint((text.codePointAt(0) ?? 0) + places);
}
