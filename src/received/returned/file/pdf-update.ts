import { PdfDocument } from '../../seal/pdf/document.ts';
import { type PdfDict, PdfName, PdfReference, type PdfValue } from '../../seal/pdf/values.ts';
import { idOf, isSeen, OF_BOX, OF_CATALOGUE, OF_FORM, OF_LOOK, OF_TREE, OF_VALUE } from './pdf-entries.ts';
import { EMPTY, MAX_DEPTH, PdfObjects } from './pdf-objects.ts';
import { type PdfPage, pagesOf } from './pdf-pages.ts';

/** What was appended to a PDF, beside the values of its form, their appearances, signatures and validation data. */
export interface PdfUpdate {
  /** Pages that are other ones, from 1, in the file as it is now; of pages that are gone, as it was. */
  readonly pages: readonly { readonly kind: 'inserted' | 'deleted' | 'changed'; readonly number: number }[];
  /** Whether something else is another one: bookmarks, attachments, scripts, the form itself. */
  readonly hasOther: boolean;
  /** Numbers of the objects of the widgets that have another appearance or value. */
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
  readonly #objects: PdfObjects;
  readonly #pages: { readonly was: ReadonlyMap<number, PdfPage>; readonly now: ReadonlyMap<number, PdfPage> };
  readonly #appearances = new Set<number>();
  readonly #signatures: PdfUpdate['signatures'][number][] = [];

  constructor(was: PdfDocument, now: PdfDocument) {
    this.#was = was;
    this.#now = now;
    this.#objects = new PdfObjects(was, now);
    this.#pages = { was: pagesOf(was), now: pagesOf(now) };
    for (const [document, pages] of [
      [was, this.#pages.was],
      [now, this.#pages.now],
    ] as const)
      for (const [id, { dict }] of pages) {
        this.#objects.places.add(id);
        for (const one of this.#objects.list(document, dict.get('Annots')))
          this.#objects.places.add(idOf(one) ?? -1);
      }
  }

  run(): PdfUpdate {
    const pages = this.#comparePages();
    const isSame = this.#isSameCatalogue();
    return {
      pages,
      hasOther:
        pages.length === 0 && (!isSame || this.#touched().some((id) => !this.#objects.allowed.has(id))),
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
      this.#objects.allowed.add(id);
    }
    return pages;
  }

  #isSamePage(was: PdfPage, now: PdfPage): boolean {
    for (const node of [...was.nodes, ...now.nodes]) this.#objects.allowed.add(node);
    const isSame = this.#objects.isSame(was.dict, now.dict, OF_TREE);
    const inherited = was.inherited.every((value, index) =>
      this.#objects.isSame(value, now.inherited[index] ?? null),
    );
    return this.#areSameAnnotations(was, now) && isSame && inherited;
  }

  #areSameAnnotations(was: PdfPage, now: PdfPage): boolean {
    const [before, after] = [
      this.#objects.list(this.#was, was.dict.get('Annots')),
      this.#objects.list(this.#now, now.dict.get('Annots')),
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
      return this.#objects.isSame(was, now, new Set(['P', 'M']));
    return this.#isSameField(was, now);
  }

  /** Whether only the value of a field or widget is another one. */
  #isSameField(was: PdfValue, now: PdfValue): boolean {
    const [before, after] = [this.#was.dict(was), this.#now.dict(now)];
    if (before === undefined || after === undefined) return before === after;
    const id = idOf(now);
    if (id !== undefined) this.#objects.allowed.add(id);
    const type = this.#objects.typeOf(this.#was, before);
    const written = type === 'Btn' ? OF_BOX : this.#isDrawnAnew ? OF_VALUE : OF_LOOK;
    for (const key of written) this.#objects.allow(after.get(key));
    const isShown = type === 'Btn' ? this.#isInState(after) : this.#isShown(type, before, after, id);
    return isShown && this.#objects.isSame(before, after, new Set([...written, 'Kids', 'Parent', 'P']));
  }

  /** Whether a viewer draws the fields of the form by their values, whatever appearances they have. */
  get #isDrawnAnew(): boolean {
    const form = this.#now.dict(this.#now.root)?.get('AcroForm') ?? null;
    return this.#now.resolve(this.#objects.dictAt(this.#now, form).get('NeedAppearances')) === true;
  }

  /** Whether a box is marked if, and only if, its field has its value. */
  #isInState(box: PdfDict): boolean {
    if (box.get('Kids') !== null) return true;
    const looks = this.#objects.dictAt(this.#now, this.#objects.dictAt(this.#now, box.get('AP')).get('N'));
    const value = this.#now.name(this.#objects.ofField(this.#now, box, 'V')) ?? 'Off';
    return this.#now.name(box.get('AS')) === (looks.get(value) === null ? 'Off' : value);
  }

  /** Whether a signature shows nothing before it is one. Other fields of which the value or the appearance is another one are noted. */
  #isShown(type: string | undefined, before: PdfDict, after: PdfDict, id: number | undefined): boolean {
    const isDrawn = this.#objects.isSame(before.get('AP'), after.get('AP'));
    if (type === 'Sig') return isDrawn || this.#isSigned(after);
    const [was, now] = [
      this.#objects.ofField(this.#was, before, 'V'),
      this.#objects.ofField(this.#now, after, 'V'),
    ];
    if (id !== undefined && !(isDrawn && (this.#isDrawnAnew || this.#objects.isSame(was, now))))
      this.#appearances.add(id);
    return isDrawn || (this.#hasRoom(after) && this.#objects.isWritten(after.get('AP')));
  }

  /** Whether an appearance is not drawn on nothing, nor another one as soon as a pointer is on the field. */
  #hasRoom(field: PdfDict): boolean {
    const looks = this.#objects.dictAt(this.#now, field.get('AP'));
    const look = this.#objects.dictAt(this.#now, looks.get('N'));
    const box = this.#objects.list(this.#now, look.get('BBox')).map((one) => Number(this.#now.resolve(one)));
    const [left, bottom, right, top] = box;
    return [...looks.keys].join() === 'N' && (box.length < 4 || (left !== right && bottom !== top));
  }

  #isSigned(field: PdfDict): boolean {
    const signature = this.#objects.dictAt(this.#now, this.#objects.ofField(this.#now, field, 'V'));
    return this.#objects.list(this.#now, signature.get('ByteRange')).length === 4;
  }

  /** Whether a new annotation is a signature, without any action. */
  #isSignature(widget: PdfValue, page: number): boolean {
    const dict = this.#now.dict(widget);
    if (dict === undefined || this.#now.name(dict.get('Subtype')) !== 'Widget') return false;
    if (this.#objects.typeOf(this.#now, dict) !== 'Sig' || dict.get('A') !== null || dict.get('AA') !== null)
      return false;
    const rectangle = this.#objects
      .list(this.#now, dict.get('Rect'))
      .map((one) => Number(this.#now.resolve(one)));
    const [left = 0, bottom = 0, right = 0, top = 0] = rectangle;
    const isShown = isSeen(Number(this.#now.resolve(dict.get('F')))) && left !== right && bottom !== top;
    // What shows something and is not signed is no signature.
    if (isShown && dict.get('AP') !== null && !this.#isSigned(dict)) return false;
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
    this.#objects.allowed.add(this.#was.root.id);
    for (const key of ['DSS', 'Perms', 'Extensions', 'Metadata']) {
      this.#objects.allow(before.get(key));
      this.#objects.allow(after.get(key));
    }
    this.#objects.allow(this.#now.crossReferences.trailer.get('Info'));
    return (
      this.#isSameForm(before.get('AcroForm'), after.get('AcroForm')) &&
      this.#objects.isSame(before, after, OF_CATALOGUE)
    );
  }

  #isSameForm(was: PdfValue, now: PdfValue): boolean {
    const [before, after] = [this.#was.dict(was), this.#now.dict(now)];
    if (after === undefined) return before === undefined;
    for (const value of [was, now, after.get('Fields'), after.get('SigFlags')]) {
      const id = idOf(value);
      if (id !== undefined) this.#objects.allowed.add(id);
    }
    const old = before ?? EMPTY;
    const isWhole =
      before === undefined
        ? [...after.keys].every((key) => OF_FORM.has(key) || key === 'DA')
        : this.#objects.isSame(old, after, OF_FORM);
    // The fonts that a viewer adds are those of appearances.
    const [fonts, others] = [
      this.#objects.dictAt(this.#was, old.get('DR')),
      this.#objects.dictAt(this.#now, after.get('DR')),
    ];
    const isFontsSame = [...fonts.keys].every((key) => {
      const [own, other] = [this.#was.dict(fonts.get(key)), this.#now.dict(others.get(key))];
      if (own === undefined || other === undefined)
        return this.#objects.isSame(fonts.get(key), others.get(key));
      for (const value of [others.get(key), after.get('DR')])
        if (idOf(value) !== undefined) this.#objects.allowed.add(idOf(value) ?? 0);
      return [...own.keys].every((name) => this.#objects.isSame(own.get(name), other.get(name)));
    });
    return isWhole && isFontsSame && this.#areSameFields(old.get('Fields'), after.get('Fields'), 0);
  }

  #areSameFields(was: PdfValue, now: PdfValue, depth: number): boolean {
    const [before, after] = [this.#objects.list(this.#was, was), this.#objects.list(this.#now, now)];
    const id = idOf(now);
    if (id !== undefined) this.#objects.allowed.add(id);
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
        return field === undefined || this.#objects.typeOf(this.#now, field) === 'Sig';
      })
    );
  }
}
