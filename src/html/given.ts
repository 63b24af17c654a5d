import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';

/** What a value comes from: the path of a field, or those of several whose values it strings together. */
export type GivenSource = string | readonly string[];

/**
 * Around a value: its beginning, the end of its number, its end. Non-characters, which no data can hold; what a template
 * writes itself of them marks nothing.
 */
const [BEGIN, NUMBERED, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const MARK = /\ufdd0\d*\ufdd1?|[\ufdd1\ufdd2]/g;
const PIECES = /\ufdd0(?<number>\d+)\ufdd1|(?<end>\ufdd2)|[^\ufdd0\ufdd2]+/g;

/** A value as text, or isolated from text of another direction. Blanks and what macros print are none. */
const VALUE = /^(?:<bdi>)?[^<]*(?:<\/bdi>)?$/;

/** The head, style sheets and attributes hold plain text. */
const PLAIN = new Set(['head', 'style', 'title']);

/** The given values of a document, from where they are printed to where they stand in its tree. */
export class GivenValues {
  readonly #sources: GivenSource[] = [];

  /** @param html as it is printed @returns the same between marks, if it is a value and not empty */
  mark(source: GivenSource, html: string): string {
    if (html.trim() === '' || !VALUE.test(html) || html.includes(BEGIN)) return html;
    return `${BEGIN}${this.#sources.push(source) - 1}${NUMBERED}${html}${END}`;
  }

  /** Takes the marks out of a document, and wraps what stands between them in text. @returns the wrappers */
  wrap(document: Document): Map<Element, GivenSource> {
    const wrappers = new Map<Element, GivenSource>();
    const visit = (parent: Document | Element, isPlain: boolean): void => {
      if (isTag(parent)) clearAttributes(parent);
      const holdsPlain = isPlain || (isTag(parent) && PLAIN.has(parent.name));
      if (parent.children.some((child) => isText(child) && child.data.includes(BEGIN))) {
        if (holdsPlain) clearTexts(parent);
        else this.#wrapIn(parent, wrappers);
      }
      for (const child of parent.children) if (isTag(child)) visit(child, holdsPlain);
    };
    visit(document, false);
    return wrappers;
  }

  #wrapIn(parent: Document | Element, wrappers: Map<Element, GivenSource>): void {
    const children: ChildNode[] = [];
    let wrapper: Element | undefined;
    const add = (node: ChildNode): void => append(wrapper ?? parent, node, wrapper?.children ?? children);
    for (const child of parent.children) {
      if (!isText(child)) {
        add(child);
        continue;
      }
      for (const { 0: text, groups } of child.data.matchAll(PIECES)) {
        if (groups?.end !== undefined) wrapper = undefined;
        else if (groups?.number === undefined) add(new Text(text.replace(MARK, '')));
        else {
          wrapper = undefined;
          const source = this.#sources[Number(groups.number)];
          if (source === undefined) continue;
          const span = new Element('span', {});
          if (isTag(parent)) span.namespace = parent.namespace ?? '';
          add(span);
          wrapper = span;
          wrappers.set(span, source);
        }
      }
    }
    parent.children = children;
  }
}

/** The text of a value without the marks around and in it. */
export function withoutMarks(html: string): string {
  return html.includes(BEGIN) ? html.replace(MARK, '') : html;
}

function append(parent: ParentNode, node: ChildNode, siblings: ChildNode[]): void {
  node.parent = parent;
  siblings.push(node);
}

function clearAttributes(element: Element): void {
  const attributes = Object.entries(element.attribs);
  if (attributes.some(([, value]) => value.includes(BEGIN)))
    element.attribs = Object.fromEntries(attributes.map(([name, value]) => [name, withoutMarks(value)]));
}

function clearTexts(parent: Document | Element): void {
  for (const child of parent.children) if (isText(child)) child.data = withoutMarks(child.data);
}
