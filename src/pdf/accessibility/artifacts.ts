/** What Chromium leaves outside of every tag before a page's text: what stands in its margins. */
const HEADER = '/Artifact <</Type /Pagination /Subtype /Header>>BDC\n';
const FOOTER = '/Artifact <</Type /Pagination /Subtype /Footer>>BDC\n';
/** Rules, and what a style sheet puts before and after the text. */
const LAYOUT = '/Artifact <</Type /Layout>>BDC\n';
const END = 'EMC\n';

/** Begins or ends marked content. */
const MARK = /(?:B[DM]C|EMC)\n/g;

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
  let depth = 0;
  let end = 0;
  let start = 0;
  for (const { 0: mark, index } of content.matchAll(MARK)) {
    const next = index + mark.length;
    if (mark === END) {
      depth -= 1;
      if (depth > 0) continue;
      pieces.push(closed(content.slice(start, next), dropped));
      end = next;
    } else {
      depth += 1;
      if (depth > 1) continue;
      start = content.lastIndexOf('\n', index) + 1;
      pieces.push(marked(content.slice(end, start), page, end === 0));
    }
  }
  pieces.push(marked(content.slice(end), page, end === 0));
  return { content: pieces.join(''), dropped };
}

/** Marked content of an element, or an artifact when nothing is written or shown in it. */
function closed(content: string, dropped: number[]): string {
  if (content.includes(' Tj\n') || content.includes(' Do\n')) return content;
  const start = content.indexOf('BDC\n') + 4;
  const id = CONTENT_ID.exec(content.slice(0, start))?.[1];
  if (id === undefined) return content;
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
  const [, y] = /1 0 0 -1 \S+ (\S+) Tm/.exec(text) ?? [];
  return Number(y) * 0.75 < height / 2 ? HEADER : FOOTER;
}
