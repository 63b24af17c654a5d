import { type Document, type Element, isTag } from 'domhandler';
import { DocumentFault } from '../../templating/html/document-fault.ts';
import { textOf } from '../../templating/html/tree.ts';
import { titlesOf } from './blank-titles.ts';
import { type Choice, type FieldTable, fieldAt } from './field-table.ts';

/**
 * What is filled in: one line or several, a date, a value of a closed list, check boxes, or a signature, which is not a
 * form field.
 */
type BlankKind = 'text' | 'lines' | 'date' | 'choice' | 'alternatives' | 'signature';

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
  /** Tells it from the blanks of other fields: "Employee: full name of employee". */
  readonly title: string;
  readonly kind: BlankKind;
  /** The lines to write on, `<span class="rule">`; none where the blank itself is the line. */
  readonly rules: readonly Element[];
  /** Of alternatives, the boxes; `data-option` of each has the words beside it. */
  readonly boxes: readonly Element[];
  /** Of a choice. */
  readonly options: readonly Choice[];
  /** Whether it is for a date or a number, which takes a single line. */
  readonly isShort: boolean;
}

/** `data-kind` of a blank without a schema field. */
const OWN_KINDS: ReadonlyMap<string, BlankKind> = new Map([
  ['date', 'date'],
  ['signature', 'signature'],
]);

const NO_FIELDS: FieldTable = new Map();

/** So many take five seconds to print; a list of the greatest length has 2,000 entries. */
const MAX_BLANKS = 10_000;

/**
 * Finds the blanks of a document, in document order. `data-field` on the element has the path of the schema field,
 * `aria-label` the label behind "blank: ", and `data-kind` the kind of a blank without a field; the rest comes from the
 * schema.
 * @param fields of the template's schema; a path that is not among them was written by a company and counts as no field
 */
export function findBlanks(document: Document, fields: FieldTable = NO_FIELDS): Blank[] {
  const found: Omit<Blank, 'title'>[] = [];
  eachElement(document, (element) => {
    if (isBlank(element)) found.push(readBlank(element, fields));
  });
  const titles = titlesOf(found, fields);
  return found.map((blank, index) => ({ ...blank, title: titles[index] ?? blank.label }));
}

/** The fields that a document prints as blanks, each once, in document order: "parties[0].rcName". */
export function fieldsOf(blanks: readonly Blank[]): string[] {
  return [...new Set(blanks.flatMap(({ path = '' }) => path || []))];
}

/** The beginning of a blank of a field, as `filters/blank.ts` writes it: no value has a `<`, `>` or quote in an attribute. */
const OF_FIELD = /<span class="blank[^>]* data-field="([^"]+)"/g;

/** The same of the HTML of a text of the catalogue, as the template prints it. */
export function fieldsIn(html: string): string[] {
  return [...new Set(Array.from(html.matchAll(OF_FIELD), ([, field = '']) => field))];
}

/** @throws DocumentFault when a company's own text has so many that they would hold a printing page for long */
export function refuseTooMany({ length }: readonly Blank[]): void {
  if (length > MAX_BLANKS)
    throw new DocumentFault(`the document has more than ${MAX_BLANKS} blanks; print fewer`);
}

function boxesOf(blank: Element): Element[] {
  const boxes: Element[] = [];
  eachElement(blank, (element) => {
    if (element.attribs['data-option'] !== undefined) boxes.push(element);
  });
  return boxes;
}

function isBlank({ attribs }: Element): boolean {
  return /^blank(?: |$)/.test(attribs.class ?? '');
}

function readBlank(element: Element, fields: FieldTable): Omit<Blank, 'title'> {
  const { attribs } = element;
  const path = attribs['data-field'];
  const facts = path === undefined ? undefined : fieldAt(fields, path);
  const boxes = boxesOf(element);
  const kind = boxes.length > 0 ? 'alternatives' : kindOf(element, facts?.kind);
  const label = (attribs['aria-label'] ?? textOf(element)).replace(/^blank: /, '').trim();
  return {
    element,
    path,
    field: facts === undefined ? undefined : path,
    label,
    kind,
    rules: element.children.filter(isTag).filter((child) => child.attribs.class === 'rule'),
    boxes,
    options: facts?.options ?? [],
    isShort: kind === 'date' || / short(?: |$)/.test(attribs.class ?? ''),
  };
}

/** @param inSchema the kind of its field */
function kindOf(element: Element, inSchema: BlankKind | undefined): BlankKind {
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
