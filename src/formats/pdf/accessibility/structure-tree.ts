import { PdfDict, readArray, valuesOf } from './pdf-dict.ts';
import type { PdfFile } from './pdf-file.ts';

/** An element of the structure tree. Values are kept as they are written. */
export class StructureElement {
  readonly id: number;
  type: string;
  parent: number;
  /** The entry `K`: elements as objects; marked content and annotations as text. */
  kids: Kid[];
  /** Undefined for a new element. */
  readonly #dict: PdfDict | undefined;
  #texts: string | undefined;
  #attributes: string | undefined;
  #page: string | undefined;

  /** @param from what it is read from, when that is needed: most elements stay as they are */
  constructor(
    id: number,
    type: string,
    parent: number,
    kids: Kid[],
    from: PdfDict | { page: string | undefined },
  ) {
    this.id = id;
    this.type = type;
    this.parent = parent;
    this.kids = kids;
    if (from instanceof PdfDict) this.#dict = from;
    else this.#page = from.page;
  }

  /** `/Alt (…)` and every other entry that has no property here, with a line break after each. */
  get texts(): string {
    this.#texts ??= this.#dict?.without(OWN) ?? '';
    return this.#texts;
  }

  set texts(texts: string) {
    this.#texts = texts;
  }

  /** The entry `A`; "" if there is none. */
  get attributes(): string {
    return this.#attributes ?? this.#dict?.get('A') ?? '';
  }

  set attributes(attributes: string) {
    this.#attributes = attributes;
  }

  /** Whether it has neither attributes nor texts. */
  get isPlain(): boolean {
    if (this.#dict === undefined || this.#texts !== undefined || this.#attributes !== undefined)
      return !this.texts && !this.attributes;
    // Type, S, P and K, and the page of contents.
    return this.#dict.size === (this.#dict.get('Pg') === undefined ? 4 : 5);
  }

  /** The entry `Pg`, the page of the marked content among the kids. */
  get page(): string | undefined {
    this.#page ??= this.#dict?.get('Pg');
    return this.#page;
  }

  set page(page: string | undefined) {
    this.#page = page;
  }
}

type Kid = StructureElement | string;

export function isAnnotation(kid: Kid): kid is string {
  return typeof kid === 'string' && kid.startsWith('<</Type /OBJR\n');
}

/** Whether it is the number of marked content of the element's page. */
function isContent(kid: Kid): boolean {
  return typeof kid === 'string' && /^\d/.test(kid);
}

function hasOnePage({ kids }: StructureElement): boolean {
  return kids.every((kid) => typeof kid !== 'string' || isContent(kid));
}

function contentOn(page: string, content: number | string): string {
  return `<</Type /MCR\n/Pg ${page}\n/MCID ${content}>>`;
}

/** The entries that have a property of their own. */
const OWN = ['Type', 'S', 'P', 'Pg', 'K', 'A'];

export function isTagged(file: PdfFile): boolean {
  return file.dict(file.root).get('StructTreeRoot') !== undefined;
}

/** Chromium writes no structure for a document without text and pictures, of which only the page number is printed. */
export function addEmptyTree(file: PdfFile): void {
  const root = file.add();
  const top = file.add(`<</Type /StructElem\n/S /Document\n/P ${root} 0 R\n/K []>>`);
  const parents = file.add('<</Type /ParentTree\n/Nums []>>');
  const entries = `/K ${top} 0 R\n/ParentTreeNextKey 0\n/ParentTree ${parents} 0 R`;
  file.change(root, `<</Type /StructTreeRoot\n${entries}>>`);
  file.extend(
    file.root,
    `/Lang (und)\n/MarkInfo <</Type /MarkInfo\n/Marked true>>\n/StructTreeRoot ${root} 0 R`,
  );
}

/** The structure tree of a file. Changes are kept until `write`. */
export class StructureTree {
  readonly #file: PdfFile;
  readonly #elements = new Map<number, StructureElement>();
  readonly #changed = new Set<StructureElement>();
  /** Object number of the structure tree root. */
  readonly #rootId: number;
  /** The parent tree: `StructParents` of a page or annotation → number of the object that lists its elements. */
  readonly #owners: ReadonlyMap<number, number>;
  /** The lists that were read, by their page. */
  readonly #lists = new Map<string, { readonly id: number; readonly owners: string[] }>();
  readonly #top: StructureElement;

  /** @throws Error if the file has no structure tree, or one that is not as Chromium writes it */
  constructor(file: PdfFile) {
    this.#file = file;
    this.#rootId = file.dict(file.root).reference('StructTreeRoot');
    const root = file.dict(this.#rootId);
    const owners = file.dict(root.reference('ParentTree')).list('Nums');
    this.#owners = new Map(
      owners.flatMap((key, index) =>
        index % 2 === 0 ? [[Number(key), Number.parseInt(owners[index + 1] ?? '', 10)] as const] : [],
      ),
    );
    this.#top = this.#read(root.reference('K'), this.#rootId);
  }

  /** The elements of a type, each before its descendants. */
  elementsOf(type: string): StructureElement[] {
    const found: StructureElement[] = [];
    for (const element of this.#elements.values()) if (element.type === type) found.push(element);
    return found;
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
    const wrapper = new StructureElement(this.#file.add(), type, parent.id, kids, { page: parent.page });
    this.#elements.set(wrapper.id, wrapper);
    this.#changed.add(wrapper);
    this.#own(wrapper, kids, parent.page);
    return wrapper;
  }

  /**
   * Removes the elements of a type, which say nothing about their kids: the element around them takes these over. Those
   * with attributes, texts, annotations, or contents of several pages stay.
   */
  dissolve(type: string, element = this.#top): void {
    for (const kid of element.kids) if (typeof kid !== 'string') this.dissolve(type, kid);
    const says = (kid: Kid) =>
      typeof kid === 'string' || kid.type !== type || !kid.isPlain || !hasOnePage(kid);
    if (element.kids.every(says)) return;
    const kids = element.kids.flatMap((kid) =>
      typeof kid === 'string' || says(kid) ? [kid] : this.#take(element, kid),
    );
    this.change(element, { kids });
  }

  /** @returns the kids of an element that is removed, as those of the element around it */
  #take(element: StructureElement, { id, kids, page }: StructureElement): Kid[] {
    this.#file.remove(id);
    this.#elements.delete(id);
    if (element.page === undefined && hasOnePage(element)) element.page = page;
    this.#own(element, kids, page);
    const isElsewhere = page !== undefined && page !== element.page;
    return kids.map((kid) => (typeof kid === 'string' && isElsewhere ? contentOn(page, kid) : kid));
  }

  /**
   * Removes marked content from the tree.
   * @param page object number of its page
   */
  drop(page: number, contents: readonly number[]): void {
    if (contents.length === 0) return;
    const reference = `${page} 0 R`;
    const owners = this.#ownersOf(reference);
    for (const content of contents) {
      const owner = this.#elements.get(Number.parseInt(owners[content] ?? '', 10));
      if (owner === undefined) continue;
      const outside = contentOn(reference, content);
      const isOnPage = owner.page === reference;
      const kids = owner.kids.filter((kid) => kid !== outside && !(isOnPage && kid === String(content)));
      this.change(owner, { kids });
      owners[content] = 'null';
    }
  }

  /**
   * Writes the changes into the file.
   * @param roles element types that PDF 1.7 does not have → the type to use instead
   */
  write(roles: Readonly<Record<string, string>>): void {
    for (const { id, owners } of this.#lists.values()) this.#file.change(id, `[${owners.join(' ')}]`);
    for (const { id, type, texts, parent, page, kids, attributes } of this.#changed) {
      const list = kids.map((kid) => (typeof kid === 'string' ? kid : `${kid.id} 0 R`)).join(' ');
      this.#file.change(
        id,
        `<</Type /StructElem\n/S /${type}\n${texts}/P ${parent} 0 R${entry('Pg', page)}\n/K [${list}]${entry('A', attributes)}>>`,
      );
    }
    const map = Object.entries(roles).map(([type, role]) => `/${type} /${role}`);
    this.#file.extend(this.#rootId, `/RoleMap <<${map.join('\n')}>>`);
  }

  /** Makes an element the parent of kids. Numbers among them are contents of the page. */
  #own({ id }: StructureElement, kids: readonly Kid[], page: string | undefined): void {
    for (const kid of kids) {
      if (typeof kid !== 'string') this.change(kid, { parent: id });
      else if (page !== undefined && isContent(kid)) this.#ownersOf(page)[Number(kid)] = `${id} 0 R`;
    }
  }

  /** The elements of the contents of a page, by their numbers. */
  #ownersOf(page: string): string[] {
    const known = this.#lists.get(page);
    if (known !== undefined) return known.owners;
    const id = this.#owners.get(this.#file.dict(Number.parseInt(page, 10)).number('StructParents'));
    if (id === undefined) throw new Error(`the PDF does not list the elements of page ${page}`);
    const owners = readArray(this.#file.read(id));
    this.#lists.set(page, { id, owners });
    return owners;
  }

  #read(id: number, parent: number): StructureElement {
    const dict = this.#file.dict(id);
    const kids: Kid[] = [];
    const element = new StructureElement(id, dict.get('S')?.slice(1) ?? '', parent, kids, dict);
    this.#elements.set(id, element);
    for (const kid of valuesOf(dict.get('K')))
      kids.push(kid.endsWith(' R') ? this.#read(Number.parseInt(kid, 10), id) : kid);
    return element;
  }
}

function entry(key: string, value = ''): string {
  return value === '' ? '' : `\n/${key} ${value}`;
}
