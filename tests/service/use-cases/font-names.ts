import { readdirSync, readFileSync } from 'node:fs';

const FONTS = new URL('../../../templates-html/fonts/', import.meta.url);
const POSTSCRIPT_NAME = 6;
const WINDOWS = 3;

/** The PostScript names of the project's fonts. */
export function fontNames(): Set<string> {
  const files = readdirSync(FONTS).filter((file) => file.endsWith('.ttf'));
  return new Set(files.map((file) => postScriptName(readFileSync(new URL(file, FONTS)))));
}

/**
 * OpenType: the table directory is at byte 12, 16 bytes per table; the name records are at byte 6, 12 bytes per name.
 */
function postScriptName(font: Buffer): string {
  const directory = Array.from({ length: font.readUInt16BE(4) }, (_, index) => 12 + 16 * index);
  const entry = directory.find((at) => font.toString('latin1', at, at + 4) === 'name');
  if (entry === undefined) throw new Error('a font has no name table');
  const table = font.readUInt32BE(entry + 8);
  const records = Array.from({ length: font.readUInt16BE(table + 2) }, (_, index) => table + 6 + 12 * index);
  const record = records.find(
    (at) => font.readUInt16BE(at) === WINDOWS && font.readUInt16BE(at + 6) === POSTSCRIPT_NAME,
  );
  if (record === undefined) throw new Error('a font has no PostScript name');
  const start = table + font.readUInt16BE(table + 4) + font.readUInt16BE(record + 10);
  return new TextDecoder('utf-16be').decode(font.subarray(start, start + font.readUInt16BE(record + 8)));
}
