import { open } from 'node:fs/promises';

/**
 * The characters for which at least one of the fonts has a glyph, from their tables `cmap`.
 * @param files TrueType or OpenType files
 * @throws Error for a file without a subtable of format 4 or 12
 */
export async function charactersOf(files: readonly string[]): Promise<Set<number>> {
  const characters = new Set<number>();
  await Promise.all(
    files.map(async (file) => addCharacters(characters, await readTable(file, 'cmap'), file)),
  );
  return characters;
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
function addCharacters(characters: Set<number>, cmap: DataView, file: string): void {
  const subtables = cmap.getUint16(2);
  let known = 0;
  for (let index = 0; index < subtables; index++) {
    const record = 4 + 8 * index;
    if (!isUnicode(cmap.getUint16(record), cmap.getUint16(record + 2))) continue;
    const start = cmap.getUint32(record + 4);
    const format = cmap.getUint16(start);
    if (format === 4) addSegments(characters, cmap, start);
    else if (format === 12) addGroups(characters, cmap, start);
    else continue;
    known += 1;
  }
  if (known === 0) throw new Error(`${file} has no cmap subtable of format 4 or 12`);
}

function isUnicode(platform: number, encoding: number): boolean {
  return platform === 0 || (platform === 3 && (encoding === 1 || encoding === 10));
}

/** Format 4: segments of the Basic Multilingual Plane. Glyph 0 is the box for missing characters. */
function addSegments(characters: Set<number>, cmap: DataView, start: number): void {
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
      if (glyph !== 0 && ((glyph + delta) & 0xffff) !== 0) characters.add(code);
    }
  }
}

/** Format 12: groups of consecutive characters and glyphs. */
function addGroups(characters: Set<number>, cmap: DataView, start: number): void {
  const groups = cmap.getUint32(start + 12);
  for (let index = 0; index < groups; index++) {
    const at = start + 16 + 12 * index;
    const [first, last, glyph] = [cmap.getUint32(at), cmap.getUint32(at + 4), cmap.getUint32(at + 8)];
    for (let code = glyph === 0 ? first + 1 : first; code <= last; code++) characters.add(code);
  }
}
