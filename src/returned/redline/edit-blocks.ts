import type { Edited } from '../../docx/convert.ts';
import type { Block, Cell, Paragraph, Row, Run, Table } from '../../docx/model/model.ts';
import type { Revision } from '../../docx/model/revision.ts';
import type { ReturnedBlock, ReturnedParagraph, ReturnedRow, ReturnedTable } from '../word-model.ts';
import { NOT_MARKED, revisionOf } from './authors.ts';
import {
  type Authorship,
  editedRuns,
  insertedBy,
  insertedRuns,
  type KnownParagraph,
  knownParagraph,
  Shared,
} from './edit-paragraph.ts';
import { exactText, isEmptyBlank } from './exact-text.ts';
import { type Line, linesOf } from './line.ts';
import { donorOf, donorsOfCells, newRow, newTable } from './new-blocks.ts';
import { type Comparable, pairAlike } from './pair.ts';
import { Words } from './words.ts';

/**
 * The blocks of an exact document with who deleted what, and the blocks that a file has in their place with who inserted
 * what: its words, in the styles and with the numbers of the exact document.
 */
export function editBlocks(exact: readonly Block[], returned: readonly ReturnedBlock[]): Edited {
  return new Editor(exact).edit(returned);
}

interface Side {
  readonly from: Block[];
  readonly to: Block[];
}

interface ExactItem extends Comparable {
  /** Index of the block. */
  readonly at: number;
  readonly block: Block;
}

interface FoundItem extends Comparable {
  readonly first: number;
  readonly last: number;
  readonly line?: Line;
  readonly table?: ReturnedTable;
}

class Editor {
  readonly #exact: readonly Block[];
  readonly #paragraphs: readonly Paragraph[];
  readonly #words: Words;
  /** What the paragraphs have become. */
  readonly #copies = new Map<Paragraph, Paragraph>();
  readonly #added: Paragraph[] = [];

  constructor(exact: readonly Block[]) {
    this.#exact = exact;
    this.#paragraphs = paragraphsIn(exact);
    const runs = this.#paragraphs.flatMap((paragraph) => paragraph.runs.filter(isEmptyBlank));
    this.#words = new Words(runs.map(({ control }) => control?.label ?? ''));
  }

  edit(returned: readonly ReturnedBlock[]): Edited {
    const edited = new Container(this, this.#exact, this.#paragraphs, false).edit(returned);
    for (const paragraph of [...this.#copies.values(), ...this.#added]) this.#rejoin(paragraph);
    return edited;
  }

  get words(): Words {
    return this.#words;
  }

  /** A paragraph of the exact document as it is now. */
  copy(paragraph: Paragraph, runs: Run[]): Paragraph {
    const copy = { ...paragraph, runs };
    // A paragraph that was split has its link targets and what refers to it in the first part.
    if (this.#copies.has(paragraph)) return this.like(paragraph, runs);
    this.#copies.set(paragraph, copy);
    return copy;
  }

  /** A new paragraph. */
  like(paragraph: Paragraph, runs: Run[], markBy?: Revision): Paragraph {
    const format = { ...paragraph.format, pageBreakBefore: false };
    const added = { ...paragraph, format, ids: [], runs, markBy };
    this.#added.push(added);
    return added;
  }

  /** Lets a paragraph belong to the clauses of the text as it is now. */
  #rejoin(paragraph: Paragraph): void {
    const now = (other: Paragraph | undefined) => other && (this.#copies.get(other) ?? other);
    const { clause, number } = paragraph;
    Object.assign(paragraph, {
      clause: now(clause),
      number: number && { ...number, parent: now(number.parent) },
    });
  }
}

/** The blocks of a body or cell. */
class Container {
  readonly #editor: Editor;
  readonly #exact: readonly Block[];
  /** What new paragraphs may be like. */
  readonly #donors: readonly Paragraph[];
  readonly #isCell: boolean;
  readonly #to: Block[] = [];
  readonly #from: Block[];
  #last: Paragraph | undefined;
  #next = 0;

  constructor(editor: Editor, exact: readonly Block[], donors: readonly Paragraph[], isCell: boolean) {
    this.#editor = editor;
    this.#exact = exact;
    this.#donors = donors;
    this.#isCell = isCell;
    this.#from = [...exact];
  }

  edit(returned: readonly ReturnedBlock[]): Side {
    const { words } = this.#editor;
    const blocks = withBoxes(returned);
    const paragraphs = new Map(
      [...blocks.entries()].filter(
        (entry): entry is [number, ReturnedParagraph] => entry[1].kind === 'paragraph',
      ),
    );
    const [before, after] = [linesOf(paragraphs, 'before', words), linesOf(paragraphs, 'after', words)];
    const tables = [...blocks.entries()].flatMap(([first, block]) =>
      block.kind === 'table' ? [{ first, block }] : [],
    );
    const foundTables = tables.map(
      ({ first, block }): FoundItem => ({
        kind: 'table',
        ...{ first, last: first, table: block },
        words: wordsOfTable(block, words),
      }),
    );
    const found = [...before.map(itemOfLine), ...foundTables].sort((one, other) => one.first - other.first);
    const left = [...after.map(itemOfLine), ...foundTables].sort((one, other) => one.first - other.first);
    const pairs = pairAlike(this.#items(), found, this.#isCell);
    const tablesOf = new Map<ReturnedTable, ExactItem>();
    const known: KnownParagraph[] = [];
    const shared = new Shared();
    for (const { from, to } of pairs) {
      if (from === undefined || to === undefined) continue;
      if (to.table !== undefined) tablesOf.set(to.table, from);
      else if (to.line !== undefined && from.block.kind === 'paragraph') {
        const pair = knownParagraph(from.block, to.line, words);
        known.push(pair);
        shared.add(pair);
      }
    }
    const authorship = (line: Line) => ({ shared, moved: movedBy(line, paragraphs) ?? NOT_MARKED });
    const rest = new Set(known);
    /** Writes what the file has, up to a paragraph. */
    const write = (limit: number) => {
      for (let item = left[0]; item !== undefined && item.first <= limit; item = left[0]) {
        left.shift();
        if (item.table !== undefined) this.#table(tablesOf.get(item.table), item.table);
        else if (item.line !== undefined) {
          const { line } = item;
          const own = known.find((one) => rest.has(one) && overlaps(one.before, line));
          if (own === undefined) this.#added(line, authorship(line));
          else {
            rest.delete(own);
            this.#edited(own, line, authorship(line));
          }
        }
      }
    };
    for (const { from, to } of pairs) {
      if (to !== undefined) write(to.first - 1);
      if (from !== undefined) this.#empties(from.at);
      if (to !== undefined) write(to.last);
      if (to === undefined && from !== undefined) this.#from[from.at] = withoutMark(from.block);
    }
    write(Number.POSITIVE_INFINITY);
    this.#empties(this.#exact.length);
    for (const one of rest) this.#gone(one, authorship(one.before));
    return { from: this.#from, to: this.#ended(this.#to) };
  }

  /** The blocks with words, which are compared. */
  #items(): ExactItem[] {
    const { words } = this.#editor;
    return this.#exact.flatMap((block, at): ExactItem[] => {
      if (block.kind === 'table')
        return [
          { kind: 'table', at, block, words: paragraphsIn([block]).flatMap((one) => keysOf(one, words)) },
        ];
      const keys = keysOf(block, words);
      const hasBlanks = keys.length > 2 && keys.includes(words.blank);
      return keys.length === 0 ? [] : [{ kind: 'paragraph', at, block, words: keys, hasBlanks }];
    });
  }

  /** Writes the paragraphs without words that stand before a block. */
  #empties(limit: number): void {
    for (; this.#next < limit; this.#next++) {
      const block = this.#exact[this.#next] as Block;
      if (block.kind === 'paragraph' && keysOf(block, this.#editor.words).length === 0)
        this.#to.push(this.#editor.copy(block, block.runs));
    }
  }

  #edited(known: KnownParagraph, line: Line, authorship: Authorship): void {
    const { paragraph } = known;
    const { from, to } = editedRuns(known, line, authorship);
    paragraph.runs.splice(0, paragraph.runs.length, ...from);
    this.#to.push(this.#editor.copy(paragraph, [...to]));
    this.#last = paragraph;
  }

  #added(line: Line, authorship: Authorship): void {
    const model = donorOf(this.#donors, this.#last, line.style);
    const last = line.words.at(-1);
    if (model === undefined || last === undefined) return;
    const format = model.runs.findLast(({ content }) => content.kind === 'text')?.format ?? model.text;
    const runs = insertedRuns(line, { format }, authorship);
    const { inserted } = line.mark;
    const markBy = inserted === undefined ? insertedBy(last, authorship) : revisionOf(inserted);
    this.#to.push(this.#editor.like(model, runs, markBy));
  }

  /** A paragraph of which nothing is left, by tracked changes. */
  #gone(known: KnownParagraph, authorship: Authorship): void {
    const { paragraph, before } = known;
    const { from } = editedRuns(known, undefined, authorship);
    const by = before.mark.deleted ?? before.words.at(-1)?.piece.deleted;
    paragraph.runs.splice(0, paragraph.runs.length, ...from);
    paragraph.markBy = by === undefined ? authorship.moved : revisionOf(by);
  }

  #table(exact: ExactItem | undefined, table: ReturnedTable): void {
    if (exact?.block.kind !== 'table') {
      const columns = Math.max(1, ...table.rows.map(({ cells }) => cells.length));
      const added = newTable(columns);
      const rows = table.rows.flatMap((row) => this.#newRow(row, added, undefined));
      if (rows.length > 0) this.#to.push({ ...added, rows });
      return;
    }
    const { from, to } = this.#rows(exact.block, table);
    this.#from[exact.at] = { ...exact.block, rows: from };
    if (to.length > 0) this.#to.push({ ...exact.block, rows: to });
  }

  #rows(exact: Table, table: ReturnedTable): { from: Row[]; to: Row[] } {
    const { words } = this.#editor;
    const own = exact.rows.map((row, at) => {
      const cells = row.cells.map(({ blocks }) => paragraphsIn(blocks).flatMap((one) => keysOf(one, words)));
      return {
        kind: 'row' as const,
        at,
        row,
        words: cells.flat(),
        heading: cells[0]?.join(' ') ?? '',
        cells: cells.length,
      };
    });
    const found = table.rows
      .filter(({ changes }) => changes.inserted === undefined)
      .map((row) => {
        const cells = row.cells.map((blocks) => wordsOfBlocks(blocks, words));
        return {
          kind: 'row' as const,
          row,
          words: cells.flat(),
          heading: cells[0]?.join(' ') ?? '',
          cells: cells.length,
        };
      });
    const pairs = pairAlike(own, found, false);
    const exactOf = new Map(pairs.flatMap(({ from, to }) => (from && to ? [[to.row, from] as const] : [])));
    const from = [...exact.rows];
    for (const { from: alone, to: pair } of pairs)
      if (alone !== undefined && pair === undefined) from[alone.at] = withoutRow(alone.row, NOT_MARKED);
    const to: Row[] = [];
    let last: Row | undefined;
    for (const row of table.rows) {
      const pair = exactOf.get(row);
      if (pair === undefined) {
        to.push(...this.#newRow(row, exact, sameShape(exact, last, row)));
        continue;
      }
      last = pair.row;
      const cells = pair.row.cells.map((cell, index) => {
        const inner = new Container(this.#editor, cell.blocks, paragraphsIn(cell.blocks), true);
        return { cell, ...inner.edit(row.cells[index] ?? []) };
      });
      const { deleted } = row.changes;
      from[pair.at] = {
        ...pair.row,
        cells: cells.map(({ cell, from: blocks }): Cell => ({ ...cell, blocks })),
        ...(deleted && { by: revisionOf(deleted) }),
      };
      if (deleted === undefined)
        to.push({ ...pair.row, cells: cells.map(({ cell, to: blocks }): Cell => ({ ...cell, blocks })) });
    }
    return { from, to };
  }

  #newRow({ cells, changes }: ReturnedRow, table: Table, like: Row | undefined): Row[] {
    if (changes.deleted !== undefined || cells.length === 0) return [];
    const row = newRow(cells.length, table, like);
    const last = row.cells.length - 1;
    const filled = row.cells.map((cell, index): Cell => {
      const model = like?.cells[index];
      const donors = model === undefined ? donorsOfCells(this.#donors) : paragraphsIn(model.blocks);
      // What does not fit stands in the last cell.
      const blocks = index === last ? cells.slice(last).flat() : (cells[index] ?? []);
      return { ...cell, blocks: new Container(this.#editor, [], donors, true).edit(blocks).to };
    });
    const by = changes.inserted === undefined ? NOT_MARKED : revisionOf(changes.inserted);
    return [{ ...row, by, cells: filled }];
  }

  /** A body or cell ends in a paragraph. */
  #ended(blocks: Block[]): Block[] {
    const model = this.#donors.at(-1);
    if (blocks.at(-1)?.kind === 'paragraph' || model === undefined) return blocks;
    return [...blocks, this.#editor.like(model, [], NOT_MARKED)];
  }
}

function itemOfLine(line: Line): FoundItem {
  const { first, last, words } = line;
  return { kind: 'paragraph', first, last, line, words: words.map(({ key }) => key) };
}

function overlaps(one: Pick<Line, 'first' | 'last'>, other: Pick<Line, 'first' | 'last'>): boolean {
  return one.first <= other.last && other.first <= one.last;
}

/** Who split or joined the paragraphs of which a line is a part; undefined where nobody did. */
function movedBy(
  { first, last }: Pick<Line, 'first' | 'last'>,
  paragraphs: ReadonlyMap<number, ReturnedParagraph>,
): Revision | undefined {
  const markAt = (at: number) => {
    const { inserted, deleted } = paragraphs.get(at)?.mark ?? {};
    return inserted ?? deleted;
  };
  let start = first;
  while (markAt(start - 1) !== undefined) start -= 1;
  for (let at = start; at <= last || markAt(at) !== undefined; at++) {
    const by = markAt(at);
    if (by !== undefined) return revisionOf(by);
  }
  return undefined;
}

/** The blocks of text boxes stand before the paragraph that holds them, as in passages.ts. */
function withBoxes(blocks: readonly ReturnedBlock[]): ReturnedBlock[] {
  return blocks.flatMap((block) =>
    block.kind === 'table' ? [block] : [...block.boxes.flatMap((box) => withBoxes(box)), block],
  );
}

function wordsOfTable({ rows }: ReturnedTable, words: Words): string[] {
  return rows
    .filter(({ changes }) => changes.inserted === undefined)
    .flatMap(({ cells }) => cells.flatMap((blocks) => wordsOfBlocks(blocks, words)));
}

function wordsOfBlocks(blocks: readonly ReturnedBlock[], words: Words): string[] {
  return withBoxes(blocks).flatMap((block) =>
    block.kind === 'table'
      ? wordsOfTable(block, words)
      : linesOf(new Map([[0, block]]), 'before', words).flatMap((line) => line.words.map(({ key }) => key)),
  );
}

function keysOf(paragraph: Paragraph, words: Words): string[] {
  return exactText(paragraph, words).words.map(({ key }) => key);
}

function paragraphsIn(blocks: readonly Block[]): Paragraph[] {
  return blocks.flatMap((block) =>
    block.kind === 'paragraph'
      ? [block]
      : block.rows.flatMap(({ cells }) => cells.flatMap((cell) => paragraphsIn(cell.blocks))),
  );
}

/** A row of the table with as many cells, the nearest one to the last. */
function sameShape({ rows }: Table, last: Row | undefined, { cells }: ReturnedRow): Row | undefined {
  const fitting = rows.filter((row) => row.cells.length === cells.length && !row.isHeader);
  return last !== undefined && fitting.includes(last) ? last : fitting.at(-1);
}

/** A block that is gone, and nobody marked it. */
function withoutMark(block: Block): Block {
  if (block.kind === 'table') return { ...block, rows: block.rows.map((row) => withoutRow(row, NOT_MARKED)) };
  deleteText(block, NOT_MARKED);
  return block;
}

function withoutRow(row: Row, by: Revision): Row {
  for (const { blocks } of row.cells) for (const paragraph of paragraphsIn(blocks)) deleteText(paragraph, by);
  return { ...row, by };
}

function deleteText(paragraph: Paragraph, by: Revision): void {
  paragraph.runs.splice(0, paragraph.runs.length, ...paragraph.runs.map((run) => ({ ...run, by })));
  paragraph.markBy = by;
}
