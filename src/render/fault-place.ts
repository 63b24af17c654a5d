import type { DocumentFault } from '../templating/html/document-fault.ts';
import { placeAt } from '../templating/language/lint/lint.ts';
import type { TextPlace } from '../templating/language/template-error.ts';

/**
 * The place that a fault of a document comes from, where that is known.
 * @param sources name and text of the template and of the parts that it may use
 */
export function placeOfFault(
  { written }: DocumentFault,
  sources: Iterable<readonly [name: string, source: string]>,
): TextPlace | undefined {
  for (const [name, text] of sources) {
    const { text: sought, element } = written;
    const index = sought === undefined ? findStray(text, element) : text.indexOf(sought);
    if (index >= 0) return placeAt(name, text, index);
  }
  return undefined;
}

const TAG = /<(\/?)([a-z][a-z0-9]*)/gi;
const LISTS = new Set(['ol', 'ul']);
const VOID = new Set(['br', 'col', 'hr', 'img', 'meta', 'wbr']);

/**
 * The index of an element's tag that is not closed before the element around it ends, or that is directly in a list; or
 * -1. Reads the tags in the order in which the template writes them, whatever the conditions around them.
 */
function findStray(text: string, element: string | undefined): number {
  if (element === undefined) return -1;
  const open: { readonly name: string; readonly index: number }[] = [];
  for (const { 1: slash, 2: written = '', index } of text.matchAll(TAG)) {
    const name = written.toLowerCase();
    if (VOID.has(name)) continue;
    if (slash === '') {
      if (name === element && LISTS.has(open.at(-1)?.name ?? '')) return index;
      open.push({ name, index });
      continue;
    }
    const start = open.findLastIndex((one) => one.name === name);
    if (start < 0) continue;
    const [, ...inside] = open.splice(start);
    const stray = inside.find((one) => one.name === element);
    if (stray !== undefined) return stray.index;
  }
  return open.findLast(({ name }) => name === element)?.index ?? -1;
}
