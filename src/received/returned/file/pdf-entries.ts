import { PdfArray, PdfDict, PdfName, PdfReference, PdfText, type PdfValue } from '../../seal/pdf/values.ts';

/** Entries that viewers write when a field is filled in or signed (ISO 32000-1, 12.5.2 and 12.7.3). */
export const OF_VALUE = new Set(['V', 'AP', 'AS', 'M', 'I', 'RV']);
/** By which a viewer draws a value, and which show nothing where it has an appearance. */
export const OF_LOOK = new Set([...OF_VALUE, 'DA', 'BS']);
/** A box looks as it is printed: only its state changes. */
export const OF_BOX = new Set(['V', 'AS', 'M']);
/** Entries of a page that are compared elsewhere, or do not print. */
export const OF_TREE = new Set(['Parent', 'Annots', 'Type', 'LastModified', 'StructParents', 'Tabs']);
/** Entries of the catalogue that are compared elsewhere, or are signatures, validation data (12.8.4) and metadata. */
export const OF_CATALOGUE = new Set([
  'Pages',
  'AcroForm',
  'DSS',
  'Perms',
  'Extensions',
  'Metadata',
  'Version',
  'Type',
]);
export const OF_FORM = new Set(['Fields', 'SigFlags', 'NeedAppearances', 'DR']);
/** Flags of an annotation (table 165). */
const HIDDEN = 2;
const PRINTED = 4;
const NOT_VIEWED = 32;

/** Whether an annotation with these flags is seen on a screen or on paper. */
export function isSeen(flags: number): boolean {
  return (flags & HIDDEN) === 0 && ((flags & PRINTED) !== 0 || (flags & NOT_VIEWED) === 0);
}

export function idOf(value: PdfValue): number | undefined {
  return value instanceof PdfReference ? value.id : undefined;
}

export function isAlike(one: PdfValue, other: PdfValue): boolean {
  if (one instanceof PdfName) return other instanceof PdfName && one.name === other.name;
  if (one instanceof PdfText) return other instanceof PdfText && one.bytes === other.bytes;
  if (one instanceof PdfArray) return other instanceof PdfArray && one.items.length === other.items.length;
  if (one instanceof PdfDict) return other instanceof PdfDict;
  return one === other;
}
