import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import {
  type GivenMarks,
  type GivenSource,
  hasMark,
  isMarked,
  withoutMarks,
} from '../../templating/language/given.ts';
import { type FieldFacts, type FieldTable, fieldAt } from './field-table.ts';

/** A value of the data that a document prints. */
export interface GivenValue {
  readonly source: GivenSource;
  /** The schema fields of its paths. */
  readonly fields: readonly FieldFacts[];
}

/** Elements whose content is plain text, where no element can be inserted. */
const PLAIN = new Set(['head', 'style', 'title']);

/**
 * Removes the marks from a document and wraps the text between them in elements.
 * @returns the wrappers of the values whose paths are fields of the schema
 */
export function wrapGiven(
  document: Document,
  marks: GivenMarks,
  fields: FieldTable,
): Map<Element, GivenValue> {
  const wrappers = new Map<Element, GivenSource>();
  const visit = (parent: Document | Element, isPlain: boolean): void => {
    if (isTag(parent)) clearAttributes(parent);
    const holdsPlain = isPlain || (isTag(parent) && PLAIN.has(parent.name));
    if (parent.children.some((child) => isText(child) && isMarked(child.data))) {
      if (holdsPlain) clearTexts(parent);
      else wrapIn(parent, marks, wrappers);
    }
    for (const child of parent.children) if (isTag(child)) visit(child, holdsPlain);
  };
  visit(document, false);
  return new Map([...wrappers].flatMap(([element, source]) => valueAt(element, source, fields)));
}

function valueAt(element: Element, source: GivenSource, fields: FieldTable): [Element, GivenValue][] {
  const paths = [source].flat();
  const found = paths.flatMap((path) => fieldAt(fields, path) ?? []);
  return found.length === paths.length ? [[element, { source, fields: found }]] : [];
}

function wrapIn(parent: Document | Element, marks: GivenMarks, wrappers: Map<Element, GivenSource>): void {
  const children: ChildNode[] = [];
  let wrapper: Element | undefined;
  const add = (node: ChildNode): void => append(wrapper ?? parent, node, wrapper?.children ?? children);
  for (const child of parent.children) {
    if (!isText(child) || !hasMark(child.data)) {
      add(child);
      continue;
    }
    for (const piece of marks.split(child.data)) {
      if (piece.kind === 'text') {
        add(new Text(piece.text));
        continue;
      }
      wrapper = undefined;
      if (piece.kind === 'end' || piece.source === undefined) continue;
      const span = new Element('span', {});
      if (isTag(parent)) span.namespace = parent.namespace ?? '';
      add(span);
      wrapper = span;
      wrappers.set(span, piece.source);
    }
  }
  parent.children = children;
}

function append(parent: ParentNode, node: ChildNode, siblings: ChildNode[]): void {
  node.parent = parent;
  siblings.push(node);
}

function clearAttributes(element: Element): void {
  const attributes = Object.entries(element.attribs);
  if (attributes.some(([, value]) => isMarked(value)))
    element.attribs = Object.fromEntries(attributes.map(([name, value]) => [name, withoutMarks(value)]));
}

function clearTexts(parent: Document | Element): void {
  for (const child of parent.children) if (isText(child)) child.data = withoutMarks(child.data);
}
