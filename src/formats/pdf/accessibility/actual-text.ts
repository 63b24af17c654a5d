import type { PdfFile } from './pdf-file.ts';

/** What the glyphs of ligatures and of a no-break space mean to who searches, by the character that Chromium maps them to. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['00A0', ' '],
  ['FB00', 'ff'],
  ['FB01', 'fi'],
  ['FB02', 'fl'],
  ['FB03', 'ffi'],
  ['FB04', 'ffl'],
]);

/**
 * `/Span<</ActualText (fi) >> BDC`: a ligature, or a no-break space of a font where it has the glyph of a space; then its font and
 * position, if it is the first of several glyphs, and the glyph.
 */
const SPAN =
  /\/Span<<\/ActualText (?:<FEFF00A0>|\((?:ff|fi|fl|ffi|ffl)\)) >> BDC\n((?:[^\n]* T[fm]\n)*[^\n]* Tj\n)EMC\n/g;

/** A line of a mapping from glyphs to characters: `<0043> <FB01>`, or `<0043> <0044> <FB01>` for several glyphs. */
const MAPPING = /^(<[0-9A-F]{4}>(?: <[0-9A-F]{4}>)?) <(FB0[0-4]|00A0)>$/gm;

/**
 * The content without texts that replace a glyph, where `mapLigatures` makes the glyph tell the same: poppler loses the
 * words around them when it reads the structure tree.
 */
export function withoutActualTexts(content: string): string {
  return content.replace(SPAN, '$1');
}

/** Maps the glyphs of ligatures to their letters, and no-break spaces to spaces, as programs search for them. */
export function mapLigatures(file: PdfFile): void {
  for (const font of file.idsOf('<</Type /Font\n')) {
    const dict = file.dict(font);
    if (dict.get('ToUnicode') === undefined) continue;
    const id = dict.reference('ToUnicode');
    const map = file.readStream(id);
    const changed = map.replace(MAPPING, (_, glyphs: string, first: string) => lineFor(glyphs, first));
    if (changed !== map) file.changeStream(id, changed);
  }
}

function lineFor(glyphs: string, first: string): string {
  const [from = 0, to = from] =
    glyphs.match(/[0-9A-F]{4}/g)?.map((glyph) => Number.parseInt(glyph, 16)) ?? [];
  const texts = Array.from({ length: to - from + 1 }, (_, index) => {
    const character = (Number.parseInt(first, 16) + index).toString(16).padStart(4, '0').toUpperCase();
    const letters = LETTERS.get(character);
    return `<${letters === undefined ? character : Buffer.from(letters, 'utf16le').swap16().toString('hex').toUpperCase()}>`;
  });
  return glyphs.includes(' ') ? `${glyphs} [${texts.join(' ')}]` : `${glyphs} ${texts[0]}`;
}
