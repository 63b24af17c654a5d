import type { Choice, FormPlace } from '../../document/model.ts';
import { type FieldFont, TEXT_STYLE } from './field-font.ts';
import type { PdfFile } from './pdf-file.ts';
import { writeTextString } from './text-string.ts';
import { addAppearance } from './widget-appearance.ts';

/** Flags of fields (ISO 32000-1, tables 226, 228 and 230). Long text gets several lines. */
const MULTI_LINE = 1 << 12;
/** Of boxes one is ticked at most, and those of equal words together. */
const RADIO = (1 << 15) | (1 << 25);
/** An editable combo box: another value may be typed in, as it may be written on paper. */
const COMBO = (1 << 17) | (1 << 18);

/** A rectangle on a page that shows a field. */
export interface Widget {
  readonly id: number;
  readonly place: FormPlace;
  /** Number of the page's object. */
  readonly page: number;
  /** Its key in the parent tree of the structure tree. */
  readonly parent: number;
  /** In points, from the lower left corner of the page. */
  readonly left: number;
  readonly bottom: number;
  readonly right: number;
  readonly top: number;
}

/**
 * The widgets of a field, or the fields of a group. A full stop separates the names of both (ISO 32000-1, 12.7.3.2).
 */
type Field = Widget[] | Fields;
type Fields = Map<string, Field>;

export class FormFields {
  readonly #fields: Fields = new Map();

  get isEmpty(): boolean {
    return this.#fields.size === 0;
  }

  /** @throws Error if the name is that of a group, or a group of the name is that of a field */
  add(widget: Widget): void {
    const names = widget.place.name.split('.');
    const last = names.pop() ?? '';
    let fields = this.#fields;
    for (const name of names) {
      const inner = fields.get(name) ?? new Map();
      if (Array.isArray(inner)) throw new Error(NAME_CONFLICT);
      fields.set(name, inner);
      fields = inner;
    }
    const widgets = fields.get(last) ?? [];
    if (!Array.isArray(widgets)) throw new Error(NAME_CONFLICT);
    fields.set(last, [...widgets, widget]);
  }

  /**
   * @returns the object numbers of the outermost fields
   */
  write(file: PdfFile, font: FieldFont): number[] {
    return writeFields(file, font, this.#fields);
  }
}

const NAME_CONFLICT = 'the form has a field and a group of fields with the same name';

function writeFields(file: PdfFile, font: FieldFont, fields: Fields, parent?: number): number[] {
  const above = parent === undefined ? '' : `\n/Parent ${parent} 0 R`;
  return Array.from(fields, ([name, field]) => {
    const entries = `/T ${writeTextString(name)}${above}`;
    if (Array.isArray(field)) return writeField(file, font, field, entries);
    const id = file.add();
    file.change(id, `<<${entries}\n/Kids ${references(writeFields(file, font, field, id))}>>`);
    return id;
  });
}

/** A field with one widget is written as one object together with it. */
function writeField(file: PdfFile, font: FieldFont, widgets: readonly Widget[], name: string): number {
  const [first, ...others] = widgets as [Widget, ...Widget[]];
  const entries = `${name}\n${fieldEntries(first, font)}`;
  if (others.length === 0) {
    file.change(first.id, `<<${widgetEntries(file, font, first)}\n${entries}>>`);
    return first.id;
  }
  const ids = widgets.map(({ id }) => id);
  const field = file.add(
    `<<${entries}\n/TU ${writeTextString(first.place.title)}\n/Kids ${references(ids)}>>`,
  );
  for (const widget of widgets)
    file.change(widget.id, `<<${widgetEntries(file, font, widget)}\n/Parent ${field} 0 R>>`);
  return field;
}

function fieldEntries({ place }: Widget, font: FieldFont): string {
  const { kind, options = [] } = place;
  // pdf.js prefers the resources of an appearance to those of the form, but not to those of the field.
  const style = `${TEXT_STYLE}\n/DR ${font.all}`;
  switch (kind) {
    case 'text':
      return `/FT /Tx\n/Ff ${MULTI_LINE}\n${style}`;
    case 'line':
      return `/FT /Tx\n${style}`;
    case 'choice':
      return `/FT /Ch\n/Ff ${COMBO}\n${style}\n/Opt [${options.map(writeChoice).join('\n')}]`;
    case 'box':
      return `/FT /Btn\n/Ff ${RADIO}\n/V /Off`;
    case 'signature':
      return '/FT /Sig';
  }
}

/** `/F 4` prints the widget with the page. */
function widgetEntries(file: PdfFile, font: FieldFont, widget: Widget): string {
  const { place, page, parent, left, bottom, right, top } = widget;
  const size = { width: round(right - left), height: round(top - bottom) };
  const state = stateEntries(place);
  return (
    `/Type /Annot\n/Subtype /Widget\n/F 4\n/Border [0 0 0]\n/Rect [${[left, bottom, right, top].map(round).join(' ')}]\n` +
    `/P ${page} 0 R\n/StructParent ${parent}\n${state}/TU ${writeTextString(place.option === undefined ? place.title : `${place.title}: ${place.option}`)}\n` +
    `/AP <</N ${addAppearance(file, font, place, size)}>>`
  );
}

function stateEntries({ kind, lines = 1 }: FormPlace): string {
  if (kind === 'box') return '/AS /Off\n/MK <</CA (8)>>\n';
  // Once there is text, its background hides the rules that would strike it through.
  return kind === 'text' && lines > 1 ? '/MK <</BG [1 1 1]>>\n' : '';
}

function writeChoice([value, words]: Choice): string {
  const text = writeTextString(value);
  return value === words ? text : `[${text} ${writeTextString(words)}]`;
}

export function references(ids: readonly number[]): string {
  return `[${ids.map((id) => `${id} 0 R`).join(' ')}]`;
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
