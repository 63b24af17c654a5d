import { unreadable } from '../refusal.ts';
import { CrossReferences, LOOP } from './cross-references.ts';
import { NO_POSITIONS, type PdfObject, PdfSource } from './source.ts';
import { PdfArray, PdfDict, PdfName, PdfReference, type PdfValue } from './values.ts';

/** References to references. */
const MAX_STEPS = 10;

const PAIR = /(\d{1,10})[\0\t\n\f\r ]+(\d{1,10})/y;

/**
 * A PDF of any program, as it is: with tables or streams of cross-references, with object streams, and with everything
 * that was appended to it. Hostile files take bounded memory, and time in proportion to their size. What is not needed
 * is not read.
 */
export class PdfDocument {
  readonly #source: PdfSource;
  readonly #objects = new Map<number, PdfObject>();
  readonly #packed = new Map<number, ReadonlyMap<number, PdfObject>>();
  readonly #unpacking = new Set<number>();
  readonly crossReferences: CrossReferences;
  /** The document catalogue. */
  readonly root: PdfReference;

  /** @throws SealError */
  constructor(bytes: Buffer) {
    this.#source = new PdfSource(bytes);
    if (!this.#source.text.startsWith('%PDF-')) throw unreadable('it does not begin with %PDF-');
    this.crossReferences = new CrossReferences(this.#source);
    this.#checkGenerations();
    const root = this.crossReferences.trailer.get('Root');
    if (!(root instanceof PdfReference)) throw unreadable('it has no catalogue');
    this.root = root;
  }

  /** Other programs do not find an object whose generation differs from that of its cross-reference. */
  #checkGenerations(): void {
    for (const id of this.crossReferences.ids) {
      const place = this.crossReferences.placeOf(id);
      if (place === undefined || !('at' in place)) continue;
      const name = this.#source.nameAt(place.at);
      if (name?.id === id && name.generation !== place.generation) throw unreadable(NO_POSITIONS);
    }
  }

  get bytes(): Buffer {
    return this.#source.bytes;
  }

  /** The generation of an object that is changed. */
  generationOf(id: number): number {
    const place = this.crossReferences.placeOf(id);
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
    const place = this.crossReferences.placeOf(id);
    if (place === undefined) return undefined;
    const object =
      'at' in place
        ? this.#source.objectAt(place.at, { id, ...place })
        : this.#readPacked(place.within).get(id);
    if (object !== undefined) this.#objects.set(id, object);
    return object;
  }

  /** The bytes of a stream as they are written; undefined if the object is none. */
  packedBytes({ value, streamAt }: PdfObject): Buffer | undefined {
    if (!(value instanceof PdfDict) || streamAt === undefined) return undefined;
    const length = this.resolve(value.get('Length'));
    return this.bytes.subarray(streamAt, streamAt + (typeof length === 'number' ? length : 0));
  }

  /** As `PdfSource.content`. */
  content(object: PdfObject): Buffer | undefined {
    return this.#source.content(object, (value) => this.resolve(value));
  }

  #readPacked(stream: number): ReadonlyMap<number, PdfObject> {
    const known = this.#packed.get(stream);
    if (known !== undefined) return known;
    const place = this.crossReferences.placeOf(stream);
    // An object stream is never in another one.
    if (place === undefined || !('at' in place) || this.#unpacking.has(stream))
      throw unreadable(NO_POSITIONS);
    this.#unpacking.add(stream);
    const packing = this.#source.objectAt(place.at, { id: stream, ...place });
    const { value: dict } = packing;
    const content = this.content(packing)?.toString('latin1');
    if (!(dict instanceof PdfDict) || content === undefined) throw unreadable(NO_POSITIONS);
    const first = this.resolve(dict.get('First'));
    if (typeof first !== 'number') throw unreadable(NO_POSITIONS);
    const source = this.#source;
    const head = source.parserAt(0, content.slice(0, first));
    const objects = new Map<number, PdfObject>();
    for (let pair = head.match(PAIR); pair !== undefined; pair = head.match(PAIR)) {
      const id = Number(pair[1]);
      const start = first + Number(pair[2]);
      const object = {
        // Read when it is needed: most of them are not.
        get value() {
          const value = source.parserAt(start, content).value();
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
