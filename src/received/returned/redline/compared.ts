import {
  allParagraphs,
  type Block,
  type Paragraph,
  type Row,
  type Table,
} from '../../../formats/docx/model/model.ts';
import { typedNumber } from '../align/typed-number.ts';
import type { ReturnedBlock, ReturnedRow, ReturnedTable } from '../file/word-model.ts';
import { exactText, hasWords, textOfRuns } from './exact-text.ts';
import { type Line, linesOf } from './line.ts';
import { nameOf } from './new-blocks.ts';
import type { Comparable } from './pair.ts';
import type { Words } from './words.ts';

/** A block of the exact document. */
export interface ExactItem extends Comparable {
  /** Index of the block. */
  readonly at: number;
  readonly block: Block;
}

/** A paragraph of one view of a file, or a table. */
export interface FoundItem extends Comparable {
  readonly first: number;
  readonly last: number;
  readonly line?: Line;
  readonly table?: ReturnedTable;
}

interface RowItem<One> extends Comparable {
  /** Index of the row. */
  readonly at: number;
  readonly row: One;
}

/** The blocks with words. */
export function exactItems(blocks: readonly Block[], words: Words): ExactItem[] {
  const paragraphs = blocks.filter((block) => block.kind === 'paragraph');
  const ofStyle = Map.groupBy(paragraphs, ({ style }) => style.name);
  return blocks.flatMap((block, at): ExactItem[] => {
    if (block.kind === 'table')
      return [
        {
          ...{ kind: 'table', style: 'table', at, block },
          words: allParagraphs([block]).flatMap((one) => keysOf(one, words)),
        },
      ];
    const keys = keysOf(block, words);
    const hasBlanks = areTextAndBlanks(keys, words);
    const { name, outlineLevel } = block.style;
    const isOne = outlineLevel !== undefined || ofStyle.get(name)?.length === 1 || isOfValues(block);
    const style = isOne ? nameOf(name) : undefined;
    return keys.length === 0 ? [] : [{ kind: 'paragraph', at, block, words: keys, hasBlanks, style }];
  });
}

export function foundTables(blocks: readonly ReturnedBlock[], words: Words): FoundItem[] {
  return blocks.flatMap((block, first): FoundItem[] =>
    block.kind === 'table'
      ? [
          {
            ...{ kind: 'table', style: 'table', first, last: first, table: block },
            words: wordsOfTable(block, words),
          },
        ]
      : [],
  );
}

/** What a view of a file has, in its order. */
export function foundItems(lines: readonly Line[], tables: readonly FoundItem[]): FoundItem[] {
  return [...lines.map(itemOfLine), ...tables].sort((one, other) => one.first - other.first);
}

function itemOfLine(line: Line): FoundItem {
  const { first, last, text, words } = line;
  const keys = words.map(({ key }) => key);
  const bare = keys.slice(typedNumber({ text, list: words }));
  return { kind: 'paragraph', first, last, line, words: keys, bare, style: nameOf(line.style) };
}

export function exactRows({ rows }: Table, words: Words): RowItem<Row>[] {
  return rows.map((row, at) => {
    const cells = row.cells.map(({ blocks }) => allParagraphs(blocks));
    const keys = cells.map((cell) => cell.flatMap((one) => keysOf(one, words)));
    const item = rowItem(row, at, keys, cells.flat().every(isOfValues));
    return { ...item, hasBlanks: areTextAndBlanks(keys.flat(), words) };
  });
}

/** Alone, two words are too few to tell whose blank was filled in. */
function areTextAndBlanks(keys: readonly string[], { blank }: Words): boolean {
  return keys.length > 2 && keys.includes(blank);
}

/** The rows of a table with the tracked changes rejected. */
export function foundRows({ rows }: ReturnedTable, words: Words): RowItem<ReturnedRow>[] {
  return rows
    .filter(({ changes }) => changes.inserted === undefined)
    .map((row, at) =>
      rowItem(
        row,
        at,
        row.cells.map((blocks) => wordsOfBlocks(blocks, words)),
        true,
      ),
    );
}

/** Whether a paragraph has no words but those of values and blanks. */
function isOfValues({ runs }: Paragraph): boolean {
  return runs.every((run) => run.control !== undefined || !hasWords(textOfRuns([run])));
}

function rowItem<One>(
  row: One,
  at: number,
  cells: readonly (readonly string[])[],
  isOfValues: boolean,
): RowItem<One> {
  return {
    kind: 'row',
    at,
    row,
    words: cells.flat(),
    heading: cells[0]?.join(' ') ?? '',
    cells: cells.length,
    style: isOfValues ? '' : undefined,
  };
}

/** The blocks of text boxes stand before the paragraph that holds them, as in passages.ts. */
export function withBoxes(blocks: readonly ReturnedBlock[]): ReturnedBlock[] {
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

/** The words of a paragraph. */
export function keysOf(paragraph: Paragraph, words: Words): string[] {
  return exactText(paragraph, words).words.map(({ key }) => key);
}
