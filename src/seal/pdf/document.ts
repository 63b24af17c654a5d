import { inflateSync } from 'node:zlib';
import { unreadable } from '../refusal.ts';
import { undoPredictor } from './predictor.ts';
import {
  PdfArray,
  PdfDict,
  PdfName,
  PdfParser,
  PdfReference,
  type PdfValue,
  type ValueBudget,
} from './values.ts';

/** Where an object is: at a position of the file, or in an object stream. */
type Place = { readonly at: number; readonly generation: number } | { readonly within: number };

/** An object that is no stream, or the dictionary of one. */
export interface PdfObject {
  readonly value: PdfValue;
  /** Position of the object's first byte in the file; undefined for one in an object stream. */
  readonly at: number | undefined;
  /** Position of the stream's first byte in the file; undefined for any other object. */
  readonly streamAt: number | undefined;
}

/** Numbers above are not used by other programs either (ISO 32000-1, annex C). */
const MAX_ID = 8_388_607;
/** A file of 10 MiB has at most some 250,000. */
const MAX_OBJECTS = 300_000;
/** A form of 5,000 fields has 100,000. Each takes up to 300 bytes of the 128 MB of a render process. */
const MAX_VALUES = 300_000;
/** Each time that a program appends to a file, there is one more. */
const MAX_SECTIONS = 1_000;
/** Of all streams that are unpacked, which are those with positions or objects. */
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024;
/** The end of a file has the position of its last section of cross-references, and may be followed by blank lines. */
const END_BYTES = 1_024;
/** References to references. */
const MAX_STEPS = 10;

const OBJECT = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+obj/y;
const SUBSECTION = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})(?=[\0\t\n\f\r ])/y;
const LINE = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,5})[\0\t\n\f\r ]+([nf])/y;

const NO_POSITIONS = 'its cross-references are broken; open it in a program, save it anew, and send that';
const LOOP = 'its objects refer to each other without end';

/**
 * A PDF of any program, as it is: with tables or streams of cross-references, with object streams, and with everything
 * that was appended to it. Hostile files take bounded memory, and time in proportion to their size. What is not needed
 * is not read.
 */
export class PdfDocument {
  readonly bytes: Buffer;
  readonly #text: string;
  readonly #places = new Map<number, Place | undefined>();
  readonly #objects = new Map<number, PdfObject>();
  readonly #packed = new Map<number, ReadonlyMap<number, PdfObject>>();
  readonly #reading = new Set<number>();
  readonly #values: ValueBudget = { left: MAX_VALUES };
  #unpackable = MAX_UNPACKED_BYTES;
  /** The newest trailer. */
  readonly trailer: PdfDict;
  /** The position of the newest section of cross-references. */
  readonly newest: number;
  /** Whether the newest section of cross-references is a stream. */
  readonly hasStream: boolean;
  readonly root: PdfReference;

  /** @throws SealError */
  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.#text = bytes.toString('latin1');
    if (!this.#text.startsWith('%PDF-')) throw unreadable('it does not begin with %PDF-');
    const ends = this.#text.slice(-END_BYTES).matchAll(/startxref\s+(\d{1,10})\s/g);
    const [, newest] = [...ends].at(-1) ?? [];
    if (newest === undefined) throw unreadable('its end is missing; send the whole file');
    this.newest = Number(newest);
    this.hasStream = !this.#text.startsWith('xref', this.newest);
    this.trailer = this.#readSections(this.newest);
    const root = this.trailer.get('Root');
    if (!(root instanceof PdfReference)) throw unreadable('it has no catalogue');
    this.root = root;
  }

  /** The first number that no object has. */
  get size(): number {
    let size = Number(this.trailer.get('Size')) || 0;
    for (const id of this.#places.keys()) size = Math.max(size, id + 1);
    // A new object needs a few numbers.
    if (size > MAX_ID - 100) throw unreadable(`it has object numbers above ${MAX_ID - 100}`);
    return size;
  }

  /** The generation of an object that is changed. */
  generationOf(id: number): number {
    const place = this.#places.get(id);
    return place !== undefined && 'at' in place ? place.generation : 0;
  }

  /** What a value refers to; the value itself if it is no reference; null if there is no such object. */
  resolve(value: PdfValue): PdfValue {
    let resolved = value;
    for (let step = 0; resolved instanceof PdfReference; step += 1) {
      if (step > MAX_STEPS) throw unreadable(LOOP);
      resolved = this.object(resolved.id)?.value ?? null;
    }
    return resolved;
  }

  /** The dictionary that a value is or refers to; undefined for any other value. */
  dict(value: PdfValue): PdfDict | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfDict ? resolved : undefined;
  }

  /** The array that a value is or refers to; undefined for any other value. */
  array(value: PdfValue): PdfArray | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfArray ? resolved : undefined;
  }

  name(value: PdfValue): string | undefined {
    const resolved = this.resolve(value);
    return resolved instanceof PdfName ? resolved.name : undefined;
  }

  /** @throws SealError if it cannot be read; @returns undefined if there is none */
  object(id: number): PdfObject | undefined {
    const known = this.#objects.get(id);
    if (known !== undefined) return known;
    const place = this.#places.get(id);
    if (place === undefined) return undefined;
    const object = 'at' in place ? this.#readAt(id, place.at) : this.#readPacked(place.within).get(id);
    if (object !== undefined) this.#objects.set(id, object);
    return object;
  }

  /** The content of a stream, unpacked; undefined if it is packed in a way that is not known here. */
  content({ value, streamAt }: PdfObject): Buffer | undefined {
    if (!(value instanceof PdfDict) || streamAt === undefined) return undefined;
    const length = this.resolve(value.get('Length'));
    if (typeof length !== 'number' || length < 0 || streamAt + length > this.bytes.length)
      throw unreadable(NO_POSITIONS);
    const bytes = this.bytes.subarray(streamAt, streamAt + length);
    const filters = this.#list(value.get('Filter'));
    if (filters.length === 0) return bytes;
    const [filter] = filters;
    if (filters.length > 1 || this.name(filter ?? null) !== 'FlateDecode') return undefined;
    const parameters = this.dict(this.#list(value.get('DecodeParms'))[0] ?? null);
    const number = (key: string, otherwise: number) =>
      Number(this.resolve(parameters?.get(key) ?? null) ?? otherwise);
    return undoPredictor(this.#inflate(bytes), {
      predictor: number('Predictor', 1),
      columns: number('Columns', 1),
      bytesAPixel: Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8),
    });
  }

  #list(value: PdfValue): readonly PdfValue[] {
    const resolved = this.resolve(value);
    if (resolved === null) return [];
    return resolved instanceof PdfArray ? resolved.items : [resolved];
  }

  #inflate(bytes: Buffer): Buffer {
    try {
      const unpacked = inflateSync(bytes, { maxOutputLength: Math.max(1, this.#unpackable) });
      this.#unpackable -= unpacked.length;
      return unpacked;
    } catch (error) {
      const isTooLong = error instanceof RangeError;
      throw unreadable(isTooLong ? 'what is packed in it is larger than 32 MiB' : NO_POSITIONS);
    }
  }

  /** Reads all cross-references, the newest first. @returns the newest trailer */
  #readSections(newest: number): PdfDict {
    const positions = new Set([newest]);
    let first: PdfDict | undefined;
    // The set grows during the loop.
    for (const position of positions) {
      if (positions.size > MAX_SECTIONS)
        throw unreadable(`it was appended to more than ${MAX_SECTIONS} times`);
      const isTable = this.#text.startsWith('xref', position);
      const trailer = isTable ? this.#readTable(position) : this.#readLines(position);
      first ??= trailer;
      if (trailer.get('Encrypt') !== null)
        throw unreadable('it is encrypted; remove its password, and send that');
      // A file for old and new readers has objects that old readers cannot see in a stream beside the table.
      const hidden = isTable ? trailer.get('XRefStm') : null;
      if (typeof hidden === 'number') this.#readLines(hidden);
      const previous = trailer.get('Prev');
      if (previous === null) continue;
      if (typeof previous !== 'number') throw unreadable(NO_POSITIONS);
      if (positions.has(previous)) throw unreadable(LOOP);
      positions.add(previous);
    }
    if (first === undefined) throw unreadable(NO_POSITIONS);
    return first;
  }

  #readTable(position: number): PdfDict {
    const parser = new PdfParser(this.#text, position + 'xref'.length, this.#values);
    for (let head = parser.match(SUBSECTION); head !== undefined; head = parser.match(SUBSECTION)) {
      const [first, count] = [Number(head[1]), Number(head[2])];
      for (let id = first; id < first + count; id += 1) {
        const line = parser.match(LINE);
        if (line === undefined) throw unreadable(NO_POSITIONS);
        this.#place(id, line[3] === 'n' ? { at: Number(line[1]), generation: Number(line[2]) } : undefined);
      }
    }
    const trailer = parser.match(/trailer/y) === undefined ? null : parser.value();
    if (!(trailer instanceof PdfDict)) throw unreadable(NO_POSITIONS);
    return trailer;
  }

  /** Reads a stream of cross-references. @returns its dictionary, which is the trailer too */
  #readLines(position: number): PdfDict {
    const stream = this.#readAt(undefined, position);
    const { value: trailer } = stream;
    const content = this.content(stream);
    if (!(trailer instanceof PdfDict) || content === undefined) throw unreadable(NO_POSITIONS);
    const [kindWidth = 0, whereWidth = 0, lastWidth = 0] = this.#numbers(trailer.get('W'));
    const width = kindWidth + whereWidth + lastWidth;
    if (width === 0 || Math.max(kindWidth, whereWidth, lastWidth) > 6) throw unreadable(NO_POSITIONS);
    const read = (at: number, bytes: number) => (bytes === 0 ? 0 : content.readUIntBE(at, bytes));
    const index = this.#numbers(trailer.get('Index') ?? null);
    const parts = index.length > 0 ? index : [0, Number(trailer.get('Size'))];
    let line = 0;
    for (let part = 0; part + 1 < parts.length; part += 2) {
      const [first = 0, count = 0] = [parts[part], parts[part + 1]];
      for (let id = first; id < first + count && line + width <= content.length; id += 1) {
        const kind = kindWidth === 0 ? 1 : read(line, kindWidth);
        const where = read(line + kindWidth, whereWidth);
        const last = read(line + kindWidth + whereWidth, lastWidth);
        this.#place(id, placeOf(kind, where, last));
        line += width;
      }
    }
    return trailer;
  }

  /** Of several places of an object, the newest counts, which is read first. */
  #place(id: number, place: Place | undefined): void {
    if (this.#places.has(id)) return;
    if (!(id <= MAX_ID)) throw unreadable(`it has object numbers above ${MAX_ID}`);
    if (this.#places.size >= MAX_OBJECTS) throw unreadable(`it has more than ${MAX_OBJECTS} objects`);
    this.#places.set(id, place);
  }

  #numbers(value: PdfValue): number[] {
    const items = value instanceof PdfArray ? value.items : [];
    return items.map((item) => {
      if (typeof item !== 'number' || !Number.isInteger(item) || item < 0) throw unreadable(NO_POSITIONS);
      return item;
    });
  }

  /** @param id undefined for any */
  #readAt(id: number | undefined, at: number): PdfObject {
    const parser = new PdfParser(this.#text, at, this.#values);
    const head = parser.match(OBJECT);
    if (head === undefined || (id !== undefined && Number(head[1]) !== id)) throw unreadable(NO_POSITIONS);
    const value = parser.value();
    const isStream = value instanceof PdfDict && parser.match(/stream(?:\r?\n|\r)/y) !== undefined;
    return { value, at, streamAt: isStream ? parser.at : undefined };
  }

  /** The objects of an object stream by their numbers. */
  #readPacked(stream: number): ReadonlyMap<number, PdfObject> {
    const known = this.#packed.get(stream);
    if (known !== undefined) return known;
    const place = this.#places.get(stream);
    // An object stream is never in another one.
    if (place === undefined || !('at' in place) || this.#reading.has(stream)) throw unreadable(NO_POSITIONS);
    this.#reading.add(stream);
    const packing = this.#readAt(stream, place.at);
    const { value: dict } = packing;
    const content = this.content(packing)?.toString('latin1');
    if (!(dict instanceof PdfDict) || content === undefined) throw unreadable(NO_POSITIONS);
    const first = this.resolve(dict.get('First'));
    if (typeof first !== 'number') throw unreadable(NO_POSITIONS);
    const values = this.#values;
    const head = new PdfParser(content.slice(0, first), 0, values);
    const objects = new Map<number, PdfObject>();
    for (let pair = head.match(PAIR); pair !== undefined; pair = head.match(PAIR)) {
      const id = Number(pair[1]);
      const start = first + Number(pair[2]);
      const object = {
        // Read when it is needed: most of them are not.
        get value() {
          const value = new PdfParser(content, start, values).value();
          Object.defineProperty(this, 'value', { value });
          return value;
        },
        at: undefined,
        streamAt: undefined,
      };
      if (!objects.has(id)) objects.set(id, object);
    }
    this.#packed.set(stream, objects);
    return objects;
  }
}

const PAIR = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})/y;

function placeOf(kind: number, where: number, last: number): Place | undefined {
  if (kind === 1) return { at: where, generation: last };
  return kind === 2 ? { within: where } : undefined;
}
