import { createHash } from 'node:crypto';
import { deflateSync } from 'node:zlib';

/** Compression level. Chromium's level 6 takes three times as long and saves a tenth; level 1 saves a twentieth of the time. */
const LEVEL = 2;

/** Objects in an object stream. A reader unpacks all of them when it needs one. */
const MAX_PACKED = 500;

/** Between the dictionary of a stream and its bytes, and after them. */
export const STREAM = ' stream\n';
export const END_STREAM = '\nendstream';

/** Bytes of a line of the cross-reference stream: its kind, a position or the number of an object stream, an index. */
const FIELDS = [1, 4, 2];
const LINE = 7;
const [AT_POSITION, IN_OBJECT_STREAM] = [1, 2];
/** In the line of object 0, which is unused. All others that are unused have zeros. */
const FIRST_UNUSED = 65_535;

/** Writes a PDF. Streams are objects of their own, all others are packed into object streams (ISO 32000-1, 7.5.7). */
export class PdfWriter {
  readonly #chunks: Buffer[] = [Buffer.from('%PDF-1.7\n%\xd3\xeb\xe9\xe1\n', 'latin1')];
  #length = 15;
  #size: number;
  /** The objects of the next object stream, and their numbers and positions in it. */
  readonly #packed: Buffer;
  #packedLength = 0;
  #packedPlaces: string[] = [];
  /** The cross-reference stream: a line for each number. */
  readonly #lines: Buffer;

  /**
   * @param size the first number that no object has
   * @param capacity the length of all objects that are not streams
   */
  constructor(size: number, capacity: number) {
    this.#size = size;
    this.#packed = Buffer.allocUnsafe(capacity + size);
    this.#lines = Buffer.alloc((size + Math.ceil(size / MAX_PACKED) + 1) * LINE);
    this.#setLine(0, 0, 0, FIRST_UNUSED);
  }

  /** @param object any but a stream; as Latin-1 */
  add(id: number, object: string): void {
    const end = this.#packedLength + this.#packed.write(object, this.#packedLength, 'latin1');
    this.#pack(id, end);
  }

  /** Adds an object as it is in another file. */
  copy(id: number, from: Buffer, start: number, end: number): void {
    this.#pack(id, this.#packedLength + from.copy(this.#packed, this.#packedLength, start, end));
  }

  addStream(id: number, object: Buffer): void {
    this.#setLine(id, AT_POSITION, this.#length, 0);
    const pieces = [Buffer.from(`${id} 0 obj\n`), object, Buffer.from('\nendobj\n')];
    this.#chunks.push(...pieces);
    for (const piece of pieces) this.#length += piece.length;
  }

  /**
   * @param trailer the entries of the trailer, with a line break after each
   * @returns the file
   */
  end(trailer: string): Buffer {
    this.#writePacked();
    const hash = createHash('sha256');
    for (const chunk of this.#chunks) hash.update(chunk);
    // 16 bytes in hexadecimal (ISO 32000-1, 14.4).
    const identifier = hash.digest('hex').slice(0, 32);
    const position = this.#length;
    const id = this.#size++;
    this.#setLine(id, AT_POSITION, position, 0);
    const lines = this.#lines.subarray(0, this.#size * LINE);
    const entries = `/Type /XRef\n/Size ${this.#size}\n/W [${FIELDS.join(' ')}]\n${trailer}/ID [<${identifier}> <${identifier}>]\n`;
    this.addStream(id, compressedStream(entries, lines));
    this.#chunks.push(Buffer.from(`startxref\n${position}\n%%EOF\n`));
    return Buffer.concat(this.#chunks);
  }

  /** @param end position behind the object among those that are packed */
  #pack(id: number, end: number): void {
    this.#setLine(id, IN_OBJECT_STREAM, this.#size, this.#packedPlaces.length);
    this.#packedPlaces.push(`${id} ${this.#packedLength} `);
    this.#packed[end] = LINE_BREAK;
    this.#packedLength = end + 1;
    if (this.#packedPlaces.length === MAX_PACKED) this.#writePacked();
  }

  #writePacked(): void {
    const places = this.#packedPlaces;
    if (places.length === 0) return;
    const head = Buffer.from(places.join(''));
    const content = Buffer.concat([head, this.#packed.subarray(0, this.#packedLength)]);
    const entries = `/Type /ObjStm\n/N ${places.length}\n/First ${head.length}\n`;
    this.addStream(this.#size++, compressedStream(entries, content));
    this.#packedPlaces = [];
    this.#packedLength = 0;
  }

  #setLine(id: number, kind: number, where: number, index: number): void {
    const lines = this.#lines;
    let at = lines.writeUInt8(kind, id * LINE);
    at = lines.writeUInt32BE(where, at);
    lines.writeUInt16BE(index, at);
  }
}

const LINE_BREAK = 10;

/**
 * @param entries with a line break after each
 * @param content bytes, or Latin-1
 */
export function compressedStream(entries: string, content: string | Buffer): Buffer {
  const bytes = typeof content === 'string' ? Buffer.from(content, 'latin1') : content;
  return streamOf(`${entries}/Filter /FlateDecode\n`, deflateSync(bytes, { level: LEVEL }));
}

/** @param entries with a line break after each */
export function streamOf(entries: string, data: Buffer): Buffer {
  const head = `<<${entries}/Length ${data.length}>>${STREAM}`;
  return Buffer.concat([Buffer.from(head), data, Buffer.from(END_STREAM)]);
}
