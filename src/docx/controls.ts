import { type Document, type Element, isTag } from 'domhandler';
import { type Blank, boxesOf, findBlanks } from '../html/blanks.ts';
import type { Form } from '../html/fields.ts';
import type { Control } from './model/model.ts';

/**
 * The elements of a document whose content can be filled in. The line for a signature is none of them: it is signed on
 * paper.
 */
export function controlsOf(document: Document, { fields }: Form): Map<Element, Control> {
  return new Map(findBlanks(document, fields).flatMap(controlsOfBlank));
}

function controlsOfBlank({ element, field, label, kind, options }: Blank): [Element, Control][] {
  if (kind === 'signature') return [];
  if (kind === 'alternatives')
    return boxesOf(element).map((box) => {
      const words = box.attribs['data-option'] ?? '';
      return [box, { field, label: words, kind: 'box', options: [words] }];
    });
  const place = placeOf(element);
  return place === undefined ? [] : [[place, { field, label, kind, options }]];
}

/** The rule of a blank, the first one of two. A blank of another make has none, and is filled in as it is. */
function placeOf(blank: Element): Element | undefined {
  const inner = blank.children.filter(isTag);
  return inner.length === 0 ? blank : inner.find(({ attribs }) => attribs.class === 'rule');
}
