import { PdfDocument } from '../../seal/pdf/document.ts';
import { PdfArray, PdfDict, PdfName, PdfReference, type PdfValue } from '../../seal/pdf/values.ts';
import { idOf, isAlike, isSeen, OF_BOX, OF_CATALOGUE, OF_FORM, OF_TREE, OF_VALUE } from './pdf-entries.ts';
import { type PdfPage, pagesOf } from './pdf-pages.ts';

const NONE: ReadonlySet<string> = new Set();
const MAX_DEPTH = 50;
const EMPTY = new PdfDict('<<>>', 0, 4, new Map());

/** What was appended to a PDF, beside the values of its form, their appearances, signatures and validation data. */
export interface PdfUpdate {
  /** Pages that are other ones, from 1, in the file as it is now; of pages that are gone, as it was. */
  readonly pages: readonly { readonly kind: 'inserted' | 'deleted' | 'changed'; readonly number: number }[];
  /** Whether something else is another one: bookmarks, attachments, scripts, the form itself. */
  readonly hasOther: boolean;
  /** Numbers of the objects of the widgets that have another appearance. */
  readonly appearances: ReadonlySet<number>;
  /** New signatures that show something: the page, and where on it: left, bottom, right, top. */
  readonly signatures: readonly { readonly page: number; readonly rectangle: readonly number[] }[];
}

/** Compares a PDF with the file that it begins with. @throws SealError if either cannot be read */
export function comparePdf(was: Buffer, now: Buffer): PdfUpdate {
  return new Comparison(new PdfDocument(was), new PdfDocument(now)).run();
}

class Comparison {
  readonly #was: PdfDocument;
  readonly #now: PdfDocument;
  readonly #pages: { readonly was: ReadonlyMap<number, PdfPage>; readonly now: ReadonlyMap<number, PdfPage> };
  /** Pages, and what stands on them, which are compared on their own. */
  readonly #places = new Set<number>();
  /** Objects that are the same, or were changed as a viewer may. */
  readonly #allowed = new Set<number>();
  readonly #appearances = new Set<number>();
  readonly #signatures: PdfUpdate['signatures'][number][] = [];

  constructor(was: PdfDocument, now: PdfDocument) {
    this.#was = was;
    this.#now = now;
    this.#pages = { was: pagesOf(was), now: pagesOf(now) };
    for (const [document, pages] of [
      [was, this.#pages.was],
      [now, this.#pages.now],
    ] as const)
      for (const [id, { dict }] of pages) {
        this.#places.add(id);
        for (const one of this.#list(document, dict.get('Annots'))) this.#places.add(idOf(one) ?? -1);
      }
  }

  run(): PdfUpdate {
    const pages = this.#comparePages();
    const isSame = this.#isSameCatalogue();
    return {
      pages,
      hasOther: pages.length === 0 && (!isSame || this.#touched().some((id) => !this.#allowed.has(id))),
      appearances: this.#appearances,
      signatures: this.#signatures,
    };
  }

  /** The objects of the file as it was that were written anew. */
  #touched(): number[] {
    const [was, now] = [this.#was.crossReferences, this.#now.crossReferences];
    const isTouched = (id: number): boolean => {
      const [before, after] = [was.placeOf(id), now.placeOf(id)];
      if (before === undefined || after === undefined) return before !== after;
      if ('within' in before && 'within' in after)
        return before.within !== after.within || isTouched(before.within);
      return !('at' in before && 'at' in after && before.at === after.at);
    };
    return [...was.ids].filter((id) => {
      const type =
        was.placeOf(id) === undefined ? undefined : this.#now.dict(new PdfReference(id, 0))?.get('Type');
      const isContainer = type instanceof PdfName && /^(?:XRef|ObjStm)$/.test(type.name);
      return was.placeOf(id) !== undefined && !isContainer && isTouched(id);
    });
  }

  #comparePages(): PdfUpdate['pages'][number][] {
    const { was, now } = this.#pages;
    const kept = [...was.keys()].filter((id) => now.has(id));
    const order = [...now.keys()].filter((id) => was.has(id));
    const pages: PdfUpdate['pages'][number][] = [];
    for (const [id, { number }] of was) if (!now.has(id)) pages.push({ kind: 'deleted', number });
    for (const [id, page] of now) {
      const before = was.get(id);
      if (before === undefined) pages.push({ kind: 'inserted', number: page.number });
      else if (kept[order.indexOf(id)] !== id || !this.#isSamePage(before, page))
        pages.push({ kind: 'changed', number: page.number });
      this.#allowed.add(id);
    }
    return pages;
  }

  #isSamePage(was: PdfPage, now: PdfPage): boolean {
    for (const node of [...was.nodes, ...now.nodes]) this.#allowed.add(node);
    const isSame = this.#isSame(was.dict, now.dict, OF_TREE);
    const inherited = was.inherited.every((value, index) =>
      this.#isSame(value, now.inherited[index] ?? null),
    );
    return this.#areSameAnnotations(was, now) && isSame && inherited;
  }

  #areSameAnnotations(was: PdfPage, now: PdfPage): boolean {
    const [before, after] = [
      this.#list(this.#was, was.dict.get('Annots')),
      this.#list(this.#now, now.dict.get('Annots')),
    ];
    let isSame = true;
    for (const [index, one] of before.entries()) {
      const isReference = one instanceof PdfReference;
      const other = isReference ? after.find((each) => idOf(each) === one.id) : after[index];
      if (other === undefined || !this.#isSameAnnotation(one, other)) isSame = false;
    }
    const known = new Set(before.map(idOf));
    for (const [index, one] of after.entries()) {
      const isKnown = one instanceof PdfReference ? known.has(one.id) : index < before.length;
      if (!isKnown && !this.#isSignature(one, now.number)) isSame = false;
    }
    return isSame;
  }

  #isSameAnnotation(was: PdfValue, now: PdfValue): boolean {
    const [before, after] = [this.#was.dict(was), this.#now.dict(now)];
    if (before === undefined || after === undefined) return before === after;
    if (this.#now.name(before.get('Subtype')) !== 'Widget')
      return this.#isSame(was, now, new Set(['P', 'M']));
    return this.#isSameField(was, now);
  }

  /** Whether only the value of a field or widget is another one. */
  #isSameField(was: PdfValue, now: PdfValue): boolean {
    const [before, after] = [this.#was.dict(was), this.#now.dict(now)];
    if (before === undefined || after === undefined) return before === after;
    const id = idOf(now);
    if (id !== undefined) this.#allowed.add(id);
    const isBox = this.#typeOf(this.#was, before) === 'Btn';
    const written = isBox ? OF_BOX : OF_VALUE;
    for (const key of written) this.#allow(after.get(key));
    if (!isBox && id !== undefined && !this.#isSame(before.get('AP'), after.get('AP')))
      this.#appearances.add(id);
    return this.#isSame(before, after, new Set([...written, 'Kids', 'Parent', 'P']));
  }

  /** Whether a new annotation is a signature, without any action. */
  #isSignature(widget: PdfValue, page: number): boolean {
    const dict = this.#now.dict(widget);
    if (dict === undefined || this.#now.name(dict.get('Subtype')) !== 'Widget') return false;
    if (this.#typeOf(this.#now, dict) !== 'Sig' || dict.get('A') !== null || dict.get('AA') !== null)
      return false;
    const rectangle = this.#list(this.#now, dict.get('Rect')).map((one) => Number(this.#now.resolve(one)));
    const [left = 0, bottom = 0, right = 0, top = 0] = rectangle;
    const isShown = isSeen(Number(this.#now.resolve(dict.get('F')))) && left !== right && bottom !== top;
    // What shows something and is not signed is no signature.
    if (isShown && dict.get('AP') !== null && this.#ofField(this.#now, dict, 'V') === null) return false;
    if (isShown)
      this.#signatures.push({
        page,
        rectangle: [
          Math.min(left, right),
          Math.min(bottom, top),
          Math.max(left, right),
          Math.max(bottom, top),
        ],
      });
    return true;
  }

  #isSameCatalogue(): boolean {
    const [before, after] = [this.#was.dict(this.#was.root), this.#now.dict(this.#now.root)];
    if (before === undefined || after === undefined) return false;
    this.#allowed.add(this.#was.root.id);
    for (const key of ['DSS', 'Perms', 'Extensions', 'Metadata']) {
      this.#allow(before.get(key));
      this.#allow(after.get(key));
    }
    this.#allow(this.#now.crossReferences.trailer.get('Info'));
    return (
      this.#isSameForm(before.get('AcroForm'), after.get('AcroForm')) &&
      this.#isSame(before, after, OF_CATALOGUE)
    );
  }

  #isSameForm(was: PdfValue, now: PdfValue): boolean {
    const [before, after] = [this.#was.dict(was), this.#now.dict(now)];
    if (after === undefined) return before === undefined;
    for (const value of [was, now, after.get('Fields'), after.get('SigFlags')]) {
      const id = idOf(value);
      if (id !== undefined) this.#allowed.add(id);
    }
    const old = before ?? EMPTY;
    const isWhole =
      before === undefined
        ? [...after.keys].every((key) => OF_FORM.has(key) || key === 'DA')
        : this.#isSame(old, after, OF_FORM);
    // The fonts that a viewer adds are those of appearances.
    const [fonts, others] = [
      this.#dictAt(this.#was, old.get('DR')),
      this.#dictAt(this.#now, after.get('DR')),
    ];
    const isFontsSame = [...fonts.keys].every((key) => {
      const [own, other] = [this.#was.dict(fonts.get(key)), this.#now.dict(others.get(key))];
      if (own === undefined || other === undefined) return this.#isSame(fonts.get(key), others.get(key));
      for (const value of [others.get(key), after.get('DR')])
        if (idOf(value) !== undefined) this.#allowed.add(idOf(value) ?? 0);
      return [...own.keys].every((name) => this.#isSame(own.get(name), other.get(name)));
    });
    return isWhole && isFontsSame && this.#areSameFields(old.get('Fields'), after.get('Fields'), 0);
  }

  #areSameFields(was: PdfValue, now: PdfValue, depth: number): boolean {
    const [before, after] = [this.#list(this.#was, was), this.#list(this.#now, now)];
    const id = idOf(now);
    if (id !== undefined) this.#allowed.add(id);
    const known = new Set(before.map(idOf));
    const isKept = before.every((one) => {
      const other = after.find((each) => idOf(each) === idOf(one));
      if (other === undefined || idOf(one) === undefined || depth > MAX_DEPTH) return false;
      const kids = [
        this.#was.dict(one)?.get('Kids') ?? null,
        this.#now.dict(other)?.get('Kids') ?? null,
      ] as const;
      return this.#isSameField(one, other) && this.#areSameFields(...kids, depth + 1);
    });
    return (
      isKept &&
      after.every((one) => {
        const field = known.has(idOf(one)) ? undefined : this.#now.dict(one);
        return field === undefined || this.#typeOf(this.#now, field) === 'Sig';
      })
    );
  }

  /** The type of a field or of its widget. */
  #typeOf(document: PdfDocument, field: PdfDict): string | undefined {
    return document.name(this.#ofField(document, field, 'FT'));
  }

  /** An entry of a field or of what it belongs to. */
  #ofField(document: PdfDocument, field: PdfDict, key: string): PdfValue {
    let dict: PdfDict | undefined = field;
    for (let level = 0; dict !== undefined && level < MAX_DEPTH; level++) {
      const value = dict.get(key);
      if (value !== null) return value;
      dict = document.dict(dict.get('Parent'));
    }
    return null;
  }

  #list(document: PdfDocument, value: PdfValue): readonly PdfValue[] {
    const id = idOf(value);
    if (document === this.#now && id !== undefined) this.#allowed.add(id);
    return document.array(value)?.items ?? [];
  }

  #dictAt(document: PdfDocument, value: PdfValue): PdfDict {
    return document.dict(value) ?? EMPTY;
  }

  /** Takes what a value refers to for changed as a viewer may. */
  #allow(value: PdfValue): void {
    const pending = [value];
    for (let one = pending.pop(); one !== undefined; one = pending.pop()) {
      if (one instanceof PdfReference) {
        if (this.#allowed.has(one.id) || this.#isPlace(one.id)) continue;
        this.#allowed.add(one.id);
        pending.push(this.#now.object(one.id)?.value ?? null);
      } else if (one instanceof PdfArray) pending.push(...one.items);
      else if (one instanceof PdfDict)
        for (const key of one.keys) if (key !== 'Parent' && key !== 'P') pending.push(one.get(key));
    }
  }

  #isPlace(id: number): boolean {
    return this.#places.has(id) || id === this.#was.root.id;
  }

  /** Whether two values are equal with all that they refer to, but for entries of the outermost dictionary. */
  #isSame(was: PdfValue, now: PdfValue, without: ReadonlySet<string> = new Set()): boolean {
    const pending: [PdfValue, PdfValue, ReadonlySet<string>][] = [[was, now, without]];
    const seen = new Set<number>();
    for (let pair = pending.pop(); pair !== undefined; pair = pending.pop()) {
      const [one, other, left] = pair;
      const [id, otherId] = [idOf(one), idOf(other)];
      if (id !== undefined && id === otherId) {
        if (seen.has(id) || (this.#isPlace(id) && left.size === 0)) continue;
        seen.add(id);
      }
      const [own, its] = [this.#was.resolve(one), this.#now.resolve(other)];
      if (!isAlike(own, its)) return false;
      if (own instanceof PdfArray && its instanceof PdfArray)
        for (const [index, item] of own.items.entries()) pending.push([item, its.items[index] ?? null, NONE]);
      if (!(own instanceof PdfDict && its instanceof PdfDict)) continue;
      if (id !== undefined && otherId !== undefined && !this.#isSameStream(id, otherId)) return false;
      for (const key of new Set([...own.keys, ...its.keys]))
        if (!left.has(key)) pending.push([own.get(key), its.get(key), NONE]);
    }
    for (const id of seen) this.#allowed.add(id);
    return true;
  }

  #isSameStream(id: number, otherId: number): boolean {
    const [one, other] = [this.#was.object(id), this.#now.object(otherId)];
    const [own, its] = [one && this.#was.packedBytes(one), other && this.#now.packedBytes(other)];
    return own === undefined || its === undefined ? own === its : own.equals(its);
  }
}
