import { open } from 'node:fs/promises';

/** Number of code points in Unicode. */
const CHARACTERS = 0x110000;

/** Characters that need no glyph: joiners, variation selectors, soft hyphens, direction marks, line breaks. */
const NEEDS_NO_GLYPH = /[\p{Default_Ignorable_Code_Point}\t\n\r]/u;

/** Printable ASCII, which every font has. */
const ASCII = /^[\x20-\x7e\t\n\r]*$/;

/** The characters for which at least one font has a glyph: a bitmap of all code points, 136 KB. */
export class FontCoverage {
  readonly #bits = new Uint8Array(CHARACTERS / 8);

  /** Adds the characters from `first` to `last`. */
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

/**
 * Reads the `cmap` table of each file.
 * @param files TrueType or OpenType files
 * @throws Error for a file without a subtable of format 4 or 12
 */
export async function readFontCoverage(files: readonly string[]): Promise<FontCoverage> {
  const coverage = new FontCoverage();
  await Promise.all(files.map(async (file) => addCharacters(coverage, await readTable(file, 'cmap'), file)));
  return coverage;
}

const TABLE_RECORD_BYTES = 16;

/** The bytes of one table. Large files have megabytes of outlines beside it, which are not read. */
async function readTable(file: string, tag: string): Promise<DataView> {
  await using handle = await open(file);
  const read = async (position: number, length: number) => {
    const { buffer } = await handle.read(Buffer.alloc(length), 0, length, position);
    return buffer;
  };
  const tables = (await read(0, 12)).readUInt16BE(4);
  const records = await read(12, tables * TABLE_RECORD_BYTES);
  for (let at = 0; at < records.length; at += TABLE_RECORD_BYTES) {
    if (records.toString('latin1', at, at + 4) !== tag) continue;
    const { buffer, byteOffset, length } = await read(
      records.readUInt32BE(at + 8),
      records.readUInt32BE(at + 12),
    );
    return new DataView(buffer, byteOffset, length);
  }
  throw new Error(`${file} has no table ${tag}`);
}

/** Adds the characters of every Unicode subtable. */
function addCharacters(coverage: FontCoverage, cmap: DataView, file: string): void {
  const subtables = cmap.getUint16(2);
  let known = 0;
  for (let index = 0; index < subtables; index++) {
    const record = 4 + 8 * index;
    if (!isUnicode(cmap.getUint16(record), cmap.getUint16(record + 2))) continue;
    const start = cmap.getUint32(record + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addSegments(coverage, cmap, start);
    else if (format === 12) addGroups(coverage, cmap, start);
    else continue;
    known += 1;
  }
  if (known === 0) throw new Error(`${file} has no cmap subtable of format 4 or 12`);
}

function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

/** Format 4: segments of the Basic Multilingual Plane. Glyph 0 is the box for missing characters. */
function addSegments(coverage: FontCoverage, cmap: DataView, start: number): void {
  const bytes = cmap.getUint16(start + 6);
  const ends = start + 14;
  const starts = ends + bytes + 2;
  const deltas = starts + bytes;
  const offsets = deltas + bytes;
  for (let at = 0; at < bytes; at += 2) {
    const first = cmap.getUint16(starts + at);
    const last = cmap.getUint16(ends + at);
    const delta = cmap.getUint16(deltas + at);
    const offset = cmap.getUint16(offsets + at);
    for (let code = first; code <= last && code !== 0xffff; code++) {
      const place = offsets + at + offset + 2 * (code - first);
      const glyph = offset === 0 ? code : cmap.getUint16(place);
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) coverage.add(code, code);
    }
  }
}

/** Format 12: groups of consecutive characters and glyphs. */
function addGroups(coverage: FontCoverage, cmap: DataView, start: number): void {
  const groups = cmap.getUint32(start + 12);
  for (let index = 0; index < groups; index++) {
    const at = start + 16 + 12 * index;
    const [first, last, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)];
    coverage.add(glyph === 0 ? first + 1 : first, last);
  }
}
