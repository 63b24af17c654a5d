import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** A line for each range of characters, in hexadecimal. `npm run generate` writes it from the fonts. */
const FILE = path.join(import.meta.dirname, '..', '..', '..', 'templates-html', 'fonts', 'coverage.txt');

/** Number of code points in Unicode. */
const CHARACTERS = 0x110000;

/** Characters that need no glyph: joiners, variation selectors, soft hyphens, direction marks, line breaks. */
const NEEDS_NO_GLYPH = /[\p{Default_Ignorable_Code_Point}\t\n\r]/u;

/** Printable ASCII, which every font has. */
const ASCII = /^[\x20-\x7e\t\n\r]*$/;

/** The characters for which at least one font has a glyph: a bitmap of all code points, 136 KB. */
export class FontCoverage {
  readonly #bits = new Uint8Array(CHARACTERS / 8);

  add(first: number, last: number): void {
    for (let code = first; code <= last; code++) {
      const byte = code >> 3;
      this.#bits[byte] = (this.#bits[byte] ?? 0) | (1 << (code & 7));
    }
  }

  has(code: number): boolean {
    return ((this.#bits[code >> 3] ?? 0) & (1 << (code & 7))) !== 0;
  }

  /**
   * The first character of a text that no font can draw, neither composed nor decomposed: text engines use both of
   * Unicode's normal forms.
   */
  firstMissing(text: string): string | undefined {
    if (ASCII.test(text)) return undefined;
    for (const character of text.normalize('NFC')) {
      if (this.has(character.codePointAt(0) ?? 0) || NEEDS_NO_GLYPH.test(character)) continue;
      const parts = Array.from(character.normalize('NFD'));
      if (parts.length === 1 || !parts.every((part) => this.has(part.codePointAt(0) ?? 0))) return character;
    }
    return undefined;
  }
}

/** Reads for which characters the fonts of the documents have glyphs. */
export async function readFontCoverage(): Promise<FontCoverage> {
  const coverage = new FontCoverage();
  for (const range of (await readFile(FILE, 'utf8')).trim().split('\n')) {
    const [first, last] = range.split('-').map((code) => Number.parseInt(code, 16));
    coverage.add(first ?? 0, last ?? 0);
  }
  return coverage;
}
