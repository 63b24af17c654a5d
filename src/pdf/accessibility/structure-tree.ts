import { numberIn, type PdfFile } from './pdf-file.ts';

/** An element of the structure tree; `kids` is the entry `K`. */
export interface StructureElement {
  readonly id: number;
  type: string;
  /** `/Alt (…)` and other texts, with a line break after each entry. */
  texts: string;
  parent: number;
  /** The entry `/Pg`, the page of the marked content among the kids; "" if there is none. */
  readonly page: string;
  /** Elements as objects; marked content and annotations as text. */
  kids: Kid[];
  /** The entries after the kids: attributes and the element's id. */
  attributes: string;
}

export type Kid = StructureElement | string;

/** An element as Chromium writes it: type, texts, parent, page, kids and attributes, always in this order. */
const ELEMENT =
  /^<<\/Type \/StructElem\n\/S \/(\w+)\n((?:\/(?:Alt|Lang|T|E|ActualText) (?:\((?:\\[\s\S]|[^\\)])*\)|<[^>]*>)\n)*)\/P (\d+) 0 R(\n\/Pg \d+ 0 R)?(?:\n\/K (\d+ 0 R|\d+|\[[^\]]*\]|<<[\s\S]*?>>))?((?:\n\/(?:A|ID) [\s\S]*)?)>>$/;

const KID = /<<[\s\S]*?>>|\d+ 0 R|\d+/g;

/** The structure tree of a file. Changes are kept until `write`. */
export class StructureTree {
  readonly #file: PdfFile;
  readonly #elements = new Map<number, StructureElement>();
  readonly #changed = new Set<StructureElement>();
  /** Object number of the structure tree root. */
  readonly #rootId: number;
  /** The parent tree: `StructParents` of a page or annotation → number of the object that lists its elements. */
  readonly #owners: ReadonlyMap<number, number>;

  /** @throws Error if the file has no structure tree, or one that is not as Chromium writes it */
  constructor(file: PdfFile) {
    this.#file = file;
    this.#rootId = numberIn(file.read(file.root), /\/StructTreeRoot (\d+) 0 R/);
    const root = file.read(this.#rootId);
    const owners = file.read(numberIn(root, /\/ParentTree (\d+) 0 R/)).matchAll(/(\d+) (\d+) 0 R/g);
    this.#owners = new Map(Array.from(owners, ([, key, id]) => [Number(key), Number(id)]));
    this.#read(numberIn(root, /\/K (\d+) 0 R/));
  }

  /** The elements of a type, each before its descendants. */
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

  /** Moves kids of an element into a new element. The caller adds the new element to a list of kids. */
  wrap(parent: StructureElement, type: string, kids: Kid[]): StructureElement {
    const { page } = parent;
    const wrapper = { id: this.#file.add(), type, texts: '', parent: parent.id, page, kids, attributes: '' };
    this.#changed.add(wrapper);
    for (const kid of kids) if (typeof kid !== 'string') this.change(kid, { parent: wrapper.id });
    return wrapper;
  }

  /**
   * Removes marked content from the tree.
   * @param page object number of its page
   */
  drop(page: number, contents: readonly number[]): void {
    if (contents.length === 0) return;
    const owners = this.#owners.get(numberIn(this.#file.read(page), /\/StructParents (\d+)/));
    if (owners === undefined) throw new Error(`the PDF does not list the elements of page ${page}`);
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

  /**
   * Writes the changes into the file.
   * @param roles element types that PDF 1.7 does not have → the type to use instead
   */
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
    if (entries === null)
      throw new Error(`element ${id} of the PDF's structure is not as Chromium writes it`);
    const [, type = '', texts = '', parent, page = '', kids = '', attributes = ''] = entries;
    const element: StructureElement = { id, type, texts, parent: Number(parent), page, kids: [], attributes };
    this.#elements.set(id, element);
    for (const kid of kids.match(KID) ?? [])
      element.kids.push(kid.endsWith(' R') ? this.#read(Number.parseInt(kid, 10)) : kid);
    return element;
  }
}
