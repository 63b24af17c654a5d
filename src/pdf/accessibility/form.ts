import { type FormPlace, readFormLink } from '../../html/form-link.ts';
import { addFieldFont, FIELD_FONT } from './field-font.ts';
import { FormFields, references, type Widget } from './form-fields.ts';
import { numberIn, type PdfFile } from './pdf-file.ts';
import type { StructureElement, StructureTree } from './structure-tree.ts';
import { readTextString } from './text-string.ts';

/** Of a field for one line of text, in points. */
const HIGHEST_LINE = 18;

/**
 * Makes fields to fill in of the links that stand for them (html/form-link.ts): each has the place on the page, in the
 * tree and in the order of tabs that its field needs.
 */
export function addForm(file: PdfFile, tree: StructureTree): void {
  const fields = new FormFields();
  let hasSignature = false;
  for (const element of tree.elementsOf('Link')) {
    const widgets = element.kids.filter(isAnnotation).flatMap((kid) => readWidget(file, kid) ?? []);
    if (widgets.length === 0) continue;
    for (const widget of widgets) fields.add(widget);
    hasSignature ||= widgets.some(({ place }) => place.kind === 'signature');
    makeFormElement(tree, element);
  }
  if (fields.isEmpty) return;
  const font = addFieldFont(file);
  const ids = fields.write(file, font);
  // An object of its own: pdfjs changes no other, as it must where the font lacks a letter that is typed in.
  const form = file.add(
    `<</Fields ${references(ids)}\n/DR <</Font <</${FIELD_FONT} ${font} 0 R>>>>` +
      `${hasSignature ? '\n/SigFlags 1' : ''}>>`,
  );
  file.extend(file.root, `/AcroForm ${form} 0 R`);
}

function isAnnotation(kid: StructureElement | string): kid is string {
  return typeof kid === 'string' && kid.includes('/OBJR');
}

/** @returns undefined for a link that leads somewhere */
function readWidget(file: PdfFile, reference: string): Widget | undefined {
  const id = numberIn(reference, /\/Obj (\d+) 0 R/);
  const link = file.read(id);
  const [, address] = /\n\/URI (\((?:\\[\s\S]|[^\\)])*\))/.exec(link) ?? [];
  const place = address === undefined ? undefined : readFormLink(readTextString(address));
  if (place === undefined) return undefined;
  const [, corners = ''] = /\n\/Rect \[([^\]]+)\]/.exec(link) ?? [];
  const [left = 0, low = 0, right = 0, high = 0] = corners.split(' ').map(Number);
  const [bottom, top] = extentOf(place, low, high);
  const page = numberIn(reference, /\/Pg (\d+) 0 R/);
  return { id, place, page, parent: numberIn(link, /\/StructParent (\d+)/), left, bottom, right, top };
}

/** Bottom and top of a field whose rule has these. */
function extentOf(
  { kind, lines = 1 }: FormPlace,
  bottom: number,
  top: number,
): [bottom: number, top: number] {
  // The link has the first of several lines, which are of one height.
  if (lines > 1) return [top - (top - bottom) * lines, top];
  // What is typed where there is room for a signature stands on the rule.
  return kind === 'text' ? [bottom, Math.min(top, bottom + HIGHEST_LINE)] : [bottom, top];
}

/**
 * An element of a field holds its annotation and nothing else (ISO 32000-1, table 340): what is printed, the label, stands
 * behind it. The blank itself is none to fill in by hand any more.
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
