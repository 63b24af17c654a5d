import { type FormPlace, readFormLink } from '../../html/form-link.ts';
import { addFieldFont, FIELD_FONT } from './field-font.ts';
import { numberIn, type PdfFile } from './pdf-file.ts';
import type { StructureElement, StructureTree } from './structure-tree.ts';
import { readTextString, writeTextString } from './text-string.ts';
import { addAppearance, type Rectangle } from './widget-appearance.ts';

/** Flags of fields (ISO 32000-1, tables 228 and 230). */
const MULTI_LINE = 1 << 12;
/** A list to choose from, or to write something else: so may who has a pen. */
const COMBO = (1 << 17) | (1 << 18);

/** Size of what is typed, in points: that of the texts beside the blanks, or what a low field has room for. */
const FONT_SIZE = 10;
const SMALLEST_LINE = 13;

/** In points. */
const HIGHEST_LINE = 18;

interface Widget {
  /** Number of its object. */
  readonly id: number;
  readonly place: FormPlace;
  readonly rectangle: Rectangle;
  /** Entries that say where it stands. */
  readonly position: string;
}

/** What shows a field, once or in several places; or fields whose names go on behind a full stop (ISO 32000-1, 12.7.3.2). */
type Field = Widget[] | Map<string, Field>;

/**
 * Makes fields to fill in of the links that stand for them (html/form-link.ts): each has the place on the page, in the
 * tree and in the order of tabs that its field needs.
 */
export function addForm(file: PdfFile, tree: StructureTree): void {
  const fields = new Map<string, Field>();
  let hasSignature = false;
  for (const element of tree.elementsOf('Link')) {
    const widgets = element.kids.filter(isAnnotation).map((kid) => readWidget(file, kid));
    const places = widgets.filter((widget) => widget !== undefined);
    if (places.length === 0) continue;
    for (const widget of places) {
      addField(fields, widget.place.name.split('.'), widget);
      hasSignature ||= widget.place.kind === 'signature';
    }
    makeFormElement(tree, element);
  }
  if (fields.size === 0) return;
  const font = addFieldFont(file);
  const ids = writeFields(file, font, fields);
  file.extend(
    file.root,
    `/AcroForm <</Fields ${references(ids)}\n/DR <</Font <</${FIELD_FONT} ${font} 0 R>>>>\n` +
      `/DA ${textStyle(FONT_SIZE)}${hasSignature ? '\n/SigFlags 1' : ''}>>`,
  );
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
  const position =
    `/Rect [${left} ${round(bottom)} ${right} ${round(top)}]\n/P ${page} 0 R\n` +
    `/StructParent ${numberIn(link, /\/StructParent (\d+)/)}`;
  return { id, place, rectangle: { width: round(right - left), height: round(top - bottom) }, position };
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

function addField(fields: Map<string, Field>, [name = '', ...rest]: string[], widget: Widget): void {
  const field = fields.get(name) ?? (rest.length === 0 ? [] : new Map());
  fields.set(name, field);
  if (field instanceof Map !== rest.length > 0) throw new Error('a field of the form has fields in itself');
  if (field instanceof Map) addField(field, rest, widget);
  else field.push(widget);
}

/** @returns the numbers of the fields' objects */
function writeFields(file: PdfFile, font: number, fields: Map<string, Field>, parent?: number): number[] {
  const above = parent === undefined ? '' : `\n/Parent ${parent} 0 R`;
  return Array.from(fields, ([name, field]) => {
    const entries = `/T ${writeTextString(name)}${above}`;
    if (field instanceof Map) {
      const id = file.add();
      file.change(id, `<<${entries}\n/Kids ${references(writeFields(file, font, field, id))}>>`);
      return id;
    }
    return writeField(file, font, field, entries);
  });
}

/** A field with one widget is one object with it. */
function writeField(file: PdfFile, font: number, widgets: readonly Widget[], name: string): number {
  const [first, ...others] = widgets as [Widget, ...Widget[]];
  const entries = `${name}\n${fieldEntries(first)}`;
  if (others.length === 0) {
    file.change(first.id, `<<${widgetEntries(file, font, first)}\n${entries}>>`);
    return first.id;
  }
  const ids = widgets.map(({ id }) => id);
  const field = file.add(
    `<<${entries}\n/TU ${writeTextString(first.place.label)}\n/Kids ${references(ids)}>>`,
  );
  for (const widget of widgets)
    file.change(widget.id, `<<${widgetEntries(file, font, widget)}\n/Parent ${field} 0 R>>`);
  return field;
}

function fieldEntries({ place, rectangle }: Widget): string {
  const { kind, lines = 1, options = [] } = place;
  const style = `/DA ${textStyle(Math.min(FONT_SIZE, (FONT_SIZE * rectangle.height) / lines / SMALLEST_LINE))}`;
  switch (kind) {
    case 'text':
      return `/FT /Tx\n${style}${lines > 1 ? `\n/Ff ${MULTI_LINE}` : ''}`;
    case 'choice':
      return `/FT /Ch\n/Ff ${COMBO}\n${style}\n/Opt [${options.map(writeTextString).join('\n')}]`;
    case 'box':
      return '/FT /Btn\n/V /Off';
    case 'signature':
      return '/FT /Sig';
  }
}

function widgetEntries(file: PdfFile, font: number, { place, rectangle, position }: Widget): string {
  const { kind, label, option } = place;
  const state = kind === 'box' ? `/AS /Off\n/MK <</CA (8)>>\n` : '';
  return (
    `/Type /Annot\n/Subtype /Widget\n/F 4\n/Border [0 0 0]\n${position}\n${state}` +
    `/TU ${writeTextString(option ?? label)}\n/AP <</N ${addAppearance(file, font, place, rectangle)}>>`
  );
}

function references(ids: readonly number[]): string {
  return `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;
}

function textStyle(size: number): string {
  return `(/${FIELD_FONT} ${round(size)} Tf 0 g)`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
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
