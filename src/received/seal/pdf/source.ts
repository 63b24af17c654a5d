import { inflateSync } from 'node:zlib';
import { unreadable } from '../refusal.ts';
import { PdfParser, type ValueBudget } from './parser.ts';
import { undoPredictor } from './predictor.ts';
import { PdfArray, PdfDict, PdfName, PdfReference, type PdfValue } from './values.ts';

/** An object that is no stream, or the dictionary of one. */
export interface PdfObject {
  readonly value: PdfValue;
  /** Position of the object's first byte in the file; undefined for one in an object stream. */
  readonly at: number | undefined;
  /** Position of the stream's first byte in the file; undefined for any other object. */
  readonly streamAt: number | undefined;
}

/** An object is called by both: `4 0 obj`. */
interface ObjectName {
  readonly id: number;
  readonly generation: number;
}

/** What a value refers to; the value itself if it is no reference. */
type Resolve = (value: PdfValue) => PdfValue;

/** A form of 5,000 fields has 100,000. Each takes up to 300 bytes of the 128 MB of a render process. */
const MAX_VALUES = 300_000;
/** Of all streams that are unpacked, which are those with positions, objects or metadata. */
const MAX_UNPACKED_BYTES = 32 * 1_024 * 1_024;

/** The spaces are bounded, since many positions may lead to the same ones. */
const OBJECT = /(\d{1,10})[\0\t\n\f\r ]{1,20}(\d{1,5})[\0\t\n\f\r ]{1,20}obj/y;

export const NO_POSITIONS =
  'its cross-references are broken; open it in a program, save it anew, and send that';

/** The bytes of a PDF, of which only so much is read and unpacked in all. */
export class PdfSource {
  readonly bytes: Buffer;
  /** The bytes as Latin-1. */
  readonly text: string;
  readonly #values: ValueBudget = { left: MAX_VALUES };
  #unpackable = MAX_UNPACKED_BYTES;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
    this.text = bytes.toString('latin1');
  }

  /** @param text what is read, if it is not the file itself */
  parserAt(position: number, text = this.text): PdfParser {
    return new PdfParser(text, position, this.#values);
  }

  /**
   * @param expected the object; undefined for any
   * @throws SealError if there is none
   */
  objectAt(position: number, expected?: ObjectName): PdfObject {
    const parser = this.parserAt(position);
    const name = nameIn(parser.match(OBJECT));
    const isOther =
      expected !== undefined && (name?.id !== expected.id || name.generation !== expected.generation);
    if (name === undefined || isOther) throw unreadable(NO_POSITIONS);
    const value = parser.value();
    const isStream = value instanceof PdfDict && parser.match(/stream(?:\r?\n|\r)/y) !== undefined;
    if (!isStream && parser.match(/endobj/y) === undefined) throw unreadable(NO_POSITIONS);
    return { value, at: position, streamAt: isStream ? parser.at : undefined };
  }

  /** What the object at a position is called in the file; undefined if there is none exactly there. */
  nameAt(position: number): ObjectName | undefined {
    OBJECT.lastIndex = position;
    return nameIn(OBJECT.exec(this.text));
  }

  /**
   * The content of a stream, unpacked; undefined if it is none, or packed in a way that is not known here.
   * @throws SealError if it is broken or too large
   */
  content({ value, streamAt }: PdfObject, resolve: Resolve): Buffer | undefined {
    if (!(value instanceof PdfDict) || streamAt === undefined) return undefined;
    const length = resolve(value.get('Length'));
    if (typeof length !== 'number' || length < 0 || streamAt + length > this.bytes.length)
      throw unreadable(NO_POSITIONS);
    if (this.parserAt(streamAt + length).match(/endstream\s+endobj/y) === undefined)
      throw unreadable(NO_POSITIONS);
    const bytes = this.bytes.subarray(streamAt, streamAt + length);
    const [filter, ...others] = listOf(resolve(value.get('Filter'))).map(resolve);
    if (filter === undefined) return bytes;
    if (others.length > 0 || !(filter instanceof PdfName) || filter.name !== 'FlateDecode') return undefined;
    const [given = null] = listOf(resolve(value.get('DecodeParms'))).map(resolve);
    const number = (key: string, otherwise: number) =>
      Number((given instanceof PdfDict ? resolve(given.get(key)) : null) ?? otherwise);
    return undoPredictor(this.#inflate(bytes), {
      predictor: number('Predictor', 1),
      columns: number('Columns', 1),
      bytesAPixel: Math.ceil((number('Colors', 1) * number('BitsPerComponent', 8)) / 8),
    });
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
}

function nameIn(head: RegExpExecArray | null | undefined): ObjectName | undefined {
  return head ? { id: Number(head[1]), generation: Number(head[2]) } : undefined;
}

function listOf(value: PdfValue): readonly PdfValue[] {
  if (value === null || value instanceof PdfReference) return [];
  return value instanceof PdfArray ? value.items : [value];
}
