import type { PdfDocument } from '../../seal/pdf/document.ts';
import { PdfArray, PdfDict, PdfReference, type PdfValue } from '../../seal/pdf/values.ts';
import { idOf, isAlike } from './pdf-entries.ts';

const NONE: ReadonlySet<string> = new Set();
/** Of layers, fonts that a file brings along, whose letters may be others, and patterns. */
const UNWRITTEN = new Set([
  ...['OC', 'CharProcs', 'FontFile', 'FontFile2', 'FontFile3', 'CMapName', 'PatternType', 'ShadingType'],
]);
export const MAX_DEPTH = 50;
export const EMPTY = new PdfDict('<<>>', 0, 4, new Map());

/** The objects of a PDF as it was and as it is now. */
export class PdfObjects {
  readonly was: PdfDocument;
  readonly now: PdfDocument;
  /** Pages, and what stands on them, which are compared on their own. */
  readonly places = new Set<number>();
  /** Objects that are the same, or were changed as a viewer may. */
  readonly allowed = new Set<number>();

  constructor(was: PdfDocument, now: PdfDocument) {
    this.was = was;
    this.now = now;
  }

  /** The type of a field or of its widget. */
  typeOf(document: PdfDocument, field: PdfDict): string | undefined {
    return document.name(this.ofField(document, field, 'FT'));
  }

  /** An entry of a field or of what it belongs to. */
  ofField(document: PdfDocument, field: PdfDict, key: string): PdfValue {
    let dict: PdfDict | undefined = field;
    for (let level = 0; dict !== undefined && level < MAX_DEPTH; level++) {
      const value = dict.get(key);
      if (value !== null) return value;
      dict = document.dict(dict.get('Parent'));
    }
    return null;
  }

  list(document: PdfDocument, value: PdfValue): readonly PdfValue[] {
    const id = idOf(value);
    if (document === this.now && id !== undefined) this.allowed.add(id);
    return document.array(value)?.items ?? [];
  }

  dictAt(document: PdfDocument, value: PdfValue): PdfDict {
    return document.dict(value) ?? EMPTY;
  }

  /** Takes what a value refers to for changed as a viewer may. */
  allow(value: PdfValue): void {
    const pending = [value];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (one instanceof PdfReference) {
        if (this.allowed.has(one.id) || this.#isPlace(one.id)) continue;
        this.allowed.add(one.id);
        pending.push(this.now.object(one.id)?.value ?? null);
      } else if (one instanceof PdfArray) pending.push(...one.items);
      else if (one instanceof PdfDict)
        for (const key of one.keys) if (key !== 'Parent' && key !== 'P') pending.push(one.get(key));
    }
  }

  #isPlace(id: number): boolean {
    return this.places.has(id) || id === this.was.root.id;
  }

  /**
   * Whether an appearance has nothing but letters that are what they say: without patterns and layers, in fonts of the file as it
   * was, or in those that a viewer has. What is drawn beside them is seen where it is drawn.
   */
  isWritten(look: PdfValue): boolean {
    const pending = [look];
    const seen = new Set<number>();
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      const id = idOf(one);
      if (id !== undefined && (seen.has(id) || this.#isPlace(id))) continue;
      if (id !== undefined) seen.add(id);
      const value = this.now.resolve(one);
      if (value instanceof PdfArray) pending.push(...value.items);
      if (!(value instanceof PdfDict)) continue;
      const isFont = /^(?:Type[01]|TrueType)$/.test(this.now.name(value.get('Subtype')) ?? '');
      if (isFont && id !== undefined && this.isSame(one, one)) continue;
      const isUnwritten = [...value.keys].some((key) => UNWRITTEN.has(key));
      if (isUnwritten || this.now.dict(value.get('ToUnicode')) !== undefined) return false;
      for (const key of value.keys) pending.push(value.get(key));
    }
    return true;
  }

  /** Whether two values are equal with all that they refer to, but for entries of the outermost dictionary. */
  isSame(was: PdfValue, now: PdfValue, without: ReadonlySet<string> = new Set()): boolean {
    const pending: [PdfValue, PdfValue, ReadonlySet<string>][] = [[was, now, without]];
    const seen = new Set<number>();
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const [one, other, left] = pair;
      const [id, otherId] = [idOf(one), idOf(other)];
      if (id !== undefined && id === otherId) {
        if (seen.has(id) || (this.#isPlace(id) && left.size === 0)) continue;
        seen.add(id);
      }
      const [own, its] = [this.was.resolve(one), this.now.resolve(other)];
      if (!isAlike(own, its)) return false;
      if (own instanceof PdfArray && its instanceof PdfArray)
        for (const [index, item] of own.items.entries()) pending.push([item, its.items[index] ?? null, NONE]);
      if (!(own instanceof PdfDict && its instanceof PdfDict)) continue;
      if (id !== undefined && otherId !== undefined && !this.#isSameStream(id, otherId)) return false;
      for (const key of new Set([...own.keys, ...its.keys]))
        if (!left.has(key)) pending.push([own.get(key), its.get(key), NONE]);
    }
    for (const id of seen) this.allowed.add(id);
    return true;
  }

  #isSameStream(id: number, otherId: number): boolean {
    const [one, other] = [this.was.object(id), this.now.object(otherId)];
    const [own, its] = [one && this.was.packedBytes(one), other && this.now.packedBytes(other)];
    return own === undefined || its === undefined ? own === its : own.equals(its);
  }
}
