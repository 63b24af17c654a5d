import { type Element, isTag } from 'domhandler';
import { type Blank, boxesOf } from '../document/blanks.ts';
import { type FieldTable, fieldAt } from '../document/fields.ts';
import { cutName } from '../document/form-link.ts';
import type { GivenSource } from '../html/given.ts';
import { textOf } from '../html/tree.ts';
import { parseWrittenDate } from './dates.ts';
import type { Control } from './model/model.ts';

/** What can be filled in or edited in a Word file. */
export interface WordForm {
  /** Fields of the template's schema. */
  readonly fields: FieldTable;
  readonly blanks: readonly Blank[];
  /** The elements with given values, where those can be edited. */
  readonly given?: ReadonlyMap<Element, GivenSource> | undefined;
}

/**
 * The elements of a document whose content can be filled in or edited. Signature lines are left out: they are signed on
 * paper.
 */
export function controlsOf({ fields, blanks, given }: WordForm): Map<Element, Control> {
  return new Map([
    ...blanks.flatMap(controlsOfBlank),
    ...[...(given ?? [])].flatMap(([element, source]) => controlOfValue(element, source, fields)),
  ]);
}

function controlsOfBlank({
  element,
  field,
  label,
  kind,
  options,
  rules: [rule],
}: Blank): [Element, Control][] {
  if (kind === 'signature') return [];
  if (kind === 'alternatives')
    return boxesOf(element).map((box) => {
      const words = cutName(box.attribs['data-option'] ?? '');
      return [box, { field, label: words, kind: 'box', options: [words], isBlank: true }];
    });
  // The first of the blank's two rules, or the whole blank if there is nothing but text in it.
  const place = rule ?? (element.children.some(isTag) ? undefined : element);
  return place === undefined ? [] : [[place, { field, label, kind, options, isBlank: true }]];
}

/**
 * A value gets its field's kind of control only if it is printed exactly as in the data: a country that is printed
 * without its "(the)" gets a text control.
 */
function controlOfValue(element: Element, source: GivenSource, fields: FieldTable): [Element, Control][] {
  const facts = [source].flat().map((path) => fieldAt(fields, path));
  if (facts.some((one) => one === undefined)) return [];
  const label = facts.map((one) => one?.title).join(', ');
  const [{ kind = 'text', options = [] } = {}] = typeof source === 'string' ? facts : [];
  const written = textOf(element);
  const date = kind === 'date' ? parseWrittenDate(written) : undefined;
  const control = { field: source, label, options, isBlank: false };
  if (kind === 'choice' && options.includes(written)) return [[element, { ...control, kind }]];
  return [[element, { ...control, kind: date === undefined ? 'text' : 'date', date }]];
}
