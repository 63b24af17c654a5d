import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { PdfFile } from './pdf-file.ts';

/**
 * Docgen Sans for typed text, with all its Latin letters, Greek and Cyrillic: the fonts that Chromium embeds have only
 * the printed letters. templates-html/fonts/make-field-font.py makes both files.
 */
const PROGRAM = readFileSync(path.join(import.meta.dirname, 'field-font.ttf.zlib'));
const FONT: FontFacts = JSON.parse(readFileSync(path.join(import.meta.dirname, 'field-font.json'), 'utf8'));

interface FontFacts {
  /** Length of the program, not compressed. */
  readonly programBytes: number;
  /** Left, bottom, right and top of all glyphs; like all lengths here, in thousandths of the font size. */
  readonly box: readonly number[];
  readonly ascent: number;
  readonly descent: number;
  readonly capHeight: number;
  /** In the order of code points; the glyph of the first one is glyph 1. */
  readonly characters: string;
  readonly widths: readonly number[];
}

/** Resources in which the font has the name that fields give it. */
const NAME = 'DocgenSans';

/** The font as the resources of typed text, each a dictionary. */
export interface FieldFont {
  /**
   * For a viewer that fills in the form: a font of two bytes to a letter (ISO 32000-1, 9.7), which has all characters.
   */
  readonly all: string;
  /**
   * For a program that writes text into the empty appearance and knows only fonts of one byte to a letter, as qpdf: the
   * same glyphs in WinAnsiEncoding.
   */
  readonly winAnsi: string;
}

/** The entry of a field for the style of its text. Of size 0, the viewer makes it fit the field. */
export const TEXT_STYLE = `/DA (/${NAME} 0 Tf 0 g)`;

export function addFieldFont(file: PdfFile): FieldFont {
  const { programBytes, box, ascent, descent, capHeight, widths } = FONT;
  const program = file.addBytes(`/Filter /FlateDecode\n/Length1 ${programBytes}`, PROGRAM);
  const descriptor = file.add(
    `<</Type /FontDescriptor\n/FontName /DocgenSansForm\n/Flags 32\n/FontBBox [${box.join(' ')}]\n/ItalicAngle 0\n` +
      `/Ascent ${ascent}\n/Descent ${descent}\n/CapHeight ${capHeight}\n/StemV 80\n/FontFile2 ${program} 0 R>>`,
  );
  const glyphs = file.add(
    '<</Type /Font\n/Subtype /CIDFontType2\n/BaseFont /DocgenSansForm\n' +
      '/CIDSystemInfo <</Registry (Adobe)\n/Ordering (Identity)\n/Supplement 0>>\n' +
      `/FontDescriptor ${descriptor} 0 R\n/CIDToGIDMap /Identity\n/W [1 [${widths.join(' ')}]]>>`,
  );
  const all = file.add(
    '<</Type /Font\n/Subtype /Type0\n/BaseFont /DocgenSansForm\n/Encoding /Identity-H\n' +
      `/DescendantFonts [${glyphs} 0 R]\n/ToUnicode ${file.addStream('', TO_UNICODE)} 0 R>>`,
  );
  const winAnsi = file.add(
    '<</Type /Font\n/Subtype /TrueType\n/BaseFont /DocgenSansForm\n/FirstChar 32\n/LastChar 255\n' +
      `/Widths [${WIN_ANSI_WIDTHS}]\n/FontDescriptor ${descriptor} 0 R\n/Encoding /WinAnsiEncoding>>`,
  );
  return { all: resources(all), winAnsi: resources(winAnsi) };
}

function resources(font: number): string {
  return `<</Font <</${NAME} ${font} 0 R>>>>`;
}

/** Widths of the codes from 32 to 255. */
const WIN_ANSI_WIDTHS = Array.from(
  new TextDecoder('windows-1252').decode(Uint8Array.from({ length: 224 }, (_, index) => index + 32)),
  (character) => FONT.widths[FONT.characters.indexOf(character)] ?? 0,
).join(' ');

/** The character of each glyph. */
const TO_UNICODE = `/CIDInit /ProcSet findresource begin
12 dict begin
begincmap
/CIDSystemInfo <</Registry (Adobe) /Ordering (UCS) /Supplement 0>> def
/CMapName /Adobe-Identity-UCS def
/CMapType 2 def
1 begincodespacerange
<0000> <FFFF>
endcodespacerange
${characterRanges(FONT.characters)}
endcmap
CMapName currentdict /CMap defineresource pop
end
end`;

/** Ranges of characters that follow each other, none across a change of the first byte (ISO 32000-1, 9.10.3). */
function characterRanges(characters: string): string {
  const ranges: { first: number; last: number; code: number }[] = [];
  for (const [index, character] of [...characters].entries()) {
    const [glyph, code, range] = [index + 1, character.codePointAt(0) ?? 0, ranges.at(-1)];
    const follows = range !== undefined && code - range.code === glyph - range.first;
    if (follows && glyph % 256 !== 0 && code % 256 !== 0) range.last = glyph;
    else ranges.push({ first: glyph, last: glyph, code });
  }
  const hex = (number: number) => `<${number.toString(16).toUpperCase().padStart(4, '0')}>`;
  const lines = ranges.map(({ first, last, code }) => `${hex(first)} ${hex(last)} ${hex(code)}`);
  return `${lines.length} beginbfrange\n${lines.join('\n')}\nendbfrange`;
}
