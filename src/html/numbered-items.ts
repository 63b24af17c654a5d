import { type Document, type Element, isTag } from 'domhandler';
import { Counters } from './counters.ts';
import { DocumentFault } from './document-fault.ts';
import {
  isNumberingScheme,
  itemLabel,
  NUMBERING_SCHEMES,
  type NumberingScheme,
  referenceLabel,
} from './numbering.ts';

export interface NumberedItem {
  readonly element: Element;
  readonly scheme: NumberingScheme;
  /** The counters from the outermost level to the item's own, each from 1. */
  readonly counts: readonly number[];
  /** As printed beside the item: "(a)". */
  readonly label: string;
  /** As other text names it: "7.2(a)". */
  readonly reference: string;
}

/** Deeper than any document is, and shallow enough for whoever walks the tree by recursion. */
const MAX_DEPTH = 200;

/**
 * Every item that `numberingCss` numbers, in document order, with the numbers that a browser counts.
 * @throws DocumentFault when elements are nested more than 200 deep, or a scheme stands directly in a numbered item
 */
export function numberItems(document: Document): Map<Element, NumberedItem> {
  const items = new Map<Element, NumberedItem>();
  const counters = new Counters();
  const visit = (element: Element, depth: number): void => {
    if (depth > MAX_DEPTH)
      throw new DocumentFault(`elements are nested more than ${MAX_DEPTH} deep; flatten them`);
    if (element.name === 'ol') beginList(element, items, counters);
    if (element.name === 'li') {
      const item = countItem(element, counters);
      if (item !== undefined) items.set(element, item);
    }
    visitChildren(element, depth);
    counters.leave(element);
  };
  const visitChildren = (parent: Element | Document, depth: number): void => {
    for (const child of parent.children) if (isTag(child)) visit(child, depth + 1);
  };
  visitChildren(document, 0);
  return items;
}

/** Browsers disagree on what a scheme counts inside an item that is numbered itself, so that is a fault. */
function beginList(list: Element, items: ReadonlyMap<Element, NumberedItem>, counters: Counters): void {
  const scheme = schemeOf(list);
  if (scheme === undefined) return;
  const parent = parentNamed(list, 'li');
  if (parent !== undefined && items.has(parent)) {
    throw new DocumentFault(
      `<ol class="${scheme}"> stands in a numbered item; leave out the class, for the list is the next level`,
    );
  }
  counters.reset(counterName(scheme, 1), list);
}

function countItem(element: Element, counters: Counters): NumberedItem | undefined {
  const place = placeOf(element);
  if (place === undefined) return undefined;
  const { scheme, level } = place;
  if (level < NUMBERING_SCHEMES[scheme].length) counters.reset(counterName(scheme, level + 1), element);
  counters.increment(counterName(scheme, level), element);
  const counts = Array.from({ length: level }, (_, index) => counters.value(counterName(scheme, index + 1)));
  return {
    element,
    scheme,
    counts,
    label: itemLabel(scheme, counts),
    reference: referenceLabel(scheme, counts),
  };
}

/**
 * The scheme and level of an item: of the rules `ol.SCHEME > li > ol > … > li` that match it the longest wins, as it
 * is the most specific.
 */
function placeOf(element: Element): { scheme: NumberingScheme; level: number } | undefined {
  let found: { scheme: NumberingScheme; level: number } | undefined;
  let list = parentNamed(element, 'ol');
  for (let level = 1; list !== undefined; level++) {
    const scheme = schemeOf(list);
    if (scheme !== undefined && level <= NUMBERING_SCHEMES[scheme].length) found = { scheme, level };
    const item = parentNamed(list, 'li');
    list = item && parentNamed(item, 'ol');
  }
  return found;
}

function parentNamed(element: Element, name: string): Element | undefined {
  const { parent } = element;
  return parent !== null && isTag(parent) && parent.name === name ? parent : undefined;
}

/** Where the class names several schemes, the one that stands last in the style sheet. */
function schemeOf(list: Element): NumberingScheme | undefined {
  const classes = list.attribs.class;
  return classes?.split(/\s+/).filter(isNumberingScheme).sort(byStyleSheet).at(-1);
}

const ORDER: readonly string[] = Object.keys(NUMBERING_SCHEMES);

function byStyleSheet(one: string, other: string): number {
  return ORDER.indexOf(one) - ORDER.indexOf(other);
}

function counterName(scheme: NumberingScheme, level: number): string {
  return `${scheme}-${level}`;
}
