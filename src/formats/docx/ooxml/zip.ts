import { crc32, deflateRawSync } from 'node:zlib';
import { remembered } from '../../../lib/remembered.ts';

/** For XML, level 3 takes 0.7 of the time of level 4, and a third of that of level 6; the file is 2 % larger, and 7 %. */
const LEVEL = 3;
/** 1 January 1980, the earliest date of the format; constant, so that the same files give the same bytes. */
const DATE = 0x0021;
const VERSION = 20;
const UTF8 = 0x0800;
const DEFLATED = 8;

interface Compressed {
  readonly data: Uint8Array;
  readonly checksum: number;
}

/** A content that is the same object in many files, such as the styles of a template, is compressed once. */
const known = new WeakMap<Uint8Array, Compressed>();

/**
 * A zip file with deflated entries.
 * @param files names → content, in the order of the file
 */
export function zip(files: ReadonlyMap<string, Uint8Array>): Uint8Array {
  const pieces: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of files) {
    const path = Buffer.from(name);
    const compressed = compress(content);
    const fields = entryFields(path, content, compressed);
    const local = [signature(0x04034b50), fields, path, compressed.data];
    pieces.push(...local);
    directory.push(...directoryEntry(fields, offset), path);
    offset += lengthOf(local);
  }
  return Buffer.concat([...pieces, ...directory, endRecord(files.size, lengthOf(directory), offset)]);
}

function compress(content: Uint8Array): Compressed {
  return remembered(known, content, () => ({
    data: deflateRawSync(content, { level: LEVEL }),
    checksum: crc32(content),
  }));
}

/** The fields that the local header and the directory entry share. */
function entryFields(path: Uint8Array, content: Uint8Array, { data, checksum }: Compressed): Buffer {
  const fields = Buffer.alloc(26);
  fields.writeUInt16LE(VERSION, 0);
  fields.writeUInt16LE(UTF8, 2);
  fields.writeUInt16LE(DEFLATED, 4);
  fields.writeUInt16LE(DATE, 8);
  fields.writeUInt32LE(checksum, 10);
  fields.writeUInt32LE(data.length, 14);
  fields.writeUInt32LE(content.length, 18);
  fields.writeUInt16LE(path.length, 22);
  return fields;
}

/** Without a comment and without file system attributes. */
function directoryEntry(fields: Buffer, offset: number): Buffer[] {
  const rest = Buffer.alloc(14);
  rest.writeUInt32LE(offset, 10);
  const made = Buffer.alloc(2);
  made.writeUInt16LE(VERSION);
  return [signature(0x02014b50), made, fields, rest];
}

function lengthOf(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((sum, { length }) => sum + length, 0);
}

function endRecord(entries: number, size: number, offset: number): Buffer {
  const record = Buffer.alloc(22);
  record.writeUInt32LE(0x06054b50, 0);
  record.writeUInt16LE(entries, 8);
  record.writeUInt16LE(entries, 10);
  record.writeUInt32LE(size, 12);
  record.writeUInt32LE(offset, 16);
  return record;
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(value);
  return bytes;
}
