/** What Chromium leaves outside of every tag before a page's text: what stands in its margins. */
const HEADER = '/Artifact <</Type /Pagination /Subtype /Header>>BDC\n';
const WATERMARK = '/Artifact <</Type /Pagination /Subtype /Watermark>>BDC\n';
const FOOTER = '/Artifact <</Type /Pagination /Subtype /Footer>>BDC\n';
/** Rules, and what a style sheet puts before and after the text. */
const LAYOUT = '/Artifact <</Type /Layout>>BDC\n';
const END = 'EMC\n';

/** In CSS pixels; a header has 12, the mark of a draft 133 (html/draft.ts). */
const LARGEST_IN_MARGIN = 100;

/** The end of what begins or ends marked content: BDC, BMC or EMC, and a line break. */
const MARK = 'C\n';

/** Marks within a text, which say how its letters are read: no content of their own, also outside of every tag. */
const WITHIN_TEXT = /\/Span<<\/ActualText |\/ReversedChars BMC/y;

const CONTENT_ID = /<<\/MCID (\d+) >>BDC\n$/;

/** Whole texts, painted paths, and what is drawn from elsewhere. */
const PAINTED =
  /^BT\n[\s\S]*?^ET\n|(?:^(?:[-.\d]+ )+(?:re|m|l|c|v|y)\n(?:^h\n)?)+(?:^[fFBbs]\*?\n|^S\n)|^\/(?<object>\S+) Do\n/gm;

export interface Page {
  /** As Chromium writes it. */
  readonly content: string;
  /** In points. */
  readonly height: number;
  /** Whether an object of the page is a picture. Others have marks of their own in them. */
  isPicture(name: string): boolean;
}

export interface MarkedPage {
  readonly content: string;
  /** Numbers of the marked contents that are no content any more. */
  readonly dropped: readonly number[];
}

/**
 * Marks as artifacts what nobody needs to hear: what Chromium paints outside of every tag, and rules, which it counts
 * among the content of what they are drawn for.
 */
export function markArtifacts(page: Page): MarkedPage {
  const { content } = page;
  const pieces: string[] = [];
  const dropped: number[] = [];
  // Most of a page stays as it is, and is copied in long stretches.
  let copied = 0;
  const replace = (from: number, to: number, text: string) => {
    pieces.push(content.slice(copied, from), text);
    copied = to;
  };
  const mark = (from: number, to: number) => {
    if (from < to) replace(from, to, marked(content.slice(from, to), page, from === 0));
  };
  let depth = 0;
  /** Depth of the marks within a text that is outside of every tag. */
  let within = 0;
  let end = 0;
  let start = 0;
  for (let at = content.indexOf(MARK); at !== -1; at = content.indexOf(MARK, at + MARK.length)) {
    const kind = content.slice(at - 2, at);
    const next = at + MARK.length;
    if (kind === 'EM' && within > 0) {
      within -= 1;
    } else if (kind === 'EM') {
      depth -= 1;
      if (depth > 0) continue;
      const text = emptied(content.slice(start, next), dropped);
      if (text !== undefined) replace(start, next, text);
      end = next;
    } else if (kind === 'BD' || kind === 'BM') {
      const line = content.lastIndexOf('\n', at) + 1;
      WITHIN_TEXT.lastIndex = line;
      if (within > 0 || (depth === 0 && WITHIN_TEXT.test(content))) {
        within += 1;
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

/** @returns marked content of an element as an artifact, when nothing is written or shown in it */
function emptied(content: string, dropped: number[]): string | undefined {
  if (content.includes(' Tj\n') || content.includes(' Do\n')) return undefined;
  const start = content.indexOf('BDC\n') + 4;
  const id = CONTENT_ID.exec(content.slice(0, start))?.[1];
  if (id === undefined) return undefined;
  dropped.push(Number(id));
  return LAYOUT + content.slice(start);
}

/** @param isFirst whether nothing of the page's text has come */
function marked(content: string, { height, isPicture }: Page, isFirst: boolean): string {
  return content.replace(PAINTED, (painted, object?: string) => {
    if (object !== undefined && !isPicture(object)) return painted;
    const kind = isFirst && painted.startsWith('BT') ? marginOf(painted, height) : LAYOUT;
    return kind + painted + END;
  });
}

/** Chromium counts from the top, in CSS pixels, of which four are three points. */
function marginOf(text: string, height: number): string {
  if (Number(/ (\S+) Tf\n/.exec(text)?.[1]) > LARGEST_IN_MARGIN) return WATERMARK;
  const [, y] = /1 0 0 -1 \S+ (\S+) Tm/.exec(text) ?? [];
  return Number(y) * 0.75 < height / 2 ? HEADER : FOOTER;
}
