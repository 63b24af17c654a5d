import { type ChildNode, type Document, Element, isTag, isText, type ParentNode, Text } from 'domhandler';
import type { OriginTable, SourcePlace } from '../../lib/origin-table.ts';
import { parseHtml } from '../../templating/html/parse.ts';
import { bodyOf, textOf } from '../../templating/html/tree.ts';
import type { Origins } from '../../templating/language/origins.ts';
import { clausesOfFiles } from './clauses-of-files.ts';
import { makeLink } from './link-fields.ts';

/** A word of a text node, and where it stands. */
interface Word extends SourcePlace {
  readonly start: number;
  readonly end: number;
  /** Of the word in the source, where `&amp;` is longer than in the document; 0 for a word that an expression printed. */
  readonly length: number;
  readonly condition: number;
}

type LocatedWords = ReadonlyMap<Text, readonly Word[]>;

/** The longest text of the catalogue has some 5,000. */
const MOST_WORDS = 10_000;

/**
 * Words of a link, at most. A print of the senior developer's agreement takes 0.27 s of processor time without links, 0.5
 * with links of twelve words, and 0.7 with links of two.
 */
const WORDS_OF_A_LINK = 12;

const WORD = /\S+/g;
const WRITTEN_SPACE = /&nbsp;|&#160;|&#x0*a0;/gi;

type Runs = ReturnType<Origins['takeOut']>['runs'];

/**
 * Finds the static words of a document in their sources, and makes a text node of each run, which the steps after this
 * one keep.
 * @param tree of the same HTML, parsed with `locates`
 */
export function locateWords(
  tree: Document,
  { html, runs }: { readonly html: string; readonly runs: Runs },
): LocatedWords {
  const located = new Map<Text, readonly Word[]>();
  let next = 0;
  let words = 0;
  replaceTexts(bodyOf(tree) ?? tree, (text) => {
    const { startIndex: start, endIndex: end } = text;
    if (start === null || end === null || words >= MOST_WORDS) return [text];
    // Nodes are in the order of the markup, but for the few that the parser moves.
    while (next > 0 && endOf(runs[next - 1]) > start) next--;
    while (next < runs.length && endOf(runs[next]) <= start) next++;
    const pieces = piecesOf(html, start, end, runs, next);
    if (pieces.map((piece) => piece.text).join('') !== text.data) return [text];
    return pieces.map((piece) => {
      const node = new Text(piece.text);
      if (piece.words.length > 0) located.set(node, piece.words);
      words += piece.words.length;
      return node;
    });
  });
  return located;
}

/** Puts nodes in the place of each text. */
function replaceTexts(parent: Document | Element, nodesFor: (text: Text) => ChildNode[]): void {
  const children = parent.children.flatMap((child) => {
    if (isTag(child) && child.name !== 'style') replaceTexts(child, nodesFor);
    return isText(child) ? nodesFor(child) : [child];
  });
  for (const child of children) child.parent = parent;
  parent.children = children;
}

function endOf(run: Runs[number] | undefined): number {
  return run === undefined ? 0 : run.at + run.html.length;
}

interface Piece {
  readonly text: string;
  readonly words: readonly Word[];
}

/** What stands between two indexes of the markup, cut where runs begin and end. */
function piecesOf(html: string, start: number, end: number, runs: Runs, first: number): Piece[] {
  const pieces: Piece[] = [];
  let at = start;
  for (let index = first; index < runs.length; index++) {
    const run = runs[index] as Runs[number];
    if (run.at >= end) break;
    const from = Math.max(run.at, at);
    const to = Math.min(endOf(run), end);
    if (from > at) pieces.push({ text: decoded(html.slice(at, from)), words: [] });
    const written = html.slice(from, to);
    const text = decoded(written);
    pieces.push({ text, words: placeWords(text, written, run, from - run.at) });
    at = to;
  }
  if (at < end) pieces.push({ text: decoded(html.slice(at, end)), words: [] });
  return pieces;
}

/** The words of a text; none when they cannot be told from how they are written. */
function placeWords(
  text: string,
  written: string,
  { file, offset, condition, isValue }: Runs[number],
  skipped: number,
) {
  const words = [...text.matchAll(WORD)];
  const sources = [...written.replace(WRITTEN_SPACE, (space) => ' '.repeat(space.length)).matchAll(WORD)];
  if (words.length !== sources.length) return [];
  return words.flatMap(({ 0: word, index: start }, number): Word[] => {
    const { 0: source = '', index = 0 } = sources[number] ?? {};
    if (source !== word && !source.includes('&')) return [];
    const place = isValue
      ? { offset, length: 0 }
      : { offset: offset + skipped + index, length: source.length };
    return [{ file, ...place, condition, start, end: start + word.length }];
  });
}

function decoded(written: string): string {
  return written.includes('&') ? textOf(bodyOf(parseHtml(`<body><p>${written}`)) as Element) : written;
}

/** Makes words links to their source, up to twelve at a time: `origin:` and the numbers of file, index, length and condition. */
export function linkWords(
  tree: Document,
  located: LocatedWords,
  { conditions, places, read }: Origins,
): OriginTable {
  const files: string[] = [];
  const numberOf = (file: string) => (files.includes(file) ? files.indexOf(file) : files.push(file) - 1);
  const links = new Map<Element, string>();
  const clauses = clausesOfFiles(tree, (text) => [...new Set(located.get(text)?.map(({ file }) => file))]);
  replaceTexts(bodyOf(tree) ?? tree, (text) => {
    const words = located.get(text);
    if (words === undefined || isInFieldLink(text)) return [text];
    let at = 0;
    const nodes = inGroups(words).flatMap((group) => {
      const [first, last] = [group[0] as Word, group.at(-1) as Word];
      const { file, offset, condition, start } = first;
      const length = last.length === 0 ? 0 : last.offset + last.length - offset;
      const linked = new Element('span', {}, [new Text(text.data.slice(start, last.end))]);
      for (const child of linked.children) child.parent = linked;
      links.set(linked, `origin:${[numberOf(file), offset, length, condition].join('.')}`);
      const before = text.data.slice(at, start);
      at = last.end;
      return before === '' ? [linked] : [new Text(before), linked];
    });
    return [...nodes, ...(at < text.data.length ? [new Text(text.data.slice(at))] : [])];
  });
  for (const [element, address] of links) makeLink(element, address);
  return {
    ...{ files, conditions, places: Object.fromEntries(places), read: [...read] },
    clauses: Object.fromEntries(clauses.entries().map(([file, named]) => [file, [...named]])),
  };
}

function inGroups(words: readonly Word[]): Word[][] {
  const count = Math.ceil(words.length / WORDS_OF_A_LINK);
  return Array.from({ length: count }, (_, index) =>
    words.slice(index * WORDS_OF_A_LINK, (index + 1) * WORDS_OF_A_LINK),
  );
}

function isInFieldLink({ parent }: Text): boolean {
  for (let node: ParentNode | null = parent; node !== null && isTag(node); node = node.parent)
    if (node.attribs.href?.startsWith('field:')) return true;
  return false;
}
