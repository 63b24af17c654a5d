import type { PDFPageProxy } from 'pdfjs-dist';
import type { TextItem, TextMarkedContent } from 'pdfjs-dist/types/src/display/api.js';

export interface PdfPage {
  /** In millimetres. */
  readonly width: number;
  readonly height: number;
  /** The texts in the top and bottom margins. */
  readonly header: string;
  readonly footer: string;
  /** As in PdfText; a line ends in "\n". */
  readonly blocks: readonly string[];
  readonly fonts: readonly PdfFont[];
}

export interface PdfFont {
  /** PostScript name. */
  readonly name: string;
  readonly isEmbedded: boolean;
}

/** A connected text, and the position of its first word in points from the lower left corner. */
interface Piece {
  text: string;
  readonly x: number;
  readonly y: number;
}

interface StructureNode {
  readonly role?: string;
  readonly children?: readonly StructureNode[];
  readonly type?: string;
  readonly id?: string;
}

const MM_PER_POINT = 25.4 / 72;
const INLINE = new Set(['NonStruct', 'Span', 'Strong', 'Em', 'Link', 'Form', 'Lbl']);

export async function readPage(page: PDFPageProxy): Promise<PdfPage> {
  const [left = 0, bottom = 0, right = 0, top = 0] = page.view;
  const { items } = await page.getTextContent({ includeMarkedContent: true });
  const { tagged, margins } = sort(items);
  const middle = (top + bottom) / 2;
  return {
    width: (right - left) * MM_PER_POINT,
    height: (top - bottom) * MM_PER_POINT,
    header: joined(margins.filter(({ y }) => y > middle)),
    footer: joined(margins.filter(({ y }) => y <= middle)),
    blocks: readStructure((await page.getStructTree()) as StructureNode | null, tagged),
    fonts: await readFonts(page),
  };
}

/** Text without a tag is an artifact: the service's PDFs have it in the margins. */
function sort(items: readonly (TextItem | TextMarkedContent)[]) {
  const tagged = new Map<string, Piece>();
  const margins: Piece[] = [];
  const open: (string | null)[] = [];
  for (const item of items) {
    if ('str' in item) {
      const id = open.findLast((one) => one !== null);
      if (id !== undefined) tagged.set(id, grown(tagged.get(id), item));
      else if (item.str.trim() !== '' && !isAcross(item)) margins.push(grown(undefined, item));
    } else if (item.type === 'endMarkedContent') open.pop();
    else open.push('id' in item ? item.id : null);
  }
  return { tagged, margins };
}

/** The word DRAFT is written across the page. */
function isAcross({ transform }: TextItem): boolean {
  return Math.abs(transform[1]) > 1;
}

function grown(piece: Piece | undefined, { str, hasEOL, transform }: TextItem): Piece {
  const text = (piece?.text ?? '') + str + (hasEOL ? '\n' : '');
  if (piece !== undefined && piece.text.trim() !== '') return { ...piece, text };
  return { text, x: transform[4], y: transform[5] };
}

function readStructure(root: StructureNode | null, pieces: ReadonlyMap<string, Piece>): string[] {
  const blocks: string[] = [];
  let text = '';
  let isLabel = false;
  const endBlock = () => {
    if (isLabel) return;
    if (text.trim() !== '') blocks.push(text.trim());
    text = '';
  };
  const visit = ({ role = '', children = [], type, id = '' }: StructureNode): void => {
    const isBlock = type === undefined && !INLINE.has(role);
    if (isBlock) endBlock();
    if (type === 'content') {
      text += pieces.get(id)?.text ?? '';
      isLabel = false;
    }
    children.forEach(visit);
    // The text of the label follows in a separate block.
    isLabel ||= role === 'Lbl';
    if (isBlock) endBlock();
  };
  if (root !== null) visit(root);
  return blocks;
}

function joined(pieces: readonly Piece[]): string {
  return pieces.map(({ text }) => text.trim()).join(' ');
}

async function readFonts(page: PDFPageProxy): Promise<PdfFont[]> {
  await page.getOperatorList();
  const fonts: PdfFont[] = [];
  for (const [, font] of page.commonObjs as Iterable<[string, FontObject | null]>) {
    if (font?.name === undefined) continue;
    fonts.push({ name: font.name.replace(/^[A-Z]{6}\+/, ''), isEmbedded: font.missingFile === false });
  }
  return fonts;
}

interface FontObject {
  readonly name?: string;
  readonly missingFile?: boolean;
}
