import { Element, isTag, type ParentNode } from 'domhandler';
import { appendChild, prepend } from 'domutils';
import { addStyle } from '../../templating/html/tree.ts';
import type { Blank } from './blanks.ts';
import { cutName, type FormPlace, formLink, MAX_NAME } from './form-link.ts';

/** The state of a box that is not ticked (ISO 32000-1, 12.7.4.2.3). */
const OFF = 'Off';

/** A link that looks like the text around it. */
const UNSEEN = 'color: inherit; text-decoration: none';

/**
 * Marks the form fields of a document, for printing: the rule or the check box of a blank becomes a link that stands
 * for the field. A blank without a field in the schema stays a blank to fill in by hand.
 * @param places the list to which the fields are added
 */
export function linkBlanks(blanks: readonly Blank[], places: FormPlace[]): void {
  const owners = new Set(blanks.flatMap(({ field = '' }) => ownersOf(field)));
  const kinds = new Map<string, FormPlace['kind']>();
  for (const blank of blanks) {
    const { field: name, element, title, options, rules } = blank;
    if (blank.kind === 'signature') continue;
    const kind = kindOf(blank);
    // A PDF form cannot have a field that is a group of fields too, or a field of two kinds.
    if (name === undefined || owners.has(name) || (kinds.get(name) ?? kind) !== kind) continue;
    kinds.set(name, kind);
    if (kind === 'box') {
      linkBoxes(blank, name, places);
      continue;
    }
    const place =
      kind === 'choice' ? { name, title, kind, options } : { name, title, kind, lines: rules.length || 1 };
    if (rules.length > 1) linkLines(rules, place, places);
    else makeLink(rules[0] ?? element, place, places);
  }
}

/** Each box is ticked by a state of its own, which has the words beside it as its name where they can be one. */
function linkBoxes({ boxes, title }: Blank, name: string, places: FormPlace[]): void {
  const states = new Set(['', OFF]);
  for (const [index, box] of boxes.entries()) {
    const words = box.attribs['data-option'] ?? '';
    const isName = !states.has(words) && Buffer.byteLength(words) <= MAX_NAME;
    const state = isName ? words : `Option ${index + 1}`;
    states.add(state);
    makeLink(box, { name, title, kind: 'box', option: cutName(words), state }, places);
  }
}

/** Several rules are one field, whatever their heights. */
function linkLines(rules: readonly Element[], place: FormPlace, places: FormPlace[]): void {
  const [first] = rules;
  if (first === undefined) return;
  const around = new Element('span', {});
  around.namespace = first.namespace ?? '';
  prepend(first, around);
  for (const rule of rules) appendChild(around, rule);
  makeLink(around, place, places);
  addStyle(around, 'display: flex; flex-direction: column');
}

function kindOf({ kind, isShort }: Blank): FormPlace['kind'] {
  if (kind === 'alternatives') return 'box';
  if (kind === 'choice') return kind;
  return isShort ? 'line' : 'text';
}

/** "targets[0].goal" → "targets[0]" */
function ownersOf(path: string): string[] {
  return Array.from(path.matchAll(/\./g), ({ index }) => path.slice(0, index));
}

function isInLink(element: Element): boolean {
  for (let node: ParentNode | null = element; node !== null && isTag(node); node = node.parent)
    if (node.name === 'a') return true;
  return false;
}

/**
 * Turns a `<span>` into the link, so that the link has the same box. Other elements are left as they are, because the
 * blanks of the service are `<span>`s; so is a `<span>` in a link, because links cannot be nested.
 */
export function makeLink(element: Element, place: FormPlace, places: FormPlace[]): void {
  if (element.name !== 'span' || isInLink(element)) return;
  element.name = 'a';
  element.attribs = { ...element.attribs, href: formLink(places.push(place) - 1), style: UNSEEN };
}
