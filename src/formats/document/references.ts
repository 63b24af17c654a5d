import { type Document, type Element, isTag, Text } from 'domhandler';
import { DocumentFault } from '../../templating/html/document-fault.ts';
import type { NumberedItem } from './numbered-items.ts';
import { referenceLabel } from './numbering.ts';

/**
 * Fills in every `<a class="ref" href="#id">` with the number ("7.2(a)") of the clause, party, recital or schedule that
 * contains the element of that id.
 * @returns each reference with the item that it refers to
 * @throws DocumentFault when there is no such element, more than one, or it is in no numbered item
 */
export function fillReferences(
  document: Document,
  items: ReadonlyMap<Element, NumberedItem>,
): Map<Element, NumberedItem> {
  const filled = new Map<Element, NumberedItem>();
  const { references, targets } = find(document);
  for (const reference of references) {
    const id = (reference.attribs.href ?? '').replace(/^#/, '');
    const item = numberedAround(targets.get(id), id, items);
    const text = new Text(referenceLabel(item.scheme, item.counts));
    text.parent = reference;
    reference.children = [text];
    filled.set(reference, item);
  }
  return filled;
}

interface Found {
  readonly references: Element[];
  readonly targets: Map<string, Element[]>;
}

function find(document: Document): Found {
  const found: Found = { references: [], targets: new Map() };
  const visit = (element: Element): void => {
    const { id } = element.attribs;
    if (id !== undefined) {
      const same = found.targets.get(id);
      if (same === undefined) found.targets.set(id, [element]);
      else same.push(element);
    }
    if (element.name === 'a' && element.attribs.class?.split(/\s+/).includes('ref'))
      found.references.push(element);
    for (const child of element.children) if (isTag(child)) visit(child);
  };
  for (const child of document.children) if (isTag(child)) visit(child);
  return found;
}

function numberedAround(
  targets: readonly Element[] | undefined,
  id: string,
  items: ReadonlyMap<Element, NumberedItem>,
): NumberedItem {
  const fault = (what: string) =>
    new DocumentFault(`a reference names #${id}, ${what}`, { text: `href="#${id}"` });
  const [target, second] = targets ?? [];
  if (target === undefined) throw fault('and no element has that id');
  if (second !== undefined) throw fault('and two elements have that id');
  for (let node: Element | Document | null = target; node !== null && isTag(node); ) {
    const item = items.get(node);
    if (item !== undefined) return item;
    node = node.parent as Element | Document | null;
  }
  throw fault('which is not in a numbered clause');
}
