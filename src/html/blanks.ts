import { type Document, type Element, isTag } from 'domhandler';

/** On the element of a blank: the path of the field that it stands for, as "parties[0].rcName". */
const FIELD = 'data-field';

/** The fields that the blanks of a document stand for, each once, in the order of the document. */
export function findBlankFields(document: Document): string[] {
  const fields = new Set<string>();
  const visit = (parent: Document | Element): void => {
    for (const child of parent.children) {
      if (!isTag(child)) continue;
      const field = child.attribs[FIELD];
      if (field !== undefined && field !== '') fields.add(field);
      visit(child);
    }
  };
  visit(document);
  return [...fields];
}
