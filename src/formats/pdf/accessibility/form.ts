import { type FormPlace, placeAt } from '../../document/form-link.ts';
import { addFieldFont } from './field-font.ts';
import { FormFields, references, type Widget } from './form-fields.ts';
import { PdfDict } from './pdf-dict.ts';
import type { PdfFile } from './pdf-file.ts';
import { isAnnotation, type StructureElement, type StructureTree } from './structure-tree.ts';

/**
 * Heights of fields of one ruled line, in points. Viewers choose the font size by the height: pdf.js takes 1/1.35
 * of it without a margin of 2 pt, so 10 pt in a line, and in `text` 14 pt, or two lines of 7 pt for a longer text.
 */
const HEIGHTS = { text: 21, line: 15.5, choice: 15.5 } as const;

/** The room above a ruled line that nothing is printed in, in points. */
const GAP = 2;

/** The rule below the last of several lines, in points, stays visible below the background of the field. */
const LAST_RULE = 1.5;

/**
 * Replaces each link that stands for a form field (document/form-link.ts) with the field. The field takes over its
 * rectangle, its place in the structure tree and its place in the tab order.
 * @param places the fields of the document
 */
export function addForm(file: PdfFile, tree: StructureTree, places: readonly FormPlace[]): void {
  if (places.length === 0) return;
  const fields = new FormFields();
  let hasSignature = false;
  for (const element of tree.elementsOf('Link')) {
    const widgets = element.kids.filter(isAnnotation).flatMap((kid) => readWidget(file, kid, places) ?? []);
    if (widgets.length === 0) continue;
    for (const widget of widgets) fields.add(widget);
    hasSignature ||= widgets.some(({ place }) => place.kind === 'signature');
    makeFormElement(tree, element);
  }
  if (fields.isEmpty) return;
  const font = addFieldFont(file);
  const ids = fields.write(file, font);
  // A separate object, because pdf.js cannot change a form in the catalogue, which it must to add a font for letters
  // that this font lacks.
  const form = file.add(
    `<</Fields ${references(ids)}\n/DR ${font.all}` + `${hasSignature ? '\n/SigFlags 1' : ''}>>`,
  );
  file.extend(file.root, `/AcroForm ${form} 0 R`);
}

/** @returns undefined for an ordinary link */
function readWidget(file: PdfFile, reference: string, places: readonly FormPlace[]): Widget | undefined {
  const kid = new PdfDict(reference);
  const id = kid.reference('Obj');
  const link = file.dict(id);
  const address = link.dict('A')?.text('URI');
  const place = address === undefined ? undefined : placeAt(address, places);
  if (place === undefined) return undefined;
  const [left = 0, low = 0, right = 0, high = 0] = link.list('Rect').map(Number);
  const [bottom, top] = extentOf(place, low, high);
  return {
    ...{ id, place, page: kid.reference('Pg'), parent: link.number('StructParent') },
    ...{ left, bottom, right, top },
  };
}

/** Bottom and top of a field, from those of its rule. */
function extentOf(
  { kind, lines = 1 }: FormPlace,
  bottom: number,
  top: number,
): [bottom: number, top: number] {
  if (kind === 'box' || kind === 'signature') return [bottom, top];
  if (kind === 'text' && lines > 1) return [bottom + LAST_RULE, top];
  // Typed text is just above the rule, which can have the height of a signature, or that of a line of print.
  return [bottom, Math.min(top + GAP, bottom + HEIGHTS[kind])];
}

/**
 * The element of a field contains its annotation and nothing else (ISO 32000-1, table 340), so its printed content is
 * moved to after it. The enclosing `Form` of the printed blank becomes a `Span`, because the blank is now the field.
 */
function makeFormElement(tree: StructureTree, element: StructureElement): void {
  const parent = tree.parentOf(element);
  const contents = element.kids.filter((kid) => typeof kid === 'string' && !isAnnotation(kid));
  const printed = element.kids.filter((kid) => typeof kid !== 'string');
  if (contents.length > 0) printed.unshift(tree.wrap(element, 'Span', contents));
  for (const kid of printed) tree.change(kid, { parent: parent.id });
  tree.change(element, { type: 'Form', kids: element.kids.filter(isAnnotation) });
  const kids = parent.kids.flatMap((kid) => (kid === element ? [element, ...printed] : [kid]));
  tree.change(parent, parent.type === 'Form' ? { type: 'Span', attributes: '', kids } : { kids });
}
