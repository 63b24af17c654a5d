import { unreadable } from '../refusal.ts';
import { NO_POSITIONS, type PdfSource } from './source.ts';
import { PdfArray, PdfDict, PdfReference, type PdfValue } from './values.ts';

/** Where an object is: at a position of the file, or in an object stream. */
type ObjectPlace = { readonly at: number; readonly generation: number } | { readonly within: number };

/** Numbers above are not used by other programs either (ISO 32000-1, annex C). */
const MAX_ID = 8_388_607;
/** A file of 10 MiB has at most some 250,000. */
const MAX_OBJECTS = 300_000;
/** Each time that a program appends to a file, there is one more. */
const MAX_SECTIONS = 1_000;
/** The end of a file has the position of its last section, and may be followed by blank lines. */
const END_BYTES = 1_024;

const SUBSECTION = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})(?=[\0\t\n\f\r ])/y;
/** ISO 32000-1, 7.5.4. */
const LINE = /(\d{10}) (\d{5}) ([nf])/y;

export const LOOP = 'its objects refer to each other without end';

/** The cross-references of a PDF: tables or streams, the newest section first, each with the position of the one before. */
export class CrossReferences {
  readonly #source: PdfSource;
  readonly #places = new Map<number, ObjectPlace | undefined>();
  /** The position of the newest section. */
  readonly newest: number;
  /** Whether the newest section is a stream. */
  readonly hasStream: boolean;
  /** Of the newest section. */
  readonly trailer: PdfDict;

  /** @throws SealError */
  constructor(source: PdfSource) {
    this.#source = source;
    const ends = source.text.slice(-END_BYTES).matchAll(/startxref\s+(\d{1,10})\s/g);
    const [, newest] = [...ends].at(-1) ?? [];
    if (newest === undefined) throw unreadable('its end is missing; send the whole file');
    this.newest = Number(newest);
    this.hasStream = !source.text.startsWith('xref', this.newest);
    this.trailer = this.#readSections();
  }

  /** Of objects that there are, or were before something was appended. */
  get ids(): IterableIterator<number> {
    return this.#places.keys();
  }

  placeOf(id: number): ObjectPlace | undefined {
    return this.#places.get(id);
  }

  /** The first number that no object has. */
  get size(): number {
    const declared = this.trailer.get('Size');
    let size = typeof declared === 'number' ? Math.max(0, Math.ceil(declared)) : 0;
    for (const id of this.#places.keys()) size = Math.max(size, id + 1);
    // A new object needs a few numbers.
    if (size > MAX_ID - 100) throw unreadable(`it has object numbers above ${MAX_ID - 100}`);
    return size;
  }

  /** @returns the newest trailer */
  #readSections(): PdfDict {
    const positions = new Set([this.newest]);
    let first: PdfDict | undefined;
    // The set grows during the loop.
    for (const position of positions) {
      if (positions.size > MAX_SECTIONS)
        throw unreadable(`it was appended to more than ${MAX_SECTIONS} times`);
      const isTable = this.#source.text.startsWith('xref', position);
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
    const parser = this.#source.parserAt(position + 'xref'.length);
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
    const stream = this.#source.objectAt(position);
    const { value: trailer } = stream;
    const content = this.#source.content(stream, unlessReference);
    if (!(trailer instanceof PdfDict) || content === undefined) throw unreadable(NO_POSITIONS);
    const [kindWidth = 0, whereWidth = 0, lastWidth = 0] = numbersIn(trailer.get('W'));
    const width = kindWidth + whereWidth + lastWidth;
    if (width === 0 || Math.max(kindWidth, whereWidth, lastWidth) > 6) throw unreadable(NO_POSITIONS);
    const read = (at: number, bytes: number) => (bytes === 0 ? 0 : content.readUIntBE(at, bytes));
    const index = numbersIn(trailer.get('Index') ?? null);
    const parts = index.length > 0 ? index : [0, Number(trailer.get('Size'))];
    let line = 0;
    for (let part = 0; part + 1 < parts.length; part += 2) {
      const [first = 0, count = 0] = [parts[part], parts[part + 1]];
      for (let id = first; id < first + count && line + width <= content.length; id += 1) {
        const kind = kindWidth === 0 ? 1 : read(line, kindWidth);
        const where = read(line + kindWidth, whereWidth);
        const last = read(line + kindWidth + whereWidth, lastWidth);
        this.#place(id, readPlace(kind, where, last));
        line += width;
      }
    }
    return trailer;
  }

  /** Of several places of an object, the newest counts, which is read first. */
  #place(id: number, place: ObjectPlace | undefined): void {
    if (this.#places.has(id)) return;
    if (!(id <= MAX_ID)) throw unreadable(`it has object numbers above ${MAX_ID}`);
    if (this.#places.size >= MAX_OBJECTS) throw unreadable(`it has more than ${MAX_OBJECTS} objects`);
    this.#places.set(id, place);
  }
}

/** No object can be found while the cross-references are read. */
function unlessReference(value: PdfValue): PdfValue {
  return value instanceof PdfReference ? null : value;
}

function numbersIn(value: PdfValue): number[] {
  const items = value instanceof PdfArray ? value.items : [];
  return items.map((item) => {
    if (typeof item !== 'number' || !Number.isInteger(item) || item < 0) throw unreadable(NO_POSITIONS);
    return item;
  });
}

function readPlace(kind: number, where: number, last: number): ObjectPlace | undefined {
  // Programs disagree about kinds that the standard does not know.
  if (kind > 2) throw unreadable(NO_POSITIONS);
  if (kind === 1) return { at: where, generation: last };
  return kind === 2 ? { within: where } : undefined;
}
