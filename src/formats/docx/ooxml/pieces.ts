import { escapeXml } from '../../../templating/html/xml-text.ts';
import type { Revision } from '../model/revision.ts';

/** The link around pieces. Consecutive pieces with the same object are one link. */
export interface LinkPiece {
  /** Attributes of `w:hyperlink`. */
  readonly target: string;
}

interface AnyPiece {
  /** `w:rPr`, or "". */
  readonly properties: string;
  readonly link: LinkPiece | undefined;
  /** Of a comparison: who deleted or inserted it. */
  readonly by?: Revision | undefined;
}

export interface TextPiece extends AnyPiece {
  readonly kind: 'text';
  readonly text: string;
}

/** A line break, a tab, a picture. */
export interface ObjectPiece extends AnyPiece {
  readonly kind: 'object';
  /** What the run has after its properties. */
  readonly content: string;
  /** Equal for equal pictures, of which each has a number of its own; otherwise the content is the key. */
  readonly key?: string;
}

/** A field that Word can update, with its current result. */
interface FieldPiece extends AnyPiece {
  readonly kind: 'field';
  readonly instruction: string;
  readonly result: string;
}

export interface ControlPiece {
  readonly kind: 'control';
  /** The children of `w:sdtPr` before `w:id`; after it and before its binding; after that. */
  readonly names: string;
  readonly id: number;
  readonly settings: string;
  readonly type: string;
  /** The field and value that it is bound to; "" if it is bound to none. */
  readonly bound: string;
  /** Writes its binding, and the bound value into the file: what is not written leaves no value there. */
  readonly bind: () => string;
  readonly content: readonly RunPiece[];
  readonly link: undefined;
}

export type RunPiece = TextPiece | ObjectPiece | FieldPiece;

/**
 * A part of a paragraph that is written as far as it can be compared with a part of another paragraph: its properties
 * are XML, and equal if they look equal.
 */
export type Piece = RunPiece | ControlPiece;

/** The pieces as the content of a `w:p`. */
export function piecesXml(pieces: readonly Piece[]): string {
  let xml = '';
  let content = '';
  let link: LinkPiece | undefined;
  for (const piece of pieces) {
    if (piece.link !== link) {
      xml += linkXml(link, content);
      content = '';
      link = piece.link;
    }
    content += pieceXml(piece);
  }
  return xml + linkXml(link, content);
}

export function linkXml(link: LinkPiece | undefined, content: string): string {
  return link === undefined ? content : `<w:hyperlink ${link.target} w:history="1">${content}</w:hyperlink>`;
}

function pieceXml(piece: Piece): string {
  return piece.kind === 'control' ? controlXml(piece) : runPieceXml(piece);
}

export function controlXml({ names, id, settings, type, bind, content }: ControlPiece): string {
  const runs = content.map((each) => runPieceXml(each)).join('');
  return (
    `<w:sdt><w:sdtPr>${names}<w:id w:val="${id}"/>${settings}${bind()}${type}</w:sdtPr>` +
    `<w:sdtContent>${runs}</w:sdtContent></w:sdt>`
  );
}

/** The elements of text and of the code of a field, which have other names in what was deleted. */
const WRITTEN = namesOf('w:t', 'w:instrText');
export const DELETED = namesOf('w:delText', 'w:delInstrText');

/** The tags are whole: each string that is joined of more parts costs one for each. */
function namesOf(text: string, code: string) {
  return { text: [`<${text} xml:space="preserve">`, `</${text}>`], code } as const;
}

export function runPieceXml(piece: RunPiece, names = WRITTEN): string {
  const run = (content: string) => `<w:r>${piece.properties}${content}</w:r>`;
  if (piece.kind === 'text') return run(textXml(piece.text, names));
  if (piece.kind === 'object') return run(piece.content.replaceAll(WRITTEN.code, names.code));
  return fieldXml(piece.instruction, run, run(textXml(piece.result, names)), names);
}

function textXml(text: string, names: typeof WRITTEN): string {
  return names.text[0] + escapeXml(text) + names.text[1];
}

/**
 * A field with its current result.
 * @param run wraps content in a run
 */
export function fieldXml(
  instruction: string,
  run: (content: string) => string,
  result: string,
  names = WRITTEN,
): string {
  return (
    run('<w:fldChar w:fldCharType="begin"/>') +
    run(`<${names.code} xml:space="preserve"> ${instruction} </${names.code}>`) +
    run('<w:fldChar w:fldCharType="separate"/>') +
    result +
    run('<w:fldChar w:fldCharType="end"/>')
  );
}
