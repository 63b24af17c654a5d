import type { LinkFacts } from '../../document/model.ts';
import { PdfDict } from './pdf-dict.ts';
import type { PdfFile } from './pdf-file.ts';
import { isAnnotation, type StructureTree } from './structure-tree.ts';
import { writeTextString } from './text-string.ts';

const LINK = '<</Type /Annot\n/Subtype /Link\n';

/**
 * Adds to each link a description: what it points to in the document ("clause 7.2"), or its address.
 * @param links the links of the document to places in it
 */
export function describeLinks(file: PdfFile, tree: StructureTree, links: readonly LinkFacts[]): void {
  const texts = textsOf(file, tree, links);
  for (const id of file.idsOf(LINK)) {
    const text = texts.get(id) ?? file.dict(id).dict('A')?.text('URI') ?? 'link';
    file.extend(id, `/Contents ${writeTextString(text)}`);
  }
}

/** @returns the texts of the links to places in the document, by the object number of the annotation */
function textsOf(file: PdfFile, tree: StructureTree, links: readonly LinkFacts[]): Map<number, string> {
  const described = Map.groupBy(links, ({ target }) => new URL(`#${target}`, 'about:blank').hash.slice(1));
  // A link that is broken across lines or pages has several annotations.
  const printed = tree
    .elementsOf('Link')
    .map(({ kids }) => kids.filter(isAnnotation).map((kid) => new PdfDict(kid).reference('Obj')));
  const texts = new Map<number, string>();
  for (const [target, elements] of Map.groupBy(printed, ([first]) => first && targetOf(file, first))) {
    const facts = described.get(String(target)) ?? [];
    for (const [index, annotations] of elements.entries()) {
      // A company's style sheet can hide links, which are then not in the tree.
      const { text } = facts[facts.length === elements.length ? index : 0] ?? {};
      for (const id of annotations) if (text) texts.set(id, text);
    }
  }
  return texts;
}

/** The id of the element that a link points to; undefined for an address. */
function targetOf(file: PdfFile, link: number): string | undefined {
  const name = file.dict(link).get('Dest');
  return name && decodeName(name);
}

/** Decodes a PDF name, `/…`, in which other characters than plain letters are written as #xx. */
function decodeName(name: string): string {
  return name
    .slice(1)
    .replace(/#([\dA-F]{2})/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}
