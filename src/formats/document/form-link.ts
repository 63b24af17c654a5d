import type { Choice } from './field-table.ts';

/** A rectangle in a document where a form field is to be placed. */
export interface FormPlace {
  /** The schema path, as "parties[0].rcName"; for a signature line the signer and the label, as "Employer (Acme Limited): Date". */
  readonly name: string;
  /** What a viewer shows and a screen reader says: "Customer: registered address". Every field has another one. */
  readonly title: string;
  /** `line`: a text of one line, as a date or a number. */
  readonly kind: 'text' | 'line' | 'choice' | 'box' | 'signature';
  /** Text fields: the number of ruled lines. */
  readonly lines?: number;
  /** Of a choice. */
  readonly options?: readonly Choice[];
  /** Boxes, of which those of one name are alternatives: the words beside the box. */
  readonly option?: string;
  /** Boxes: the name of the state in which the box is ticked. */
  readonly state?: string;
}

/** Maximum length of a name: of a state in bytes (ISO 32000-1, table C.1), and of a field in characters. */
export const MAX_NAME = 127;

/** A text that is too long for a name, without its end. */
export function cutName(text: string, length = MAX_NAME): string {
  if (text.length <= length) return text;
  // Not between the two halves of a character.
  return `${text.slice(0, length - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * No link in a company's own text can begin like this: the schemes of `href` are a closed list (allowed/elements.ts).
 */
const SCHEME = 'docgen-field:';
const FIELD = /^docgen-field:(\d+)$/;

/**
 * The address of a link that stands for a form field. Chromium gives a link a rectangle, a page and a structure element
 * in the PDF; `src/formats/pdf/accessibility` turns it into the field.
 * @param number position of the field in the list of the document's fields
 */
export function formLink(number: number): string {
  return SCHEME + number;
}

/** @returns the field that an address stands for; undefined if it stands for none of these fields */
export function placeAt(address: string, fields: readonly FormPlace[]): FormPlace | undefined {
  return fields[Number(FIELD.exec(address)?.[1])];
}
