import { type Document, type Element, isTag } from 'domhandler';

/**
 * The fields that the blanks of a document stand for, each once, in the order of the document: the element of a blank has
 * the path of its field, as `data-field="parties[0].rcName"`.
 */
export function findBlankFields(document: Document): string[] {
  const fields = new Set<string>();
  const visit = (parent: Document | Element): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const field = child.attribs['data-field'];
      if (field) fields.add(field);
      visit(child);
    }
  };
  visit(document);
  return [...fields];
}
