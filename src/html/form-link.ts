/** A place in a document where a form field comes to stand. */
export interface FormPlace {
  /** The schema path, "parties[0].rcName"; of a signature's lines, who signs and what: "Employer.date". */
  readonly name: string;
  /** What is asked for, as printed. */
  readonly label: string;
  readonly kind: 'text' | 'choice' | 'box' | 'signature';
  /** Of a text: how many ruled lines it has. */
  readonly lines?: number;
  /** Of a choice: what can be chosen. */
  readonly options?: readonly string[];
  /** Of a box: the words that it stands for. Boxes of one name are alternatives. */
  readonly option?: string;
}

/** No link of a text can begin so: what may stand in `href` is a closed list (allowed/elements.ts). */
const SCHEME = 'docgen-field:';

/**
 * The address of a link that stands for a field. A link is what Chromium gives a rectangle, a page and an element of the
 * structure tree in a PDF; `src/pdf/accessibility` makes the field of it.
 */
export function formLink(place: FormPlace): string {
  return SCHEME + encodeURIComponent(JSON.stringify(place));
}

/** @returns undefined for every other address */
export function readFormLink(address: string): FormPlace | undefined {
  return address.startsWith(SCHEME)
    ? JSON.parse(decodeURIComponent(address.slice(SCHEME.length)))
    : undefined;
}
