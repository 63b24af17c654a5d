import { type Element, isTag } from 'domhandler';
import { textOf } from '../../templating/html/tree.ts';
import { cutName } from '../document/form-link.ts';
import type { Blank, DocumentModel, GivenValue } from '../document/model.ts';
import { parseWrittenDate } from './dates.ts';
import type { Control } from './model/model.ts';

/**
 * The elements of a document whose content can be filled in or edited. Signature lines are left out: they are signed on
 * paper.
 */
export function controlsOf({ blanks, given }: DocumentModel): Map<Element, Control> {
  return new Map([
    ...blanks.flatMap(controlsOfBlank),
    ...Array.from(given, ([element, value]): [Element, Control] => [element, controlOfValue(element, value)]),
  ]);
}

function controlsOfBlank({
  element,
  field,
  title,
  label: prompt,
  kind,
  options,
  boxes,
  rules: [rule],
}: Blank): [Element, Control][] {
  if (kind === 'signature') return [];
  if (kind === 'alternatives')
    return boxes.map((box) => {
      const words = cutName(box.attribs['data-option'] ?? '');
      const label = `${title}: ${words}`;
      return [box, { field, label, prompt: label, kind: 'box', options: [[words, words]], isBlank: true }];
    });
  // The first of the blank's two rules, or the whole blank if there is nothing but text in it.
  const place = rule ?? (element.children.some(isTag) ? undefined : element);
  return place === undefined ? [] : [[place, { field, label: title, prompt, kind, options, isBlank: true }]];
}

/**
 * A value gets its field's kind of control only if it is printed exactly as in the data: a country that is printed
 * without its "(the)" gets a text control.
 */
function controlOfValue(element: Element, { source, fields }: GivenValue): Control {
  const label = fields.map(({ title }) => title).join(', ');
  const [{ kind = 'text', options = [] } = {}] = typeof source === 'string' ? fields : [];
  const written = textOf(element);
  const date = kind === 'date' ? parseWrittenDate(written) : undefined;
  const control = { field: source, label, prompt: label, options, isBlank: false };
  if (kind === 'choice' && options.some(([, words]) => words === written)) return { ...control, kind };
  return { ...control, kind: date === undefined ? 'text' : 'date', date };
}
