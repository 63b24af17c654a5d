import type { StructureElement, StructureTree } from './structure-tree.ts';

/**
 * Gives lists the structure that PDF requires: an item has a label (Lbl), unless its label is read as part of a
 * heading, and a body (LBody); a list states its numbering.
 * @param printed the label of each item of the document, in order; undefined for an item without one
 */
export function completeLists(tree: StructureTree, printed: readonly (string | undefined)[]): void {
  const items = tree.elementsOf('LI');
  // Items that a company's style sheet hides are not in the tree. The labels then cannot be assigned to the other
  // items.
  const labels = new Map(
    items.map((item, index) => [item, items.length === printed.length ? printed[index] : undefined]),
  );
  for (const [item, label] of labels) completeItem(tree, item, label !== undefined);
  for (const list of tree.elementsOf('L')) {
    const label = labels.get(list.kids[0] as StructureElement);
    if (label === undefined || list.attributes !== '') continue;
    tree.change(list, { attributes: `<</O /List\n/ListNumbering /${numberingOf(label)}>>` });
  }
}

function completeItem(tree: StructureTree, item: StructureElement, isLabelled: boolean): void {
  const [first] = item.kids;
  if (first === undefined) return;
  if (isLabelled && typeof first !== 'string') makeLabel(tree, item, first);
  const labels = item.kids.filter((kid) => typeof kid !== 'string' && kid.type === 'Lbl');
  const rest = item.kids.filter((kid) => !labels.includes(kid));
  const body = rest.length === 0 ? [] : [tree.wrap(item, 'LBody', rest)];
  tree.change(item, { kids: [...labels, ...body] });
}

/** @param first the first kid of the item: its label, or the block that begins with it */
function makeLabel(tree: StructureTree, item: StructureElement, first: StructureElement): void {
  if (/^H\d$/.test(first.type)) return;
  const [inner] = first.kids;
  if (inner === undefined || typeof inner === 'string') {
    tree.change(first, { type: 'Lbl' });
    return;
  }
  tree.change(first, { kids: first.kids.slice(1) });
  tree.change(inner, { type: 'Lbl', parent: item.id });
  tree.change(item, { kids: [inner, ...item.kids] });
}

/** @param label the label of the list's first item */
function numberingOf(label: string): string {
  if (/\d/.test(label)) return 'Decimal';
  if (label === '(i)') return 'LowerRoman';
  return /[a-z]/.test(label) ? 'LowerAlpha' : 'UpperAlpha';
}
