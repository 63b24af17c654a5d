import { type Document, type Element, isTag } from 'domhandler';
import { DocumentFault } from '../../templating/html/document-fault.ts';
import { isNumberingScheme, itemLabel, NUMBERING_SCHEMES, type NumberingScheme } from './numbering.ts';

export interface NumberedItem {
  readonly element: Element;
  readonly scheme: NumberingScheme;
  /** The counters from the outermost level to the item's own, each from 1. */
  readonly counts: readonly number[];
  /** The label of the item: "(a)". */
  readonly label: string;
}

/** A level of a numbered list: its scheme, and the counters of the enclosing items. */
interface Level {
  readonly scheme: NumberingScheme;
  readonly outer: readonly number[];
}

/** Maximum nesting depth: more than any document needs, and little enough for code that walks the tree recursively. */
const MAX_DEPTH = 200;

/**
 * Numbers the items, in document order. A list with a scheme counts from 1; an `<ol>` directly in one of its items is
 * the next level, and a second one in the same item continues its count.
 * @throws DocumentFault for a nesting depth of more than 200, or a list with a scheme directly in a numbered item
 */
export function numberItems(document: Document): Map<Element, NumberedItem> {
  const items = new Map<Element, NumberedItem>();

  const visit = (parent: Document | Element, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw new DocumentFault(`elements are nested more than ${MAX_DEPTH} deep; flatten them`);
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const scheme = schemeOf(child);
      if (scheme === undefined) visit(child, depth + 1);
      else countList(child, { scheme, outer: [] }, 0, depth + 1);
    }
  };

  /** @returns the counter of the list's last item */
  const countList = (list: Element, level: Level, start: number, depth: number): number => {
    let count = start;
    for (const child of list.children) {
      if (!isTag(child)) continue;
      if (child.name === 'li') {
        count += 1;
        countItem(child, { ...level, counts: [...level.outer, count] }, depth + 1);
      } else visit(child, depth + 1);
    }
    return count;
  };

  const countItem = (
    element: Element,
    { scheme, counts }: { scheme: NumberingScheme; counts: readonly number[] },
    depth: number,
  ): void => {
    items.set(element, { element, scheme, counts, label: itemLabel(scheme, counts) });
    const hasNextLevel = counts.length < NUMBERING_SCHEMES[scheme].length;
    let count = 0;
    for (const child of element.children) {
      if (!isTag(child)) continue;
      refuseSchemeWithin(child);
      if (child.name === 'ol' && hasNextLevel)
        count = countList(child, { scheme, outer: counts }, count, depth + 1);
      else visit(child, depth + 1);
    }
  };

  visit(document, 0);
  return items;
}

function refuseSchemeWithin(element: Element): void {
  const scheme = schemeOf(element);
  if (scheme === undefined) return;
  throw new DocumentFault(
    `<ol class="${scheme}"> is in a numbered item; leave out the class, because the list is the next level`,
  );
}

function schemeOf(element: Element): NumberingScheme | undefined {
  if (element.name !== 'ol') return undefined;
  return element.attribs.class?.split(/\s+/).find(isNumberingScheme);
}
