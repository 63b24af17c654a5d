import type { PdfDocument } from './document.ts';
import { firstPage } from './form.ts';
import type { PdfUpdate } from './update.ts';
import { PdfDict, PdfReference, type PdfValue } from './values.ts';

/** Bit 1: there are signatures. Bit 2: programs must append to the file (ISO 32000-1, table 219). */
const SIGNATURES_AND_APPEND_ONLY = 3;

/** PDF/A-1 requires an appearance of every field (ISO 19005-1, 6.9), the later parts not of one without extent. */
const NO_APPEARANCE =
  '<</Type /XObject /Subtype /Form /BBox [0 0 0 0] /Resources <<>> /Length 0>>\nstream\n\nendstream';

interface SignatureField {
  /** Number of the signature's object. */
  readonly signature: number;
  readonly certify: boolean;
  readonly name: string;
}

/** Adds a signature field with a widget of no size, on the first page (ISO 32000-1, 12.7.4.5), to form, page and catalogue. */
export function addField(
  document: PdfDocument,
  update: PdfUpdate,
  { signature, certify, name }: SignatureField,
): void {
  const { reference, page } = firstPage(document);
  const field = update.reserve();
  const appearance = update.reserve();
  update.set(appearance, NO_APPEARANCE);
  update.set(
    field,
    `<</Type /Annot\n/Subtype /Widget\n/FT /Sig\n/T (${name})\n/TU (Electronic seal)\n/F 132\n/Rect [0 0 0 0]\n` +
      `/AP <</N ${appearance} 0 R>>\n/P ${reference.id} ${reference.generation} R\n/V ${signature} 0 R>>`,
  );
  const item = `${field} 0 R`;
  const annotations = appended(document, update, page.get('Annots'), item);
  if (annotations !== undefined) update.set(reference.id, page.with({ Annots: annotations }));

  const catalogue = document.dict(document.root);
  if (catalogue === undefined) return;
  const form = document.dict(catalogue.get('AcroForm'));
  const fields = appended(document, update, form?.get('Fields') ?? null, item);
  const entries = {
    ...(fields !== undefined && { Fields: fields }),
    SigFlags: `${SIGNATURES_AND_APPEND_ONLY}`,
  };
  const certification = { DocMDP: `${signature} 0 R` };
  const changes = {
    ...changed(document, update, { catalogue, key: 'AcroForm', entries }),
    ...(certify && changed(document, update, { catalogue, key: 'Perms', entries: certification })),
  };
  if (Object.keys(changes).length > 0) update.set(document.root.id, catalogue.with(changes));
}

/** @returns the array with one more item; undefined if it is an object of its own, which is changed */
function appended(
  document: PdfDocument,
  update: PdfUpdate,
  value: PdfValue,
  item: string,
): string | undefined {
  const written = document.array(value)?.with(item) ?? `[${item}]`;
  if (!(value instanceof PdfReference) || document.array(value) === undefined) return written;
  update.set(value.id, written);
  return undefined;
}

interface DictChange {
  readonly catalogue: PdfDict;
  /** The entry of the catalogue that has the dictionary, or will have it. */
  readonly key: string;
  /** Entries of the dictionary, as they are written. */
  readonly entries: Readonly<Record<string, string>>;
}

/** @returns the changed entries of the catalogue; none if the dictionary is an object of its own, which is changed */
function changed(
  document: PdfDocument,
  update: PdfUpdate,
  { catalogue, key, entries }: DictChange,
): Readonly<Record<string, string>> {
  const value = catalogue.get(key);
  const dict = document.dict(value);
  if (dict === undefined) return { [key]: EMPTY.with(entries) };
  if (!(value instanceof PdfReference)) return { [key]: dict.with(entries) };
  update.set(value.id, dict.with(entries));
  return {};
}

const EMPTY = new PdfDict('<<>>', 0, 4, new Map());
