import type { Edited } from '../../../formats/docx/convert.ts';
import {
  allParagraphs,
  type Block,
  type Cell,
  type Paragraph,
  type Row,
  type Table,
} from '../../../formats/docx/model/model.ts';
import type { ReturnedBlock, ReturnedParagraph, ReturnedRow, ReturnedTable } from '../file/word-model.ts';
import { NOT_MARKED, revisionOf } from './authors.ts';
import {
  type ExactItem,
  exactItems,
  exactRows,
  foundItems,
  foundRows,
  foundTables,
  keysOf,
  withBoxes,
} from './compared.ts';
import { Copies } from './copies.ts';
import { deletedBlock, deletedRow } from './delete-blocks.ts';
import {
  type Authorship,
  editedRuns,
  insertedBy,
  insertedRuns,
  type KnownParagraph,
  knownParagraph,
  referencesIn,
  Shared,
} from './edit-paragraph.ts';
import { isEmptyBlank } from './exact-text.ts';
import { type Line, linesOf } from './line.ts';
import { donorOf, donorsOfCells, newRow, newTable, sameShape } from './new-blocks.ts';
import { pairAlike } from './pair.ts';
import type { ParagraphEdit } from './paragraph-edit.ts';
import { isCaption, movedBy, overlaps } from './places-of-lines.ts';
import { Words } from './words.ts';

/**
 * The blocks of an exact document with who deleted what, and the blocks that a file has in their place with who inserted
 * what: its words, in the styles and with the numbers of the exact document.
 */
export function editBlocks(
  exact: readonly Block[],
  returned: readonly ReturnedBlock[],
  note: (edit: ParagraphEdit) => void = () => undefined,
): Edited {
  const paragraphs = allParagraphs(exact);
  const blanks = paragraphs.flatMap(({ runs }) => runs.filter(isEmptyBlank));
  const words = new Words(blanks.map(({ control }) => control?.prompt ?? ''));
  const copies = new Copies();
  const edited = new Container({ words, copies, note }, exact, paragraphs, false).edit(returned);
  copies.rejoin();
  return { ...edited, nowOf: (part) => copies.of(part) };
}

/** What the body and the cells of a document share. */
interface Common {
  readonly words: Words;
  readonly copies: Copies;
  readonly note: (edit: ParagraphEdit) => void;
}

/** The blocks of a body or cell. */
class Container {
  readonly #common: Common;
  readonly #exact: readonly Block[];
  /** What new paragraphs may be like. */
  readonly #donors: readonly Paragraph[];
  readonly #isCell: boolean;
  readonly #to: Block[] = [];
  readonly #from: Block[];
  #last: Paragraph | undefined;
  #next = 0;

  /** The last paragraph before it. */
  readonly #before: Paragraph | undefined;

  constructor(
    common: Common,
    exact: readonly Block[],
    donors: readonly Paragraph[],
    isCell: boolean,
    before?: Paragraph,
  ) {
    this.#before = before;
    this.#common = common;
    this.#exact = exact;
    this.#donors = donors;
    this.#isCell = isCell;
    this.#from = [...exact];
  }

  edit(returned: readonly ReturnedBlock[]): Omit<Edited, 'nowOf'> {
    const { words } = this.#common;
    const blocks = withBoxes(returned);
    const paragraphs = new Map(
      [...blocks.entries()].filter(
        (entry): entry is [number, ReturnedParagraph] => entry[1].kind === 'paragraph',
      ),
    );
    const [before, after] = [linesOf(paragraphs, 'before', words), linesOf(paragraphs, 'after', words)];
    const tables = foundTables(blocks, words);
    const found = foundItems(before, tables);
    const left = foundItems(after, tables);
    const pairs = pairAlike(exactItems(this.#exact, words), found, this.#isCell);
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
          if (own === undefined) {
            if (!isCaption(line, left, before)) this.#added(line, authorship(line));
          } else {
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
      if (to !== undefined || from === undefined) continue;
      const { block } = from;
      // A rule to sign on is not in a file that was made without fields.
      if (block.kind === 'paragraph' && from.words.every((word) => word === words.blank))
        this.#to.push(this.#common.copies.copy(block, block.runs));
      else this.#from[from.at] = this.#deleted(block);
    }
    write(Number.POSITIVE_INFINITY);
    this.#empties(this.#exact.length);
    for (const one of rest) this.#gone(one, authorship(one.before));
    return { from: this.#from, to: this.#ended(this.#to) };
  }

  #deleted(block: Block): Block {
    const deleted = deletedBlock(block, NOT_MARKED);
    this.#noteDeleted([deleted]);
    return deleted;
  }

  #noteDeleted(blocks: readonly Block[], row?: Row): void {
    for (const place of allParagraphs(blocks))
      this.#common.note({ place, from: place.runs, to: [], ...(row && { row }) });
  }

  /** Writes the paragraphs without words that stand before a block. */
  #empties(limit: number): void {
    for (; this.#next < limit; this.#next++) {
      const block = this.#exact[this.#next] as Block;
      if (block.kind === 'paragraph' && keysOf(block, this.#common.words).length === 0)
        this.#to.push(this.#common.copies.copy(block, block.runs));
    }
  }

  #edited(known: KnownParagraph, line: Line, authorship: Authorship): void {
    const { paragraph, before } = known;
    const { from, to } = editedRuns(known, line, authorship);
    const references = referencesIn(known, line);
    this.#common.note({ place: paragraph, from, to, line, before, references });
    paragraph.runs.splice(0, paragraph.runs.length, ...from);
    this.#to.push(this.#common.copies.copy(paragraph, [...to]));
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
    const added = this.#common.copies.like(model, runs, markBy);
    this.#common.note({ place: this.#last ?? this.#before, from: [], to: runs, added, line });
    this.#to.push(added);
  }

  /** A paragraph of which nothing is left, by tracked changes. */
  #gone(known: KnownParagraph, authorship: Authorship): void {
    const { paragraph, before } = known;
    const { from } = editedRuns(known, undefined, authorship);
    this.#common.note({ place: paragraph, from, to: [], before });
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
    const was = { ...exact.block, rows: from };
    this.#from[exact.at] = was;
    if (to.length > 0) this.#to.push(this.#common.copies.pair(was, { ...exact.block, rows: to }));
  }

  #rows(exact: Table, table: ReturnedTable): { from: Row[]; to: Row[] } {
    const { words } = this.#common;
    const pairs = pairAlike(exactRows(exact, words), foundRows(table, words), false);
    const exactOf = new Map(pairs.flatMap(({ from, to }) => (from && to ? [[to.row, from] as const] : [])));
    const from = [...exact.rows];
    for (const { from: alone, to: pair } of pairs)
      if (alone !== undefined && pair === undefined) {
        from[alone.at] = deletedRow(alone.row, NOT_MARKED);
        this.#noteDeleted(
          alone.row.cells.flatMap(({ blocks }) => blocks),
          alone.row,
        );
      }
    const to: Row[] = [];
    let last: Row | undefined;
    for (const row of table.rows) {
      const pair = exactOf.get(row);
      if (pair === undefined) {
        to.push(...this.#newRow(row, exact, sameShape(exact, last, row)));
        continue;
      }
      last = pair.row;
      const common = row.changes.deleted === undefined ? this.#common : this.#asRow(row);
      const cells = pair.row.cells.map((cell, index) => {
        const inside = allParagraphs(cell.blocks);
        const inner = new Container(common, cell.blocks, inside, true, inside[0]);
        return { cell, ...inner.edit(row.cells[index] ?? []) };
      });
      const { deleted } = row.changes;
      const side = (which: 'from' | 'to') => ({
        ...pair.row,
        cells: cells.map(({ cell, [which]: blocks }): Cell => ({ ...cell, blocks })),
      });
      const was = { ...side('from'), ...(deleted && { by: revisionOf(deleted) }) };
      from[pair.at] = was;
      if (deleted === undefined) to.push(common.copies.pair(was, side('to')));
    }
    return { from, to };
  }

  /** For the cells of a row that is new or gone. */
  #asRow(row: object): Common {
    const { note } = this.#common;
    return { ...this.#common, note: (edit) => note({ row, ...edit }) };
  }

  #newRow({ cells, changes }: ReturnedRow, table: Table, like: Row | undefined): Row[] {
    if (changes.deleted !== undefined || cells.length === 0) return [];
    const row = newRow(cells.length, table, like);
    const last = row.cells.length - 1;
    const before = allParagraphs(table.rows.at(-1)?.cells.at(-1)?.blocks ?? []).at(-1) ?? this.#last;
    const common = this.#asRow(row);
    const filled = row.cells.map((cell, index): Cell => {
      const model = like?.cells[index];
      const donors = model === undefined ? donorsOfCells(this.#donors) : allParagraphs(model.blocks);
      // What does not fit stands in the last cell.
      const blocks = index === last ? cells.slice(last).flat() : (cells[index] ?? []);
      return { ...cell, blocks: new Container(common, [], donors, true, before).edit(blocks).to };
    });
    const by = changes.inserted === undefined ? NOT_MARKED : revisionOf(changes.inserted);
    return [{ ...row, by, cells: filled }];
  }

  /** A body or cell ends in a paragraph. */
  #ended(blocks: Block[]): Block[] {
    const model = this.#donors.at(-1);
    if (blocks.at(-1)?.kind === 'paragraph' || model === undefined) return blocks;
    return [...blocks, this.#common.copies.like(model, [], NOT_MARKED)];
  }
}
