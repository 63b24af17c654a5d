import { CONTENTS_TITLE } from '../../../formats/document/contents.ts';
import { DRAFT } from '../../../formats/document/draft.ts';
import { TEXT_TAG } from '../../../formats/document/text-tags.ts';
import type { PdfLine } from '../file/pdf-lines.ts';
import type { Unit } from '../text/expected.ts';

/** Lines without those that the options of a request add to the text, which the exact text does not have. */
export interface WithoutOptions {
  readonly lines: readonly PdfLine[];
  /** What was found of them, for `notCompared`. */
  readonly notCompared: readonly string[];
}

/** @param units the paragraphs of the exact text */
export function withoutOptions(lines: readonly PdfLine[], units: readonly Unit[]): WithoutOptions {
  const contents = contentsIn(lines, units);
  const kept: PdfLine[] = [];
  const found = new Set<string>();
  for (const line of lines) {
    const what = contents.has(line) ? 'the table of contents' : additionIn(line);
    if (what === undefined) kept.push(line);
    else found.add(what);
  }
  return { lines: kept, notCompared: [...found] };
}

function additionIn({ text }: PdfLine): string | undefined {
  if (text === DRAFT) return `the mark ${DRAFT}`;
  return TEXT_TAG.test(text) ? 'the tags of a signature provider' : undefined;
}

/**
 * The title and the entries: headings, each once, and page numbers. The first heading that comes again begins the text.
 */
function contentsIn(lines: readonly PdfLine[], units: readonly Unit[]): Set<PdfLine> {
  const start = lines.findIndex(({ text }) => text === CONTENTS_TITLE);
  const entries = new Set<PdfLine>();
  if (start < 0 || units.some(({ text }) => text === CONTENTS_TITLE)) return entries;
  const titles = units.map(({ text }) => text);
  const seen = new Set<string>();
  for (const line of lines.slice(start + 1)) {
    const words = line.text.replace(/^(?:Schedule \d+|\d+\.)\s+/, '').replace(/[\s.…]*\d*$/, '');
    // A long heading takes two lines.
    if (words !== '' && (seen.has(words) || !titles.some((title) => title.includes(words)))) break;
    seen.add(words);
    entries.add(line);
  }
  return entries.size === 0 ? entries : entries.add(lines[start] as PdfLine);
}
