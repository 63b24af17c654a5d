import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type { Change } from '../reading.ts';
import { drawnFields } from './pdf-looks.ts';
import { comparePdf } from './pdf-update.ts';

/** Opens a PDF, and closes it. */
export type OpenPdf = <Result>(
  bytes: Uint8Array,
  use: (document: PDFDocumentProxy) => Promise<Result>,
) => Promise<Result>;

const SILENT = { tracked: false, author: null, at: null };
/** A text in an answer has at most 10,000 characters. */
const LONGEST = 10_000;

/**
 * What was appended to a PDF besides values of its form, their appearances, signatures and validation data; the clause is the page.
 * @param printedBytes the length of the file that it begins with
 */
export async function changesOfPdf(
  bytes: Uint8Array,
  printedBytes: number,
  now: PDFDocumentProxy,
  open: OpenPdf,
): Promise<Change[]> {
  const printed = bytes.subarray(0, printedBytes);
  const update = updateOf(printed, bytes);
  // A program may append what only some programs can read.
  if (update === undefined)
    return [{ clause: 'the whole file', kind: 'changed', was: '', now: '', ...SILENT }];
  const changes: Change[] = [];
  const { pages, hasOther } = update;
  if (pages.length > 0)
    await open(printed, async (was) => {
      for (const { kind, number } of pages) {
        const before = kind === 'inserted' ? [] : await linesOf(was, number);
        const after = kind === 'deleted' ? [] : await linesOf(now, number);
        changes.push({
          clause: `page ${number}`,
          kind,
          was: rest(before, after),
          now: rest(after, before),
          ...SILENT,
        });
      }
    });
  if (hasOther)
    changes.push({ clause: 'outside of the pages', kind: 'changed', was: '', now: '', ...SILENT });
  const { appearances } = update;
  if (appearances.size > 0) changes.push(...(await falseFields(now, (id) => appearances.has(id))));
  for (const { page, rectangle } of update.signatures) {
    const hidden = await wordsUnder(await now.getPage(page), rectangle);
    if (hidden !== '')
      changes.push({ clause: `page ${page}`, kind: 'changed', was: hidden, now: '[signature]', ...SILENT });
  }
  return changes;
}

function updateOf(printed: Uint8Array, bytes: Uint8Array): ReturnType<typeof comparePdf> | undefined {
  const [was, now] = [printed, bytes].map(({ buffer, byteOffset, length }) =>
    Buffer.from(buffer, byteOffset, length),
  );
  try {
    return comparePdf(was as Buffer, now as Buffer);
  } catch {
    return undefined;
  }
}

async function linesOf(document: PDFDocumentProxy, number: number): Promise<string[]> {
  const { items } = await (await document.getPage(number)).getTextContent();
  const text = items.map((item) => ('str' in item ? item.str + (item.hasEOL ? '\n' : '') : '')).join('');
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}

/** The lines that only one page has. */
function rest(lines: readonly string[], others: readonly string[]): string {
  const left = [...others];
  const own = lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
  return own.join('\n').slice(0, LONGEST);
}

/**
 * Fields that show other words than their value, or show it to nobody.
 * @param isMeant by the number of the object of its widget
 */
export async function falseFields(
  document: PDFDocumentProxy,
  isMeant: (id: number, shown: string) => boolean,
): Promise<Change[]> {
  const changes: Change[] = [];
  for (let number = 1; number <= document.numPages; number++)
    changes.push(...(await falseFieldsOf(await document.getPage(number), isMeant)));
  return changes;
}

async function falseFieldsOf(
  page: PDFPageProxy,
  isMeant: Parameters<typeof falseFields>[1],
): Promise<Change[]> {
  const changes: Change[] = [];
  const clause = `page ${page.pageNumber}`;
  const { looks, words } = await drawnFields(page);
  for (const { id, fieldType, fieldValue, textContent, options = [] } of await page.getAnnotations()) {
    const drawn = fieldType === 'Ch' ? words.get(id) : undefined;
    const shown = (Array.isArray(textContent) ? textContent.join(' ') : (drawn ?? ''))
      .replace(/\s+/g, ' ')
      .trim();
    if (fieldType === 'Sig' || !isMeant(Number.parseInt(id, 10), shown)) continue;
    const value = [fieldValue].flat().join(' ');
    const names = options.flatMap(({ exportValue, displayValue }: Record<string, string>) =>
      exportValue === value ? [displayValue] : [],
    );
    const mark = looks.get(id);
    const now = shown.slice(0, LONGEST);
    if (![value, ...names].some((one) => lettersOf(one) === lettersOf(shown)))
      changes.push({ clause, kind: 'changed', was: value, now, ...SILENT });
    else if (mark !== undefined) changes.push({ clause, kind: 'marked', was: '', now, mark, ...SILENT });
  }
  return changes;
}

/** White space is where lines are broken, and a script from right to left is in the order of its places. */
function lettersOf(text: string): string {
  const letters = text.normalize('NFKC').replace(/[\s\p{Cf}]+/gu, '');
  return /[\p{Script=Arabic}\p{Script=Hebrew}]/u.test(letters) ? [...letters].sort().join('') : letters;
}

/** Of the height of letters: half of a digit. */
const NARROWEST = 0.25;

/** The words of a page that a rectangle covers, at least in part. */
async function wordsUnder(
  page: PDFPageProxy,
  [left = 0, bottom = 0, right = 0, top = 0]: readonly number[],
): Promise<string> {
  const { items } = await page.getTextContent();
  const covered = items.filter((item) => {
    if (!('str' in item) || item.str.trim() === '') return false;
    const [, , , , x = 0, y = 0] = item.transform as number[];
    const middle = y + item.height / 3;
    const width = Math.min(right, x + item.width) - Math.max(left, x);
    return middle > bottom && middle < top && width > item.height * NARROWEST;
  });
  return covered
    .map((item) => ('str' in item ? item.str : ''))
    .join(' ')
    .slice(0, LONGEST);
}
