/**
 * The core of a comparison: two documents, laid out, in; one Word file with tracked changes out. Accepting all of them
 * gives the words, formats and numbers of `to`, rejecting all those of `from`. Compares documents as the converter has
 * them, not files: it knows what is a clause, a reference, a field to fill in. Equal documents give a file without changes.
 */

import { allParagraphs, type Paragraph } from '../model/model.ts';
import type { Revision } from '../model/revision.ts';
import { Bookmarks, REFERENCE_PREFIX } from '../ooxml/bookmarks.ts';
import { listedHeadings, writeContents } from '../ooxml/contents.ts';
import {
  type Additions,
  aroundContents,
  closeFile,
  frameOf,
  type MarginLine,
  openFile,
  type WordDocument,
} from '../ooxml/document.ts';
import { contentsXml } from './contents.ts';
import { Aligner, type Item, type NowOf } from './items.ts';
import { mergeLists } from './merge-lists.ts';
import { Revisions } from './revisions.ts';
import { compared, itemsXml, paragraphXml, type RedlineScope } from './write-items.ts';

/** The headings of a table of contents, with the names of their bookmarks. */
type Headings = ReadonlyMap<Paragraph, string>;

/**
 * All parts of the package except `[Content_Types].xml`. The file has the styles and properties of `to`.
 * @param nowOf when somebody has made `to` of `from`, and may have deleted what other places refer to: what was made of what
 */
export function redlineParts(
  from: WordDocument,
  to: WordDocument,
  additions: Additions,
  revision: Revision,
  nowOf?: NowOf,
): Map<string, string | Uint8Array> {
  const listed = (document: WordDocument) => (additions.toc ? listedHeadings(document.blocks) : new Map());
  const headings = { from: listed(from), to: listed(to) };
  const items = new Aligner(nowOf).alignBlocks(partsOf(from, headings.from), partsOf(to, headings.to));
  const pairs = pairsIn(items);
  headings.from = renamed(headings.from, headings.to, pairs);

  const file = openFile(
    to,
    [from, to].some(({ page }) => page.firstPageBoxes !== undefined),
  );
  const lists = mergeLists(from.lists, to.lists);
  const bookmarks = new Bookmarks(allParagraphs(to.blocks), headings.to);
  const names = bookmarks.names;
  const scope: RedlineScope = {
    from: {
      ...file.scope,
      bookmarks: new Bookmarks(allParagraphs(from.blocks), headings.from, {
        taken: names,
        nameOf: (paragraph, id) => referenceName(bookmarks, pairs.get(paragraph), id),
      }),
      lang: from.properties.lang,
      styles: to.styles,
      guest: { lists: lists.ofFrom, styles: from.styles },
    },
    to: { ...file.scope, bookmarks, lang: to.properties.lang, styles: to.styles },
    revisions: new Revisions(revision, file.scope.nextBookmark),
  };
  if (nowOf !== undefined) bookmarks.keepTargets(scope.from.bookmarks);
  const contents = {
    from: writeContents(headings.from),
    to: writeContents(headings.to),
  };
  const frames = { from: frameOf(from, additions), to: frameOf(to, additions) };
  return closeFile(file, to, additions, {
    content: itemsXml(items, scope, (item) =>
      contentsXml({ from: item.from && contents.from, to: item.to && contents.to }, items, scope),
    ),
    lines: redlineLines(frames.from.lines, frames.to.lines, scope),
    section: scope.revisions.properties('w:sectPr', frames.to.section, frames.from.section),
    lists,
    paragraphs: [from, to].flatMap(({ blocks }) => allParagraphs(blocks)),
  });
}

/** The blocks with the place of the table of contents. */
function partsOf({ blocks }: WordDocument, headings: Headings) {
  const [before, after] = aroundContents(blocks, headings);
  return headings.size === 0 ? blocks : [...before, { kind: 'contents' } as const, ...after];
}

/** Each paragraph of `from` that is also in `to`, with that one. */
function pairsIn(items: readonly Item[], pairs = new Map<Paragraph, Paragraph>()): Map<Paragraph, Paragraph> {
  for (const item of items) {
    if (item.kind === 'table')
      for (const { cells } of item.rows) for (const cell of cells) pairsIn(cell.items, pairs);
    if (item.kind !== 'paragraph') continue;
    const { from, to } = item.content;
    if (from !== undefined && to !== undefined) pairs.set(from, to);
  }
  return pairs;
}

/** A heading of both documents has one bookmark; the others of `from` get names that `to` does not have. */
function renamed(
  from: Headings,
  to: Headings,
  pairs: ReadonlyMap<Paragraph, Paragraph>,
): Map<Paragraph, string> {
  let count = to.size;
  return new Map(
    Array.from(from.keys(), (heading) => {
      const pair = pairs.get(heading);
      const known = pair && to.get(pair);
      if (known === undefined) count += 1;
      return [heading, known ?? `_Toc${count}`];
    }),
  );
}

function referenceName(
  bookmarks: Bookmarks,
  paragraph: Paragraph | undefined,
  id: string,
): string | undefined {
  if (paragraph?.ids.includes(id)) return bookmarks.nameOf(id);
  return paragraph && bookmarks.namesOf(paragraph).find((name) => name.startsWith(REFERENCE_PREFIX));
}

/** The headers and footers. One that only one document has is empty in the other. */
function redlineLines(from: readonly MarginLine[], to: readonly MarginLine[], scope: RedlineScope) {
  const names = [...new Set([...to, ...from].map(({ name }) => name))];
  return names.map((name) => {
    const [before, now] = [from, to].map((lines) => lines.find((line) => line.name === name));
    const { edge, line } = (now ?? before) as MarginLine;
    const content = { from: before?.line, to: now?.line };
    const mark = { from: before?.line ?? line, to: now?.line ?? line };
    return { name, edge, xml: paragraphXml(compared({ content, mark }), scope) };
  });
}
