import { type ChildNode, type Document, type Element, isTag, isText } from 'domhandler';
import { type NumberedItem, numberItems } from '../../../src/formats/document/numbered-items.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';

export interface HtmlText {
  /**
   * The text of each heading, paragraph, item and cell that has text, after its clause number, with white space
   * collapsed as in CSS.
   */
  readonly blocks: readonly string[];
  /** The blocks with two spaces in the middle of a line, which show that something was left out. */
  readonly spaced: readonly string[];
  /** Clause numbers and the like, in order. */
  readonly labels: readonly string[];
  /** The title in the metadata. */
  readonly title: string;
  /** Name of a `<meta>` → its content. */
  readonly meta: Readonly<Record<string, string | undefined>>;
  /** The document's title and its headings, each with the number of its clause. */
  readonly headings: readonly {
    readonly level: number;
    readonly label: string | undefined;
    readonly text: string;
  }[];
  /** Elements without the text or the children that they must have. */
  readonly empty: readonly string[];
  /** Element name → number of such elements. */
  readonly elements: Readonly<Record<string, number>>;
}

export const INLINE = new Set(['a', 'b', 'bdi', 'em', 'i', 'small', 'span', 'strong', 'sub', 'sup', 'u']);
export const UNSEEN = new Set(['head', 'script', 'style', 'template']);
const SPACES = /\S {2,}\S/;
const HEADING = /^h[1-6]$/;
const HOLDS_TEXT = /^(?:a|b|caption|dd|dt|em|h[1-6]|i|li|p|small|span|strong|td|th)$/;
const HOLDS_CHILDREN = /^(?:dl|ol|section|table|tbody|thead|tr|ul)$/;

/** Reads the printed text of a document. */
export function readHtml(html: string): HtmlText {
  // The style sheet is a fifth of the text, and nothing here reads it.
  const document = parseHtml(html.replace(/(<style[^>]*>)[^<]*/g, '$1'));
  const items = numberItems(document);
  const elements = descendants(document);
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

/** Whether an element is a clause number as text. It is skipped, because the numbers are computed by `numberItems`. */
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

/** Collapses white space as CSS does, which keeps no-break spaces. */
export function collapse(text: string): string {
  return text.replace(/[ \t\n\r\f]+/g, ' ');
}

function isEmpty(element: Element): boolean {
  if (HOLDS_CHILDREN.test(element.name)) return !element.children.some(isTag);
  if (!HOLDS_TEXT.test(element.name) || isWritingSpace(element)) return false;
  return !hasText(element);
}

function hasText({ children }: Element): boolean {
  return children.some((child) => {
    if (isText(child)) return child.data.trim() !== '';
    return isTag(child) && !isPrintedLabel(child) && hasText(child);
  });
}

/** Whether an element is the rule of a blank. */
function isWritingSpace(element: Element): boolean {
  return element.attribs.class === 'rule';
}

function describe({ name, attribs }: Element): string {
  return `<${[name, ...Object.entries(attribs).map(([key, value]) => `${key}="${value}"`)].join(' ')}>`;
}

function descendants(parent: Document | Element, found: Element[] = []): Element[] {
  for (const child of parent.children.filter(isTag)) {
    found.push(child);
    descendants(child, found);
  }
  return found;
}
