import { type Element, isTag, type ParentNode } from 'domhandler';
import { oneLine } from '../../lib/words-of.ts';
import { textOf } from '../../templating/html/tree.ts';
import { type FieldTable, fieldAt } from './field-table.ts';
import { isLabel } from './labels.ts';

/** What a title is made of; see `Blank`. */
interface UntitledBlank {
  readonly element: Element;
  readonly path: string | undefined;
  readonly label: string;
  readonly kind: string;
}

/**
 * A title for each blank of a field: where it stands, and its label. Blanks of one path have the same title, those of
 * different paths never: "address" is asked of each party. That of another blank is its label, for it may have little
 * room, as the date beside a signature has.
 * @param blanks in document order
 */
export function titlesOf(blanks: readonly UntitledBlank[], fields: FieldTable): string[] {
  const byPath = new Map<string, string>();
  const taken = new Set<string>();
  return blanks.map(({ element, path, kind, ...blank }) => {
    if (path === undefined) return blank.label;
    const known = byPath.get(path);
    if (known !== undefined) return known;
    const place = placeOf(element);
    // The words of alternatives are those of their boxes.
    const label = kind === 'alternatives' && place !== '' ? '' : blank.label;
    const title = joined(place, label);
    const inSchema = fieldAt(fields, path)?.title;
    let free = inSchema && taken.has(title) ? joined(place, `${label} (${inSchema})`.trimStart()) : title;
    for (let number = 2; taken.has(free); number++) free = joined(place, `${label} (${number})`.trimStart());
    taken.add(free);
    byPath.set(path, free);
    return free;
  });
}

function joined(place: string, label: string): string {
  if (place === '') return label;
  if (label === '') return place;
  return `${place}: ${label}`;
}

/** The heading of the row or column of a table, or of the clause or part, that a blank is in; "" if there is none. */
function placeOf(blank: Element): string {
  let inner: Element = blank;
  for (let node: ParentNode | null = blank.parent; node !== null && isTag(node); node = node.parent) {
    const before = node.children.slice(0, node.children.indexOf(inner));
    const heading = before.findLast((child) => isTag(child) && isHeading(child));
    if (heading !== undefined) return wordsOfHeading(heading as Element);
    const column = node.name === 'tr' ? columnHeading(node, before.filter(isTag).length) : undefined;
    if (column !== undefined) return wordsOfHeading(column);
    inner = node;
  }
  return '';
}

function isHeading({ name, attribs }: Element): boolean {
  return (name === 'th' && attribs.scope === 'row') || /^h[2-6]$/.test(name);
}

/** The heading of a column: in a head of one row, without cells that span columns. */
function columnHeading(row: Element, index: number): Element | undefined {
  const table = row.parent?.parent;
  const head = table?.children.find((child) => isTag(child) && child.name === 'thead') as Element | undefined;
  const cells = head === undefined ? [] : childrenOf(childrenOf(head)[0]);
  const cell = cells[index];
  return cell?.attribs.scope === 'col' ? cell : undefined;
}

function childrenOf(element: Element | undefined): Element[] {
  return element?.children.filter(isTag) ?? [];
}

/** Without the number of a clause. */
function wordsOfHeading(heading: Element): string {
  const number = heading.children.find((child) => isTag(child) && isLabel(child));
  return oneLine(textOf(heading).slice(number === undefined ? 0 : textOf(number as Element).length));
}
