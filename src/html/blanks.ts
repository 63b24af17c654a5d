import { type Document, type Element, isTag, isText } from 'domhandler';
import { type FieldTable, fieldAt } from './fields.ts';

/**
 * What is filled in: a line or several, a date, one of a closed list, boxes to tick beside words that stand in the text,
 * or a place for a signature, which is no field of any form.
 */
export type BlankKind = 'text' | 'lines' | 'date' | 'choice' | 'alternatives' | 'signature';

/** A blank of a document, and what a form says of it. */
export interface Blank {
  /** `<span class="blank …">` */
  readonly element: Element;
  /** Path of the schema's field that it stands for; undefined where it stands for none, as the date of a signature. */
  readonly field: string | undefined;
  /** As printed: "full name of employee". */
  readonly label: string;
  readonly kind: BlankKind;
  /** Of a choice, its values. */
  readonly options: readonly string[];
}

/** What a blank that stands for no field says of itself. */
const OWN_KINDS: ReadonlyMap<string, BlankKind> = new Map([
  ['date', 'date'],
  ['signature', 'signature'],
]);

/**
 * The blanks of a document, in its order. Their elements tell the path of the field as `data-field`, the label behind
 * "blank: " as `aria-label`, the kind of one that stands for no field as `data-kind`; the schema tells the rest.
 * @param fields of the template's schema; a path that is none of them is a company's own and stands for no field
 */
export function findBlanks(document: Document, fields: FieldTable): Blank[] {
  const found: Blank[] = [];
  eachElement(document, (element) => {
    if (isBlank(element)) found.push(readBlank(element, fields));
  });
  return found;
}

/**
 * The fields that the blanks of a document stand for, each once, in the order of the document: the element of a blank has
 * the path of its field, as `data-field="parties[0].rcName"`.
 */
export function findBlankFields(document: Document): string[] {
  const fields = new Set<string>();
  eachElement(document, ({ attribs }) => {
    if (attribs['data-field']) fields.add(attribs['data-field']);
  });
  return [...fields];
}

/** The boxes of a blank with alternatives, each with the words beside it as `data-option`. */
export function boxesOf(blank: Element): Element[] {
  const boxes: Element[] = [];
  eachElement(blank, (element) => {
    if (element.attribs['data-option'] !== undefined) boxes.push(element);
  });
  return boxes;
}

export function isBlank({ attribs }: Element): boolean {
  return /^blank(?: |$)/.test(attribs.class ?? '');
}

function readBlank(element: Element, fields: FieldTable): Blank {
  const { attribs } = element;
  const path = attribs['data-field'];
  const facts = path === undefined ? undefined : fieldAt(fields, path);
  const label = (attribs['aria-label'] ?? textOf(element)).replace(/^blank: /, '').trim();
  return {
    element,
    field: facts === undefined ? undefined : path,
    label,
    kind: kindOf(element, facts?.kind ?? OWN_KINDS.get(attribs['data-kind'] ?? '')),
    options: facts?.options ?? [],
  };
}

function kindOf(element: Element, told: BlankKind | undefined): BlankKind {
  if (boxesOf(element).length > 0) return 'alternatives';
  if (told === undefined || told === 'text')
    return / lines(?: |$)/.test(element.attribs.class ?? '') ? 'lines' : 'text';
  return told;
}

function textOf(element: Element): string {
  return element.children
    .map((child) => (isText(child) ? child.data : isTag(child) ? textOf(child) : ''))
    .join('');
}

function eachElement(parent: Document | Element, visit: (element: Element) => void): void {
  for (const child of parent.children) {
    if (!isTag(child)) continue;
    visit(child);
    eachElement(child, visit);
  }
}
