import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';

/** Where a value comes from: the path of a field, or several paths whose values it joins. */
export type GivenSource = string | readonly string[];

/**
 * Marks around a printed value: start, end of the value's number, end. They are Unicode non-characters, which the data
 * cannot contain; those that a template writes itself have no effect.
 */
const [BEGIN, NUMBERED, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const MARK = /\ufdd0\d*\ufdd1?|[\ufdd1\ufdd2]/g;
const PIECES = /\ufdd0(?<number>\d+)\ufdd1|(?<end>\ufdd2)|[^\ufdd0\ufdd2]+/g;

/** A value as text, with or without `<bdi>`, and with line breaks; neither a blank nor the output of a macro. */
const VALUE = /^(?:<bdi>)?[^<]*(?:<br>[^<]*)*(?:<\/bdi>)?$/;

/** Elements whose content is plain text, where no element can be inserted. */
const PLAIN = new Set(['head', 'style', 'title']);

/** Tracks the given values of a document from the rendered HTML to its tree. */
export class GivenValues {
  readonly #sources: GivenSource[] = [];

  /** @param html the printed value @returns the same between marks, or unchanged if it is empty or not a value */
  mark(source: GivenSource, html: string): string {
    if (html.trim() === '' || !VALUE.test(html) || html.includes(BEGIN)) return html;
    return `${BEGIN}${this.#sources.push(source) - 1}${NUMBERED}${html}${END}`;
  }

  /** Removes the marks from a document and wraps the text between them in elements. @returns the wrappers */
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

/** The text of a value, without marks. */
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
