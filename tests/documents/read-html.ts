import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { type NumberedItem, numberItems } from '../../src/html/numbered-items.ts';
import { parseHtml } from '../../src/html/parse.ts';

export interface HtmlText {
  /**
   * One entry to a heading, paragraph, item or cell that has text, with its clause number before it; white space as
   * CSS collapses it.
   */
  readonly blocks: readonly string[];
  /** Those with two spaces in the middle of a line, where something was left out. */
  readonly spaced: readonly string[];
  /** Clause numbers and the like, in order. */
  readonly labels: readonly string[];
  /** In metadata. */
  readonly title: string;
  /** Name of a `<meta>` → its content. */
  readonly meta: Readonly<Record<string, string | undefined>>;
  /** The document's title and its headings, each with the number of the clause that it opens. */
  readonly headings: readonly {
    readonly level: number;
    readonly label: string | undefined;
    readonly text: string;
  }[];
  /** Elements without the text or the children that they must have. */
  readonly empty: readonly string[];
  /** Element name → how often it stands in the document. */
  readonly elements: Readonly<Record<string, number>>;
}

export const INLINE = new Set(['a', 'b', 'bdi', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup', 'u']);
export const UNSEEN = new Set(['head', 'script', 'style', 'template']);
const SPACES = /\S {2,}\S/;
const HEADING = /^h[1-6]$/;
const HOLDS_TEXT = /^(?:a|b|caption|dd|dt|em|h[1-6]|i|li|p|small|span|strong|td|th)$/;
const HOLDS_CHILDREN = /^(?:dl|ol|section|table|tbody|thead|tr|ul)$/;

/** Reads a document as it stands on paper. */
export function readHtml(html: string): HtmlText {
  const document = parseHtml(html);
  const items = numberItems(document);
  const elements = [...descendants(document)];
  return {
    ...readBlocks(document, items),
    labels: [...items.values()].map(({ label }) => label),
    title: elements
      .filter(({ name }) => name === 'title')
      .map(textOf)
      .join(),
    meta: Object.fromEntries(
      elements
        .filter(({ name, attribs }) => name === 'meta' && attribs.name !== undefined)
        .map(({ attribs }) => [attribs.name, attribs.content]),
    ),
    headings: elements
      .filter(({ name }) => HEADING.test(name))
      .map((one) => ({
        level: Number(one.name[1]),
        label: items.get(one.parent as Element)?.label,
        text: collapse(textOf(one)).trim(),
      })),
    empty: elements.filter(isEmpty).map(describe),
    elements: Object.fromEntries(
      [...Map.groupBy(elements, ({ name }) => name)].map(([name, same]) => [name, same.length]),
    ),
  };
}

function readBlocks(document: Document, items: ReadonlyMap<Element, NumberedItem>) {
  const blocks: string[] = [];
  const spaced: string[] = [];
  let label = '';
  let text = '';
  const endBlock = () => {
    const block = collapse(text).replace(/^ | $/g, '');
    if (SPACES.test(text)) spaced.push(block);
    text = '';
    if (block === '') return;
    blocks.push(label + block);
    label = '';
  };
  const visit = (node: ChildNode): void => {
    if (isText(node)) text += node.data;
    if (!isTag(node) || UNSEEN.has(node.name) || isPrintedLabel(node)) return;
    const inline = INLINE.has(node.name);
    if (!inline) endBlock();
    const item = items.get(node);
    if (item !== undefined) label += `${item.label} `;
    node.children.forEach(visit);
    if (!inline) endBlock();
  };
  document.children.forEach(visit);
  endBlock();
  return { blocks, spaced };
}

/** A clause number that stands in the tree as text: it is read off the numbering in any case. */
export function isPrintedLabel({ attribs }: Element): boolean {
  return attribs.class === 'label';
}

export function textOf(element: Element): string {
  return element.children
    .map((child) => {
      if (isText(child)) return child.data;
      return isTag(child) && !isPrintedLabel(child) ? textOf(child) : '';
    })
    .join('');
}

/** White space as CSS collapses it: no-break spaces stay. */
export function collapse(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

function isEmpty(element: Element): boolean {
  if (HOLDS_CHILDREN.test(element.name)) return !element.children.some(isTag);
  if (!HOLDS_TEXT.test(element.name) || isWritingSpace(element)) return false;
  return textOf(element).trim() === '';
}

/** The line of a blank. */
function isWritingSpace(element: Element): boolean {
  return element.attribs.class === 'rule';
}

function describe({ name, attribs }: Element): string {
  return `<${[name, ...Object.entries(attribs).map(([key, value]) => `${key}="${value}"`)].join(' ')}>`;
}

function* descendants(parent: Document | Element): Generator<Element> {
  for (const child of parent.children) {
    if (!isTag(child)) continue;
    yield child;
    yield* descendants(child);
  }
}
