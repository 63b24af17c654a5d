import { numberIn, type PdfFile } from './pdf-file.ts';

/** An element of the structure tree; `K` of PDF is `kids` here. */
export interface StructureElement {
  readonly id: number;
  type: string;
  /** `/Alt (…)` and other texts, each entry with a line break behind it. */
  texts: string;
  parent: number;
  /** The page of the marked content among the kids, as an entry; empty without. */
  readonly page: string;
  /** Elements; marked content and annotations as their text. */
  kids: Kid[];
  /** Entries behind the kids: attributes and the element's name. */
  attributes: string;
}

export type Kid = StructureElement | string;

/** As Chromium writes it: type, texts, parent, page, kids and attributes, always in this order. */
const ELEMENT =
  /^<<\/Type \/StructElem\n\/S \/(\w+)\n((?:\/(?:Alt|Lang|T|E|ActualText) (?:\((?:\\[\s\S]|[^\\)])*\)|<[^>]*>)\n)*)\/P (\d+) 0 R(\n\/Pg \d+ 0 R)?(?:\n\/K (\d+ 0 R|\d+|\[[^\]]*\]|<<[\s\S]*?>>))?((?:\n\/(?:A|ID) [\s\S]*)?)>>$/;

const KID = /<<[\s\S]*?>>|\d+ 0 R|\d+/g;

/** The structure tree of a file. What is changed in it is written by `write`. */
export class StructureTree {
  readonly #file: PdfFile;
  readonly #elements = new Map<number, StructureElement>();
  readonly #changed = new Set<StructureElement>();
  /** Of the entry in the catalogue. */
  readonly #rootId: number;
  /** Number of a page's or annotation's entry → the number of the object that tells its elements. */
  readonly #owners: ReadonlyMap<number, number>;

  /** @throws Error when the file has none, or one that is not as Chromium writes it */
  constructor(file: PdfFile) {
    this.#file = file;
    this.#rootId = numberIn(file.read(file.root), /\/StructTreeRoot (\d+) 0 R/);
    const root = file.read(this.#rootId);
    const owners = file.read(numberIn(root, /\/ParentTree (\d+) 0 R/)).matchAll(/(\d+) (\d+) 0 R/g);
    this.#owners = new Map(Array.from(owners, ([, key, id]) => [Number(key), Number(id)]));
    this.#read(numberIn(root, /\/K (\d+) 0 R/));
  }

  /** The elements of a type, each before what is in it. */
  elementsOf(type: string): StructureElement[] {
    return [...this.#elements.values()].filter((element) => element.type === type);
  }

  /** @throws Error for the root */
  parentOf({ id, parent }: StructureElement): StructureElement {
    const element = this.#elements.get(parent);
    if (element === undefined) throw new Error(`element ${id} of the PDF's structure has no parent`);
    return element;
  }

  change(element: StructureElement, changes: Partial<StructureElement>): void {
    Object.assign(element, changes);
    this.#changed.add(element);
  }

  /** Puts kids of an element into a new one, which is returned and stands in no list of kids yet. */
  wrap(parent: StructureElement, type: string, kids: Kid[]): StructureElement {
    const { page } = parent;
    const wrapper = { id: this.#file.add(), type, texts: '', parent: parent.id, page, kids, attributes: '' };
    this.#changed.add(wrapper);
    for (const kid of kids) if (typeof kid !== 'string') this.change(kid, { parent: wrapper.id });
    return wrapper;
  }

  /** Takes marked content of a page out of the tree. @param page number of its object */
  drop(page: number, contents: readonly number[]): void {
    if (contents.length === 0) return;
    const owners = this.#owners.get(numberIn(this.#file.read(page), /\/StructParents (\d+)/));
    if (owners === undefined) throw new Error(`the PDF does not tell the elements of page ${page}`);
    const ids = this.#file.read(owners).match(/\d+ 0 R|null/g) ?? [];
    for (const content of contents) {
      const owner = this.#elements.get(Number.parseInt(ids[content] ?? '', 10));
      if (owner === undefined) continue;
      const reference = new RegExp(`^<<\\/Type \\/MCR\\n\\/Pg ${page} 0 R\\n\\/MCID ${content}>>$`);
      const isOnPage = owner.page === `\n/Pg ${page} 0 R`;
      const kids = owner.kids.filter(
        (kid) => typeof kid !== 'string' || !(reference.test(kid) || (isOnPage && kid === String(content))),
      );
      this.change(owner, { kids });
      ids[content] = 'null';
    }
    this.#file.change(owners, `[${ids.join(' ')}]`);
  }

  /** Writes what has changed into the file. @param roles types of elements that PDF 1.7 lacks → what they are there */
  write(roles: Readonly<Record<string, string>>): void {
    for (const { id, type, texts, parent, page, kids, attributes } of this.#changed) {
      const list = kids.map((kid) => (typeof kid === 'string' ? kid : `${kid.id} 0 R`)).join(' ');
      this.#file.change(
        id,
        `<</Type /StructElem\n/S /${type}\n${texts}/P ${parent} 0 R${page}\n/K [${list}]${attributes}>>`,
      );
    }
    const map = Object.entries(roles).map(([type, role]) => `/${type} /${role}`);
    this.#file.extend(this.#rootId, `/RoleMap <<${map.join('\n')}>>`);
  }

  #read(id: number): StructureElement {
    const entries = ELEMENT.exec(this.#file.read(id));
    if (entries === null) throw new Error(`element ${id} of the PDF's structure is of another form`);
    const [, type = '', texts = '', parent, page = '', kids = '', attributes = ''] = entries;
    const element: StructureElement = { id, type, texts, parent: Number(parent), page, kids: [], attributes };
    this.#elements.set(id, element);
    for (const kid of kids.match(KID) ?? [])
      element.kids.push(kid.endsWith(' R') ? this.#read(Number.parseInt(kid, 10)) : kid);
    return element;
  }
}
