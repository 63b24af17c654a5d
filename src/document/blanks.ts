import { type Document, type Element, isTag } from 'domhandler';
import { textOf } from '../html/tree.ts';
import { type FieldTable, fieldAt } from './fields.ts';

/**
 * What is filled in: one line or several, a date, a value of a closed list, check boxes, or a signature, which is not a
 * form field.
 */
export type BlankKind = 'text' | 'lines' | 'date' | 'choice' | 'alternatives' | 'signature';

/** A blank of a document, with what a form needs to know about it. */
export interface Blank {
  /** `<span class="blank …">` */
  readonly element: Element;
  /** The path that the text names; a company may have written any. */
  readonly path: string | undefined;
  /** Path of its schema field; undefined for a blank without one, such as the date of a signature. */
  readonly field: string | undefined;
  /** As printed: "full name of employee". */
  readonly label: string;
  readonly kind: BlankKind;
  /** The lines to write on, `<span class="rule">`; none where the blank itself is the line. */
  readonly rules: readonly Element[];
  /** Choices: the values. */
  readonly options: readonly string[];
}

/** `data-kind` of a blank without a schema field. */
const OWN_KINDS: ReadonlyMap<string, BlankKind> = new Map([
  ['date', 'date'],
  ['signature', 'signature'],
]);

const NO_FIELDS: FieldTable = new Map();

/**
 * Finds the blanks of a document, in document order. `data-field` on the element has the path of the schema field,
 * `aria-label` the label behind "blank: ", and `data-kind` the kind of a blank without a field; the rest comes from the
 * schema.
 * @param fields of the template's schema; a path that is not among them was written by a company and counts as no field
 */
export function findBlanks(document: Document, fields: FieldTable = NO_FIELDS): Blank[] {
  const found: Blank[] = [];
  eachElement(document, (element) => {
    if (isBlank(element)) found.push(readBlank(element, fields));
  });
  return found;
}

/** The fields that a document prints as blanks, each once, in document order: "parties[0].rcName". */
export function fieldsOf(blanks: readonly Blank[]): string[] {
  return [...new Set(blanks.flatMap(({ path = '' }) => path || []))];
}

/** The boxes of a blank with alternatives; `data-option` of each has the words beside it. */
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
    path,
    field: facts === undefined ? undefined : path,
    label,
    kind: kindOf(element, facts?.kind),
    rules: element.children.filter(isTag).filter((child) => child.attribs.class === 'rule'),
    options: facts?.options ?? [],
  };
}

/** @param inSchema the kind of its field */
function kindOf(element: Element, inSchema: BlankKind | undefined): BlankKind {
  if (boxesOf(element).length > 0) return 'alternatives';
  const own = OWN_KINDS.get(element.attribs['data-kind'] ?? '');
  const declared = own === 'signature' ? own : (inSchema ?? own);
  if (declared === undefined || declared === 'text')
    return / lines(?: |$)/.test(element.attribs.class ?? '') ? 'lines' : 'text';
  return declared;
}

function eachElement(parent: Document | Element, visit: (element: Element) => void): void {
  for (const child of parent.children) {
    if (!isTag(child)) continue;
    visit(child);
    eachElement(child, visit);
  }
}
