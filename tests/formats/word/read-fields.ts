import { type ReadDocument, runText } from './read-docx.ts';
import { type WordNumber, wordNumbers } from './word-labels.ts';
import { child, findAll, text, type XmlElement } from './xml.ts';

export interface Field {
  readonly code: string;
  readonly result: string;
}

/** The fields of a paragraph, in order. */
export function readFields(paragraph: XmlElement): Field[] {
  return piecesOf(paragraph).filter((piece) => typeof piece !== 'string');
}

/** The text of each paragraph of the body after its cross-references are updated (Ctrl+A, F9). */
export function updatedTexts(document: ReadDocument): string[] {
  const numbers = new Map<string, WordNumber>();
  wordNumbers(document).forEach((number, index) => {
    const marks = findAll(document.paragraphs[index] as XmlElement, 'w:bookmarkStart');
    for (const { attributes } of marks) numbers.set(attributes['w:name'] ?? '', number);
  });
  const update = ({ code }: Field): string => {
    const [, bookmark = '', mode] = /^REF (\S+) \\([wn]) \\h$/.exec(code) ?? [];
    const number = numbers.get(bookmark);
    if (number === undefined) throw new Error(`the field ${code} finds no bookmark`);
    return mode === 'w' ? number.inFullContext : number.own;
  };
  return document.paragraphs.map((paragraph) =>
    piecesOf(paragraph)
      .map((piece) => (typeof piece === 'string' ? piece : update(piece)))
      .join(''),
  );
}

/** A paragraph's text and fields, in order. */
function piecesOf(paragraph: XmlElement): (string | Field)[] {
  const pieces: (string | Field)[] = [];
  let field: { code: string; result: string } | undefined;
  let isResult = false;
  for (const run of findAll(paragraph, 'w:r')) {
    const phase = child(run, 'w:fldChar')?.attributes['w:fldCharType'];
    if (phase === 'begin') field = { code: '', result: '' };
    isResult = phase === 'separate' || (isResult && phase !== 'end');
    const shown = runText(run);
    if (field === undefined) pieces.push(shown);
    else if (isResult) field.result += shown;
    else field.code += findAll(run, 'w:instrText').map(text).join('').trim();
    if (phase !== 'end' || field === undefined) continue;
    pieces.push(field);
    field = undefined;
  }
  return pieces;
}
