import { PdfDict, valuesOf } from './pdf-dict.ts';
import type { StructureElement, StructureTree } from './structure-tree.ts';

const CONTENT = /^(?:<<\/Type \/MCR\n\/Pg (?<page>\d+) 0 R\n\/MCID (?<marked>\d+)>>|(?<own>\d+))$/;

/**
 * The contents of column heads that repeat a head of an earlier page. Chromium tags them all as content of the one head,
 * which a screen reader would read once for each page. It has no elements for `<thead>` and `<tbody>`.
 * @returns by object number of the page
 */
export function repeatedHeads(tree: StructureTree): ReadonlyMap<number, ReadonlySet<number>> {
  const repeated = new Map<number, Set<number>>();
  for (const head of tree.elementsOf('TH').filter(isOfColumn)) {
    const [first, ...others] = contentsOf(head);
    for (const { page, content } of others) {
      if (page === first?.page) continue;
      repeated.set(page, (repeated.get(page) ?? new Set()).add(content));
    }
  }
  return repeated;
}

function isOfColumn({ attributes }: StructureElement): boolean {
  return valuesOf(attributes).some((attribute) => new PdfDict(attribute).get('Scope') === '/Column');
}

function contentsOf(element: StructureElement): { readonly page: number; readonly content: number }[] {
  return element.kids.flatMap((kid) => {
    if (typeof kid !== 'string') return contentsOf(kid);
    const { page = element.page ?? '', marked, own } = CONTENT.exec(kid)?.groups ?? {};
    const content = marked ?? own;
    return content === undefined ? [] : { page: Number.parseInt(page, 10), content: Number(content) };
  });
}
