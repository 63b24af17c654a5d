import { type Document, type Element, isTag, isText, type Text } from 'domhandler';
import { oneLine } from '../../lib/words-of.ts';
import { bodyOf, textOf } from '../../templating/html/tree.ts';
import { labelOf } from './labels.ts';

const HEADING = /^h[1-6]$/;

/**
 * The clauses in which words of each file are printed, in document order, by their numbers and headings as printed: "7. Probation".
 * What stands in no clause is in the part of the document under the heading before it. An item without a heading has its number alone.
 * @param filesOf the files of the words of a text
 */
export function clausesOfFiles(
  tree: Document,
  filesOf: (text: Text) => readonly string[],
): ReadonlyMap<string, ReadonlySet<string>> {
  const clauses = new Map<string, Set<string>>();
  let above = '';
  const visit = (parent: Document | Element, clause: string | undefined): void => {
    for (const child of parent.children) {
      if (isText(child))
        for (const file of filesOf(child)) {
          const named = clauses.get(file) ?? new Set();
          clauses.set(file, named.add(clause ?? above));
        }
      if (!isTag(child)) continue;
      const isHeading = HEADING.test(child.name);
      if (isHeading && clause === undefined) above = oneLine(textOf(child));
      visit(child, clause ?? (isHeading ? undefined : clauseOf(child)));
    }
  };
  visit(bodyOf(tree) ?? tree, undefined);
  return clauses;
}

/** What a numbered item is called; undefined for other elements. */
function clauseOf(element: Element): string | undefined {
  const label = element.name === 'li' ? labelOf(element) : undefined;
  if (label === undefined) return undefined;
  const heading = element.children.find((child) => isTag(child) && HEADING.test(child.name));
  return oneLine(textOf(heading === undefined ? label : (heading as Element)));
}
