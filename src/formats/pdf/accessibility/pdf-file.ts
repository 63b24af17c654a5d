import { inflateSync } from 'node:zlib';
import { PdfDict } from './pdf-dict.ts';
import { compressedStream, END_STREAM, PdfWriter, STREAM, streamOf } from './pdf-writer.ts';

/** Behind the number of an object. */
const BEGIN = ' 0 obj\n';
const END = '\nendobj';

/** Between the cross-reference table and the trailer dictionary. */
const TRAILER = 'trailer\n';

/** The position of an object in the file: the start of its text, and its end. */
interface ObjectRange {
  readonly text: number;
  readonly to: number;
}

/**
 * A PDF as Chromium writes it: one cross-reference table at the end, and no object streams. Objects are read and
 * changed as text. The new file has them in object streams, and a cross-reference stream; unchanged streams are copied.
 */
export class PdfFile {
  readonly #bytes: Buffer;
  /** The bytes as Latin-1: one character per byte. */
  readonly #text: string;
  /** Number of an object → its position, in file order. */
  readonly #places: ReadonlyMap<number, ObjectRange>;
  readonly #changed = new Map<number, string | Buffer>();
  readonly #removed = new Set<number>();
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
    return object.slice(0, end === -1 ? object.lastIndexOf(END) : end);
  }

  /** @throws Error if the object is not a dictionary or a stream */
  dict(id: number): PdfDict {
    const changed = this.#changed.get(id);
    return typeof changed === 'string'
      ? new PdfDict(changed)
      : new PdfDict(this.#text, this.#placeOf(id).text);
  }

  /** @param object its text, or a stream with its dictionary */
  change(id: number, object: string | Buffer): void {
    this.#changed.set(id, object);
  }

  /** Leaves out an object to which nothing refers any more. */
  remove(id: number): void {
    this.#removed.add(id);
  }

  /** Adds an entry to a dictionary. */
  extend(id: number, entry: string): void {
    this.change(
      id,
      this.read(id).replace(/>>$/, () => `\n${entry}>>`),
    );
  }

  /** @returns the number of a new object */
  add(object: string | Buffer = ''): number {
    const id = this.#size++;
    this.change(id, object);
    return id;
  }

  /** The decompressed content of a stream, as Latin-1. */
  readStream(id: number): string {
    const dictionary = this.read(id);
    const dict = new PdfDict(dictionary);
    const filter = dict.get('Filter');
    if (filter !== undefined && filter !== '/FlateDecode')
      throw new Error(`the PDF has contents in object ${id} that are compressed in another way`);
    const start = this.#placeOf(id).text + dictionary.length + STREAM.length;
    const bytes = this.#bytes.subarray(start, start + dict.number('Length'));
    // The contents of an empty page are not compressed.
    return (filter === undefined ? bytes : inflateSync(bytes)).toString('latin1');
  }

  changeStream(id: number, content: string): void {
    this.change(id, compressedStream('', content));
  }

  /**
   * @param entries the entries of its dictionary, without filter and length
   * @param content as Latin-1
   * @returns the number of a new stream
   */
  addStream(entries: string, content: string): number {
    return this.add(compressedStream(`${entries}\n`, content));
  }

  /**
   * @param content as the filter among the entries makes it, if there is one
   * @returns the number of a new stream
   */
  addBytes(entries: string, content: Buffer): number {
    return this.add(streamOf(`${entries}\n`, content));
  }

  /** The whole file, as PDF 1.7, because some additions are newer than the PDF version that Chromium declares. */
  write(): Buffer {
    let capacity = this.#bytes.length;
    for (const changed of this.#changed.values()) if (typeof changed === 'string') capacity += changed.length;
    const file = new PdfWriter(this.#size, capacity);
    const added = [...this.#changed.keys()].filter((id) => !this.#places.has(id));
    for (const id of [...this.#places.keys(), ...added]) {
      if (this.#removed.has(id)) continue;
      const changed = this.#changed.get(id);
      if (changed === undefined) this.#copy(id, file);
      else if (typeof changed === 'string') file.add(id, changed);
      else file.addStream(id, changed);
    }
    return file.end(`/Root ${this.root} 0 R\n/Info ${this.info} 0 R\n`);
  }

  #copy(id: number, file: PdfWriter): void {
    const { text, to } = this.#placeOf(id);
    const end = this.#text.lastIndexOf(END, to);
    if (this.#text.startsWith(END_STREAM, end - END_STREAM.length))
      file.addStream(id, this.#bytes.subarray(text, end));
    else file.copy(id, this.#bytes, text, end);
  }

  #placeOf(id: number): ObjectRange {
    const place = this.#places.get(id);
    if (place === undefined) throw new Error(`the PDF has no object ${id}`);
    return place;
  }
}

const FREE = '0000000000 65535 f \n';

/** Length of a line of the cross-reference table: 20 bytes. */
const LINE = FREE.length;

function readTable(text: string, table: number): Map<number, ObjectRange> {
  const head = /^xref\n0 (\d+)\n/.exec(text.slice(table, table + 32));
  if (head === null) throw new Error('the PDF has no cross-reference table');
  const first = table + head[0].length;
  const starts: [id: number, from: number][] = [];
  for (let id = 0, line = first; id < Number(head[1]); id++, line += LINE) {
    if (text[line + 17] === 'n') starts.push([id, readInteger(text, line)]);
  }
  starts.sort((one, other) => one[1] - other[1]);
  const places = new Map<number, ObjectRange>();
  for (const [index, [id, from]] of starts.entries()) {
    const begin = text.indexOf(BEGIN, from);
    if (readInteger(text, from) !== id || begin - from > 10)
      throw new Error(`the PDF has no object ${id} at the position in its cross-reference table`);
    places.set(id, { text: begin + BEGIN.length, to: starts[index + 1]?.[1] ?? table });
  }
  return places;
}

/** The digits at a position, as a number. */
function readInteger(text: string, at: number): number {
  let value = 0;
  for (
    let digit = text.charCodeAt(at) - DIGIT_0;
    digit >= 0 && digit <= 9;
    digit = text.charCodeAt(++at) - DIGIT_0
  )
    value = 10 * value + digit;
  return value;
}

const DIGIT_0 = 48;
