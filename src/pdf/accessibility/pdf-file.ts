import { createHash } from 'node:crypto';
import { deflateSync, inflateSync } from 'node:zlib';
import { PdfDict } from './pdf-dict.ts';

/** Compression level. Chromium's level 6 takes four times as long and saves 10 KB of 160. */
const LEVEL = 1;

/** Objects up to this length, in bytes, are copied as text. */
const SHORT = 1_024;

/** Between the dictionary of a stream and its bytes. */
const STREAM = ' stream\n';

/** Between the cross-reference table and the trailer dictionary. */
const TRAILER = 'trailer\n';

/** The position of an object in the file: its start, the start of its text, and its end. */
interface Place {
  readonly from: number;
  readonly text: number;
  readonly to: number;
}

/**
 * A PDF as Chromium writes it: one cross-reference table at the end, and no object streams. Objects are read and
 * changed as text, and written with a new table; unchanged objects are copied.
 */
export class PdfFile {
  readonly #bytes: Buffer;
  /** The bytes as Latin-1: one character per byte. */
  readonly #text: string;
  /** Number of an object → its position, in file order. */
  readonly #places: ReadonlyMap<number, Place>;
  readonly #changed = new Map<number, string | Buffer>();
  #size: number;
  /** Object numbers of the document catalogue and of the document information dictionary. */
  readonly root: number;
  readonly info: number;

  /** @throws Error if the file is not as Chromium writes it */
  constructor(bytes: Buffer) {
    this.#bytes = bytes;
    this.#text = bytes.toString('latin1');
    const [, end] = /startxref\n(\d+)\n%%EOF\s*$/.exec(this.#text.slice(-64)) ?? [];
    if (end === undefined) throw new Error('the PDF has no position of its cross-reference table at its end');
    const table = Number(end);
    this.#places = readTable(this.#text, table);
    const trailer = new PdfDict(this.#text, this.#text.indexOf(TRAILER, table) + TRAILER.length);
    this.#size = trailer.number('Size');
    this.root = trailer.reference('Root');
    this.info = trailer.reference('Info');
  }

  /** The numbers of the objects of the printed file whose text begins with `beginning`, in file order. */
  *idsOf(beginning: string): Generator<number> {
    for (const [id, { text }] of this.#places) {
      if (!this.#text.startsWith(beginning, text)) continue;
      const changed = this.#changed.get(id);
      if (typeof changed !== 'string' || changed.startsWith(beginning)) yield id;
    }
  }

  /** The text of an object; for a stream, its dictionary. */
  read(id: number): string {
    const changed = this.#changed.get(id);
    if (typeof changed === 'string') return changed;
    const { text, to } = this.#placeOf(id);
    const object = this.#text.slice(text, to);
    const end = object.indexOf(STREAM);
    return object.slice(0, end === -1 ? object.lastIndexOf('\nendobj') : end);
  }

  /** @throws Error if the object is not a dictionary or a stream */
  dict(id: number): PdfDict {
    const changed = this.#changed.get(id);
    return typeof changed === 'string'
      ? new PdfDict(changed)
      : new PdfDict(this.#text, this.#placeOf(id).text);
  }

  change(id: number, text: string): void {
    this.#changed.set(id, text);
  }

  /** Adds an entry to a dictionary. */
  extend(id: number, entry: string): void {
    this.change(
      id,
      this.read(id).replace(/>>$/, () => `\n${entry}>>`),
    );
  }

  /** @returns the number of a new object */
  add(text = ''): number {
    const id = this.#size++;
    this.change(id, text);
    return id;
  }

  /** The decompressed content of a stream, as Latin-1. */
  readStream(id: number): string {
    const dictionary = this.read(id);
    const dict = new PdfDict(dictionary);
    if (dict.get('Filter') !== '/FlateDecode')
      throw new Error(`the PDF has no compressed contents in object ${id}`);
    const start = this.#placeOf(id).text + dictionary.length + STREAM.length;
    return inflateSync(this.#bytes.subarray(start, start + dict.number('Length'))).toString('latin1');
  }

  changeStream(id: number, content: string): void {
    this.#changed.set(id, compressedStream('', content));
  }

  /**
   * @param entries the entries of its dictionary, without filter and length
   * @param content as Latin-1
   * @returns the number of a new stream
   */
  addStream(entries: string, content: string): number {
    const id = this.#size++;
    this.#changed.set(id, compressedStream(`${entries}\n`, content));
    return id;
  }

  /**
   * @param content compressed by zlib
   * @returns the number of a new stream
   */
  addCompressed(entries: string, content: Buffer): number {
    const id = this.#size++;
    this.#changed.set(id, streamOf(`${entries}\n`, content));
    return id;
  }

  /** The whole file, as PDF 1.7, because some additions are newer than the PDF version that Chromium declares. */
  write(): Buffer {
    const offsets = new Array<number>(this.#size).fill(0);
    const chunks: Buffer[] = [];
    let length = 0;
    /** Not yet in `chunks`: short objects are joined, because every chunk takes time. */
    let text = '%PDF-1.7\n%\xd3\xeb\xe9\xe1\n';
    const append = (chunk: Buffer) => {
      const before = Buffer.from(text, 'latin1');
      chunks.push(before, chunk);
      length += before.length + chunk.length;
      text = '';
    };
    const added = [...this.#changed.keys()].filter((id) => !this.#places.has(id));
    for (const id of [...this.#places.keys(), ...added]) {
      offsets[id] = length + text.length;
      const changed = this.#changed.get(id);
      if (changed === undefined) {
        const { from, to } = this.#placeOf(id);
        if (to - from < SHORT) text += this.#text.slice(from, to);
        else append(this.#bytes.subarray(from, to));
      } else if (typeof changed === 'string') {
        text += `${id} 0 obj\n${changed}\nendobj\n`;
      } else {
        text += `${id} 0 obj\n`;
        append(changed);
        text += '\nendobj\n';
      }
    }
    append(Buffer.alloc(0));
    const id = identifierOf(chunks);
    const table = length;
    const lines = offsets.map(
      (offset) => `${String(offset).padStart(10, '0')} 00000 ${offset === 0 ? 'f' : 'n'} \n`,
    );
    lines[0] = FREE;
    chunks.push(
      Buffer.from(
        `xref\n0 ${this.#size}\n${lines.join('')}trailer\n<</Size ${this.#size}\n/Root ${this.root} 0 R\n` +
          `/Info ${this.info} 0 R\n/ID [<${id}> <${id}>]>>\nstartxref\n${table}\n%%EOF\n`,
      ),
    );
    return Buffer.concat(chunks);
  }

  #placeOf(id: number): Place {
    const place = this.#places.get(id);
    if (place === undefined) throw new Error(`the PDF has no object ${id}`);
    return place;
  }
}

function compressedStream(entries: string, content: string): Buffer {
  return streamOf(entries, deflateSync(Buffer.from(content, 'latin1'), { level: LEVEL }));
}

function streamOf(entries: string, data: Buffer): Buffer {
  const head = `<<${entries}/Filter /FlateDecode\n/Length ${data.length}>>${STREAM}`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from('\nendstream')]);
}

/** The file identifier: 16 bytes in hexadecimal (ISO 32000-1, 14.4). */
function identifierOf(chunks: readonly Buffer[]): string {
  const hash = createHash('sha256');
  for (const chunk of chunks) hash.update(chunk);
  return hash.digest('hex').slice(0, 32);
}

const FREE = '0000000000 65535 f \n';

/** Length of a line of the cross-reference table: 20 bytes. */
const LINE = FREE.length;

function readTable(text: string, table: number): Map<number, Place> {
  const head = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 32));
  if (head === null) throw new Error('the PDF has no cross-reference table');
  const first = table + head[0].length;
  const starts: [id: number, from: number][] = [];
  for (let id = 0; id < Number(head[1]); id++) {
    const line = first + id * LINE;
    if (text[line + 17] === 'n') starts.push([id, Number(text.slice(line, line + 10))]);
  }
  starts.sort((one, other) => one[1] - other[1]);
  const places = new Map<number, Place>();
  for (const [index, [id, from]] of starts.entries()) {
    const head = `${id} 0 obj\n`;
    if (!text.startsWith(head, from))
      throw new Error(`the PDF has no object ${id} at the position in its cross-reference table`);
    places.set(id, { from, text: from + head.length, to: starts[index + 1]?.[1] ?? table });
  }
  return places;
}
