import { type ChildNode, type Element, isTag, isText } from 'domhandler';
import { prependElement } from '../../templating/html/tree.ts';
import type { NumberedItem } from './numbered-items.ts';

const LABEL = 'label';

/** Blocks that an item may begin with. The label goes into the first of them, so that a heading has its number. */
const BLOCKS = new Set(['p', 'div', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6']);

/**
 * Inserts the label of every item before its first words, as text: `<span class="label">7.1 </span>`. A CSS counter
 * would appear in no tag and no outline of a PDF. The style sheet makes it a hanging label.
 */
export function insertLabels(items: ReadonlyMap<Element, NumberedItem>): void {
  for (const [item, { label }] of items) {
    const first = firstContent(item);
    const block = first !== undefined && isTag(first) && BLOCKS.has(first.name) ? first : item;
    // The no-break space separates the number from the text for screen readers and copied text.
    prependElement(block, 'span', { class: LABEL }, `${label}\u00a0`);
  }
}

/** The element that `insertLabels` inserted into an item. */
export function labelOf(item: Element): Element | undefined {
  const first = firstContent(item);
  if (first === undefined || !isTag(first)) return undefined;
  if (isLabel(first)) return first;
  const [inner] = first.children;
  return inner !== undefined && isTag(inner) && isLabel(inner) ? inner : undefined;
}

export function isLabel({ name, attribs }: Element): boolean {
  return name === 'span' && attribs.class === LABEL;
}

/** White space between tags does not count. */
function firstContent(item: Element): ChildNode | undefined {
  return item.children.find((child) => isTag(child) || (isText(child) && child.data.trim() !== ''));
}
