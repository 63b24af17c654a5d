/** Where a value comes from: the path of a field, or several paths whose values it joins. */
export type GivenSource = string | readonly string[];

/**
 * Marks around a printed value: start, end of the value's number, end. They are Unicode non-characters, which the data
 * cannot contain; those that a template writes itself have no effect.
 */
const [BEGIN, NUMBERED, END] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const MARK = /\ufdd0\d*\ufdd1?|[\ufdd1\ufdd2]/g;
const PIECES = /\ufdd0(?<number>\d+)\ufdd1|(?<end>\ufdd2)|[^\ufdd0\ufdd2]+/g;

/** A value as text, with or without `<bdi>`, and with line breaks; neither a blank nor the output of a macro. */
const VALUE = /^(?:<bdi>)?[^<]*(?:<br>[^<]*)*(?:<\/bdi>)?$/;

/** A mark, or a text without marks. */
export type Piece =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'begin'; readonly source: GivenSource | undefined }
  | { readonly kind: 'end' };

/** Marks the given values in the output of a template. */
export class GivenMarks {
  readonly #sources: GivenSource[] = [];
  /** Whether each value of a text that is made of several is marked, and not the whole text. */
  readonly tellsApart: boolean;

  constructor({ tellsApart = false } = {}) {
    this.tellsApart = tellsApart;
  }

  /** @param html the printed value @returns the same between marks, or unchanged if it is empty or not a value */
  mark(source: GivenSource, html: string): string {
    if (html.trim() === '' || !VALUE.test(html) || isMarked(html)) return html;
    return `${BEGIN}${this.#sources.push(source) - 1}${NUMBERED}${html}${END}`;
  }

  /** The source of a text that is one marked value and nothing else. */
  sourceOf(marked: string): string | undefined {
    const [, number] = /^\s*\ufdd0(\d+)\ufdd1[^\ufdd0-\ufdd2]*\ufdd2\s*$/.exec(marked) ?? [];
    const source = this.#sources[Number(number)];
    return typeof source === 'string' ? source : undefined;
  }

  /** A text of the output, at its marks. */
  *split(text: string): Generator<Piece> {
    for (const { 0: piece, groups } of text.matchAll(PIECES)) {
      if (groups?.end !== undefined) yield { kind: 'end' };
      else if (groups?.number !== undefined)
        yield { kind: 'begin', source: this.#sources[Number(groups.number)] };
      else yield { kind: 'text', text: piece.replace(MARK, '') };
    }
  }
}

export function isMarked(html: string): boolean {
  return html.includes(BEGIN);
}

/** Whether a text has a mark, be it the end of one that begins elsewhere. */
export function hasMark(text: string): boolean {
  return /[\ufdd0-\ufdd2]/.test(text);
}

/** The text of a value, without marks. */
export function withoutMarks(html: string): string {
  return isMarked(html) ? html.replace(MARK, '') : html;
}
