/**
 * Reads HTML that has no error and leaves nothing to the parser: each tag is written, and stands where it may. Its tree is that of
 * parse5, in a third of the time. Whatever else a text has is left to parse5.
 */
import { type ChildNode, Document, type Element, ProcessingInstruction, Text } from 'domhandler';
import { type Attribute, outlastsDocument, plainElement } from './plain-element.ts';

/** An agreement has some hundreds. The parser reopens unclosed formatting elements in every block, without a limit. */
export const MAX_ELEMENTS = 50_000;

const BLOCKS = 'body section div li td th';
const WORDS = `${BLOCKS} p h1 h2 h3 h4 h5 h6 caption a b em i small span strong sub sup`;
/** In which elements each one may stand. No block stands in a paragraph, which it would end. */
const PARENTS: ReadonlyMap<string, ReadonlySet<string>> = new Map(
  [
    ['html', '#document'],
    ['head body', 'html'],
    ['meta title style', 'head'],
    ['section div p h1 h2 h3 h4 h5 h6 ol ul table', BLOCKS],
    ['li', 'ol ul'],
    ['caption thead tbody tfoot', 'table'],
    ['tr', 'thead tbody tfoot'],
    ['td th', 'tr'],
    ['a b em i small span strong sub sup br', WORDS],
  ].flatMap(([names = '', parents = '']) =>
    names.split(' ').map((name): [string, ReadonlySet<string>] => [name, new Set(parents.split(' '))]),
  ),
);
const HAS_WORDS: ReadonlySet<string> = new Set(WORDS.split(' '));
const VOID: ReadonlySet<string> = new Set(['br', 'meta']);

const START = /^<!doctype html>/i;
const TAG = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"]*")*)>/y;
const ATTRIBUTE = / ([a-z-]+)="([^"]*)"/g;
const SPACE = /^[\t\n\f ]*$/;
/** The parser replaces these. */
const REPLACED = /[\0\r]/;
const REFERENCE = /&(?:(amp|lt|gt|quot|nbsp|#39|#92|#96);)?/g;
const CHARACTERS: ReadonlyMap<string, string> = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['nbsp', '\u00a0'],
  ['#39', "'"],
  ['#92', '\\'],
  ['#96', '`'],
]);

/** The text is left to parse5. */
class NotWellFormed extends Error {}

/** @returns undefined for a text that is left to parse5 */
export function parseWellFormed(html: string): Document | undefined {
  if (REPLACED.test(html)) return undefined;
  try {
    return new Reader(html).read();
  } catch (error) {
    if (error instanceof NotWellFormed) return undefined;
    throw error;
  }
}

class Reader {
  readonly #html: string;
  readonly #document = startOfDocument();
  #parent: Document | Element = this.#document;
  #body: Element | undefined;
  #isInLink = false;
  #elements = 0;

  constructor(html: string) {
    this.#html = html;
  }

  read(): Document {
    const start = START.exec(this.#html) ?? fail();
    for (let at = start[0].length; at < this.#html.length; ) {
      const open = this.#html.indexOf('<', at);
      const end = open < 0 ? this.#html.length : open;
      if (end > at) this.#addText(this.#html.slice(at, end));
      at = open < 0 ? end : this.#readTag(open);
    }
    if (this.#parent !== this.#document) fail();
    return this.#document;
  }

  /** @returns where the text after it begins */
  #readTag(at: number): number {
    TAG.lastIndex = at;
    const [, closes = '', name = '', attributes = ''] = TAG.exec(this.#html) ?? fail();
    const end = TAG.lastIndex;
    if (closes === '') return this.#open(name, attributes, end);
    if (nameOf(this.#parent) !== name || attributes !== '') fail();
    if (name === 'a') this.#isInLink = false;
    this.#parent = (this.#parent as Element).parent as Document | Element;
    return end;
  }

  #open(name: string, attributes: string, end: number): number {
    if (!this.#mayOpen(name) || ++this.#elements > MAX_ELEMENTS) fail();
    const element = plainElement(name, attributes === '' ? [] : attributesIn(attributes));
    if (outlastsDocument(element)) fail();
    append(this.#parent, element);
    if (name === 'title' || name === 'style') return this.#readContent(element, end);
    if (name === 'a') this.#isInLink = true;
    if (name === 'body') this.#body = element;
    if (!VOID.has(name)) this.#parent = element;
    return end;
  }

  #mayOpen(name: string): boolean {
    if (!PARENTS.get(name)?.has(nameOf(this.#parent))) return false;
    if (name === 'a') return !this.#isInLink;
    const { length } = this.#parent.children;
    // The doctype is before it.
    if (name === 'html') return length === 1;
    if (name === 'head') return length === 0;
    return name !== 'body' || (length > 0 && this.#body === undefined);
  }

  /** The content of an element in which no tag is one. @returns where the text after the element begins */
  #readContent(element: Element, at: number): number {
    const close = this.#html.indexOf('</', at);
    const tag = `</${element.name}>`;
    if (!this.#html.startsWith(tag, close)) fail();
    const text = this.#html.slice(at, close);
    if (text !== '') append(element, new Text(element.name === 'title' ? decoded(text) : text));
    return close + tag.length;
  }

  #addText(text: string): void {
    const name = nameOf(this.#parent);
    if (HAS_WORDS.has(name)) {
      append(this.#parent, new Text(text.includes('&') ? decoded(text) : text));
      return;
    }
    if (!SPACE.test(text)) fail();
    const isOutside = name === '#document' || name === 'html';
    // White space before the head is left out, and after the body is a part of it.
    if (isOutside && this.#body !== undefined) appendSpace(this.#body, text);
    else if (name !== '#document' && !(name === 'html' && this.#parent.children.length === 0))
      append(this.#parent, new Text(text));
  }
}

function fail(): never {
  throw new NotWellFormed();
}

/** As the adapter of parse5 makes it. */
function startOfDocument(): Document {
  const doctype = new ProcessingInstruction('!doctype', '!DOCTYPE html');
  Object.assign(doctype, { 'x-name': 'html', 'x-publicId': '', 'x-systemId': '' });
  const document = new Document([]);
  Object.assign(document, { 'x-mode': 'no-quirks' });
  append(document, doctype);
  return document;
}

function nameOf(parent: Document | Element): string {
  return 'name' in parent ? parent.name : '#document';
}

function append(parent: Document | Element, child: ChildNode): void {
  const last = parent.children.at(-1) ?? null;
  child.parent = parent;
  child.prev = last;
  if (last !== null) last.next = child;
  parent.children.push(child);
}

function appendSpace(body: Element, text: string): void {
  const last = body.children.at(-1);
  if (last instanceof Text) last.data += text;
  else append(body, new Text(text));
}

function attributesIn(text: string): Attribute[] {
  const attributes: Attribute[] = [];
  for (const [, name = '', value = ''] of text.matchAll(ATTRIBUTE)) {
    if (attributes.some((other) => other.name === name)) fail();
    attributes.push({ name, value: value.includes('&') ? decoded(value) : value });
  }
  return attributes;
}

function decoded(text: string): string {
  return text.replace(REFERENCE, (_, name = '') => CHARACTERS.get(name) ?? fail());
}
