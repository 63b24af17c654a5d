import { remembered } from '../../../lib/remembered.ts';
import type { Block, Cell, Paragraph, Row, Table } from '../model/model.ts';
import { shownText } from '../ooxml/controls.ts';
import { align, type Comparison, knownPairs, type Pair } from './align.ts';
import { ALIKE, ALIKE_TABLES, type Bag, Likeness, SAME_HEADING } from './likeness.ts';

/** The blocks of two bodies or cells in one order. */
export type Item = ParagraphItem | TableItem | ContentsItem;

/** Where a document has its table of contents. */
export interface ContentsPlace {
  readonly kind: 'contents';
}

type Part = Block | ContentsPlace;

/**
 * A paragraph: its content, and its mark, which has its format. Each is of both documents, or inserted (only `to`), or
 * deleted (only `from`). A text that joins the next paragraph has another mark than the text alone.
 */
export interface ParagraphItem {
  readonly kind: 'paragraph';
  readonly content: Pair<Paragraph>;
  readonly mark: Pair<Paragraph>;
}

export interface TableItem extends Pair<Table> {
  readonly kind: 'table';
  readonly rows: readonly RowItem[];
}

export interface ContentsItem extends Pair<ContentsPlace> {
  readonly kind: 'contents';
}

export interface RowItem extends Pair<Row> {
  readonly cells: readonly CellItem[];
}

export interface CellItem extends Pair<Cell> {
  readonly items: readonly Item[];
}

/** Two paragraphs without words are less alike than any that have words in common. */
const EMPTY_ALIKE = 0.25;

const WORD = /[^\s\p{P}\p{S}]+/gu;

/** What tells how alike two parts or rows are. */
interface Traits {
  /** Of another role, they are no pair. */
  readonly role: string;
  /** Of a row; "" if there is none. */
  readonly heading: string;
  readonly isEmpty: boolean;
  readonly bag: Bag;
  readonly least: number;
}

export function paragraphItem(pair: Pair<Paragraph>): ParagraphItem {
  return { kind: 'paragraph', content: pair, mark: pair };
}

/** What somebody has made of a paragraph, table or row; undefined if it is gone. */
export type NowOf = <One extends Block | Row>(part: One) => One | undefined;

/** Aligns two documents. What is known of their parts is kept as long as the aligner. */
export class Aligner {
  readonly #nowOf: NowOf | undefined;
  readonly #texts = new Map<Part | Row, string>();
  readonly #likeness = new Likeness();

  /** @param nowOf when one was made of the other: their pairs are known then */
  constructor(nowOf?: NowOf) {
    this.#nowOf = nowOf;
  }

  #pairs<One extends Part | Row>(
    from: readonly One[],
    to: readonly One[],
    comparison: Comparison<One, Traits>,
  ): Pair<One>[] {
    const nowOf = this.#nowOf;
    if (nowOf === undefined) return align(from, to, comparison);
    return knownPairs(from, to, (one) =>
      'kind' in one && one.kind === 'contents' ? undefined : (nowOf(one as Block) as One | undefined),
    );
  }

  /** @returns the items, the last of which is a paragraph whose mark both have, as Word needs at the end */
  alignBlocks(from: readonly Part[], to: readonly Part[]): Item[] {
    return settleEnd(this.#pairs(from, to, this.#parts).map((pair) => this.#item(pair)));
  }

  /** A pair is of one kind. */
  #item(pair: Pair<Part>): Item {
    const { kind } = (pair.from ?? pair.to) as Part;
    switch (kind) {
      case 'contents':
        return { kind, ...(pair as Pair<ContentsPlace>) };
      case 'table':
        return { kind, ...(pair as Pair<Table>), rows: this.#alignRows(pair as Pair<Table>) };
      case 'paragraph':
        return paragraphItem(pair as Pair<Paragraph>);
    }
  }

  #alignRows({ from, to }: Pair<Table>): RowItem[] {
    return this.#pairs(from?.rows ?? [], to?.rows ?? [], this.#rows).map((row) => ({
      ...row,
      cells: ((row.to ?? row.from) as Row).cells.map((_, index) =>
        this.#cell({ from: row.from?.cells[index], to: row.to?.cells[index] }),
      ),
    }));
  }

  #cell(cell: Pair<Cell>): CellItem {
    const { from, to } = cell;
    if (from !== undefined && to !== undefined)
      return { ...cell, items: this.alignBlocks(from.blocks, to.blocks) };
    const alone = [
      ...(from?.blocks ?? []).map((block) => ({ from: block })),
      ...(to?.blocks ?? []).map((block) => ({ to: block })),
    ];
    return { ...cell, items: alone.map((pair) => this.#item(pair)) };
  }

  readonly #parts: Comparison<Part, Traits> = {
    key: (part) => {
      const text = this.#text(part);
      // A paragraph without words says nothing.
      return part.kind === 'paragraph' && text !== '' ? `${roleOf(part)}\n${text}` : text;
    },
    traits: (part) => {
      const isParagraph = part.kind === 'paragraph';
      const isEmpty = isParagraph && this.#text(part) === '';
      return this.#traits(part, { role: roleOf(part), isEmpty, least: isParagraph ? ALIKE : ALIKE_TABLES });
    },
    likeness: (from, to) => this.#likenessOf(from, to),
  };

  readonly #rows: Comparison<Row, Traits> = {
    key: (row) => `${shapeOf(row)}\n${this.#text(row)}`,
    traits: (row) =>
      this.#traits(row, { role: shapeOf(row), heading: this.#headingOf(row), least: ALIKE_TABLES }),
    likeness: (from, to) => this.#likenessOf(from, to),
  };

  #traits(of: Part | Row, known: Pick<Traits, 'role' | 'least'> & Partial<Traits>): Traits {
    const words = this.#text(of).toLowerCase().match(WORD) ?? [];
    return { heading: '', isEmpty: false, bag: this.#likeness.bagOf(words), ...known };
  }

  #likenessOf(from: Traits, to: Traits): number {
    if (from.role !== to.role) return 0;
    if (from.heading !== '' && from.heading === to.heading) return SAME_HEADING;
    if (from.isEmpty && to.isEmpty) return EMPTY_ALIKE;
    return this.#likeness.of(from.bag, to.bag, from.least);
  }

  #text(of: Part | Row): string {
    return remembered(this.#texts, of, () => {
      if ('cells' in of) return of.cells.map((cell) => this.#textOfCell(cell)).join('\t');
      switch (of.kind) {
        case 'contents':
          return of.kind;
        case 'table':
          return of.rows.map((row) => this.#text(row)).join('\n');
        case 'paragraph':
          return shownText(of.runs).trim();
      }
    });
  }

  #headingOf({ cells: [first] }: Row): string {
    return first === undefined ? '' : this.#textOfCell(first).trim();
  }

  #textOfCell({ blocks }: Cell): string {
    return blocks.map((block) => this.#text(block)).join('\n');
  }
}

/**
 * Of a paragraph its style and the kind of its number, of a table its columns. A paragraph with another role is another
 * paragraph: LibreOffice does not restore the number when such a change is rejected.
 */
function roleOf(part: Part): string {
  if (part.kind !== 'paragraph') return part.kind === 'table' ? `table ${part.grid.length}` : part.kind;
  const { style, number } = part;
  if (number === undefined) return `paragraph ${style.name}`;
  const { label, numFmt } = number.list.definition.levels[number.level] ?? {};
  return `paragraph ${style.name} ${number.level} ${numFmt} ${label}`;
}

/** Cells of rows with the same shape correspond to each other. */
function shapeOf({ cells }: Row): string {
  return cells.map(({ column, span, merge }) => `${column} ${span} ${merge}`).join();
}

/**
 * The mark at the end of a body or cell cannot be inserted or deleted. When the last paragraphs are no pair, the mark of
 * the last one belongs to both documents, and what is inserted or deleted is the mark before the changed text.
 */
export function settleEnd(items: readonly Item[]): Item[] {
  const last = items.at(-1);
  if (last === undefined || isShared(last)) return [...items];
  const end = { from: lastMark(items, 'from'), to: lastMark(items, 'to') };
  if (end.from === undefined || end.to === undefined) return [...items];
  const shared = items.findLastIndex(isShared);
  const tail = items.slice(shared + 1);
  const isEnd = (item: Item, side: 'from' | 'to') => markOf(item)?.[side] === end[side];
  const [hasFrom, hasTo] = [tail.some((item) => isEnd(item, 'from')), tail.some((item) => isEnd(item, 'to'))];
  if (hasFrom && hasTo) {
    const others = tail.filter((item) => !isEnd(item, 'from') && !isEnd(item, 'to'));
    return [...items.slice(0, shared + 1), ...others, paragraphItem(end)];
  }
  const kept = items[shared] as ParagraphItem;
  if (tail.some(({ kind }) => kind !== 'paragraph')) {
    const apart = [paragraphItem({ from: kept.mark.from }), paragraphItem({ to: kept.mark.to })];
    return settleEnd([...items.slice(0, shared), ...apart, ...tail]);
  }
  const side = hasFrom ? 'from' : 'to';
  const before: ParagraphItem = { ...kept, mark: { [side]: kept.mark[side] } };
  return [
    ...items.slice(0, shared),
    before,
    ...tail.slice(0, -1),
    { ...(tail.at(-1) as ParagraphItem), mark: end },
  ];
}

function markOf(item: Item): Pair<Paragraph> | undefined {
  return item.kind === 'paragraph' ? item.mark : undefined;
}

function isShared(item: Item): boolean {
  const { from, to } = item.kind === 'paragraph' ? item.mark : item;
  return from !== undefined && to !== undefined;
}

/** The mark of the last paragraph of a document; undefined when it does not end in a paragraph. */
function lastMark(items: readonly Item[], side: 'from' | 'to'): Paragraph | undefined {
  const last = items.findLast((item) => (item.kind === 'paragraph' ? item.mark : item)[side] !== undefined);
  return last && markOf(last)?.[side];
}
