/** Texts in the page margins. Chromium writes them untagged, before the text of the page. */
const HEADER = '/Artifact <</Type /Pagination /Subtype /Header>>BDC\n';
const WATERMARK = '/Artifact <</Type /Pagination /Subtype /Watermark>>BDC\n';
const FOOTER = '/Artifact <</Type /Pagination /Subtype /Footer>>BDC\n';
/** Rules, and the texts of `::before` and `::after`. */
const LAYOUT = '/Artifact <</Type /Layout>>BDC\n';
const END = 'EMC\n';

/** Maximum font size of a header or footer, in CSS pixels: a header has 12, the draft mark 133 (document/draft.ts). */
const MAX_MARGIN_FONT_SIZE = 100;

/** The last letter of the operators that begin or end marked content (BDC, BMC, EMC), and the line break after it. */
const MARK = 'C\n';

/**
 * Marked content within a text that tells how its letters are read. It is no content of its own, not even if untagged.
 */
const WITHIN_TEXT = /\/Span<<\/ActualText |\/ReversedChars BMC/y;

const CONTENT_ID = /<<\/MCID (\d+) >>BDC\n$/;

/** Texts, painted paths, and external objects. */
const PAINTED =
  /^BT\n[\s\S]*?^ET\n|(?:^(?:[-.\d]+ )+(?:re|m|l|c|v|y)\n(?:^h\n)?)+(?:^[fFBbs]\*?\n|^S\n)|^\/(?<object>\S+) Do\n/gm;

export interface Page {
  /** The content stream, as Chromium writes it. */
  readonly content: string;
  /** In points. */
  readonly height: number;
  /** Whether an external object of the page is a picture. Any other contains marked content itself. */
  isPicture(name: string): boolean;
  /** Numbers of the marked contents that repeat the head of a table. */
  readonly repeated?: ReadonlySet<number> | undefined;
}

interface MarkedPage {
  readonly content: string;
  /** Numbers of the marked contents that are now artifacts. */
  readonly dropped: readonly number[];
}

/**
 * Marks as artifacts what a screen reader must not read: content that Chromium writes untagged, and rules and repeated
 * heads of tables, which Chromium tags as content of the element that they belong to.
 */
export function markArtifacts(page: Page): MarkedPage {
  const { content } = page;
  const pieces: string[] = [];
  const dropped: number[] = [];
  // Position up to which the content is copied. Most of a page does not change and is copied in long pieces.
  let copied = 0;
  const replace = (from: number, to: number, text: string) => {
    pieces.push(content.slice(copied, from), text);
    copied = to;
  };
  const mark = (from: number, to: number) => {
    if (from < to) replace(from, to, markUntagged(content.slice(from, to), page, from === 0));
  };
  let depth = 0;
  /** Nesting depth of `WITHIN_TEXT` marks in untagged content. */
  let textMarks = 0;
  let end = 0;
  let start = 0;
  for (let at = content.indexOf(MARK); at !== -1; at = content.indexOf(MARK, at + MARK.length)) {
    const kind = content.slice(at - 2, at);
    const next = at + MARK.length;
    if (kind === 'EM' && textMarks > 0) {
      textMarks -= 1;
    } else if (kind === 'EM') {
      depth -= 1;
      if (depth > 0) continue;
      const text = asArtifact(content.slice(start, next), page, dropped);
      if (text !== undefined) replace(start, next, text);
      end = next;
    } else if (kind === 'BD' || kind === 'BM') {
      const line = content.lastIndexOf('\n', at) + 1;
      WITHIN_TEXT.lastIndex = line;
      if (textMarks > 0 || (depth === 0 && WITHIN_TEXT.test(content))) {
        textMarks += 1;
        continue;
      }
      depth += 1;
      if (depth > 1) continue;
      start = line;
      mark(end, start);
    }
  }
  mark(end, content.length);
  pieces.push(content.slice(copied));
  return { content: pieces.join(''), dropped };
}

/** @returns the marked content of an element as an artifact; undefined if it is to be read, or has no number */
function asArtifact(content: string, { repeated }: Page, dropped: number[]): string | undefined {
  const hasContent = content.includes(' Tj\n') || content.includes(' Do\n');
  if (hasContent && repeated === undefined) return undefined;
  const start = content.indexOf('BDC\n') + 4;
  const id = CONTENT_ID.exec(content.slice(0, start))?.[1];
  if (id === undefined || (hasContent && !repeated?.has(Number(id)))) return undefined;
  dropped.push(Number(id));
  return (hasContent ? HEADER : LAYOUT) + content.slice(start);
}

/** @param isFirst whether it is the first content of the page */
function markUntagged(content: string, { height, isPicture }: Page, isFirst: boolean): string {
  return content.replace(PAINTED, (painted, object?: string) => {
    if (object !== undefined && !isPicture(object)) return painted;
    const kind = isFirst && painted.startsWith('BT') ? marginOf(painted, height) : LAYOUT;
    return kind + painted + END;
  });
}

/** Chromium measures from the top of the page, in CSS pixels; 4 pixels are 3 points. */
function marginOf(text: string, height: number): string {
  if (Number(/ (\S+) Tf\n/.exec(text)?.[1]) > MAX_MARGIN_FONT_SIZE) return WATERMARK;
  const [, y] = /1 0 0 -1 \S+ (\S+) Tm/.exec(text) ?? [];
  return Number(y) * 0.75 < height / 2 ? HEADER : FOOTER;
}
