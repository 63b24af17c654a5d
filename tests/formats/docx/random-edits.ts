/** Random edits of a document, each as a command of edit_in_libreoffice.py, and as what it makes of the blocks. */
import type { Random } from '../../received/returned/random.ts';
import { type Block, type Paragraph, styleOf, type Table, typed } from './edited.ts';
import { FOREIGN } from './foreign-file.ts';

export interface Edit {
  readonly command: readonly unknown[];
  readonly blocks: readonly Block[];
}

/** Nothing, where a text has no place for it. */
type Make = (blocks: readonly Block[], random: Random, name: string) => Edit | undefined;

/** The styles of the levels of clauses and schedules below the first, as LibreOffice calls them. */
const DEEPER = [2, 3].flatMap((level) => [`Clause Level ${level}`, `Schedule Level ${level}`]);

/** What LibreOffice pastes into a numbered paragraph becomes items of its list. */
const UNNUMBERED = ['Definition', 'Clause Level 1 Text'];

/** @param foreign where the file is that is pasted */
export const editsBy = (foreign: string): Readonly<Record<string, Make>> => ({
  'a clause in': (blocks, random, name) => {
    const [at] = random.pick(clausesOf(blocks).slice(1));
    const paragraphs = [typed('Heading 2', `${name}`), typed('Clause Level 2', `What ${name} says.`)];
    const isBelow = random.below(2) === 0 && !('rows' in (blocks[at - 1] ?? { rows: 0 }));
    const command = isBelow ? ['below', at - 1, paragraphs] : ['above', at, paragraphs];
    return { command, blocks: blocks.toSpliced(at, 0, ...paragraphs) };
  },
  'a clause or a schedule out': (blocks, random) => {
    const [first, last] = random.pick(clausesOf(blocks, ['clauses', 'schedules']));
    return { command: ['remove', first, last], blocks: blocks.toSpliced(first, last - first + 1) };
  },
  'a clause out, tracked': (blocks, random) => {
    const [first, last] = random.pick(clausesOf(blocks, ['clauses', 'schedules']));
    const decision = random.pick(['Accept', 'Reject'] as const);
    const rest = decision === 'Accept' ? blocks.toSpliced(first, last - first + 1) : blocks;
    return { command: ['tracked', first, last, decision], blocks: rest };
  },
  'two clauses made one': (blocks, random) => {
    const [at] = random.pick(clausesOf(blocks).slice(1));
    return { command: ['remove', at, at], blocks: blocks.toSpliced(at, 1) };
  },
  'one clause made two': (blocks, random, name) => {
    const at = random.pick(
      placesOf(blocks, ['Clause Level 2']).filter((place) => letters(blocks[place]) !== ''),
    );
    const heading = typed('Heading 2', name);
    return { command: ['above', at, [heading]], blocks: blocks.toSpliced(at, 0, heading) };
  },
  'a paragraph out': (blocks, random) => {
    const at = random.pick(placesOf(blocks, DEEPER));
    return { command: ['remove', at, at], blocks: blocks.toSpliced(at, 1) };
  },
  'a clause moved': (blocks, random) => {
    const clauses = clausesOf(blocks);
    const [first, last] = random.pick(clauses.filter((clause) => isNumbered(blocks, clause)));
    const [before] = random.pick(clauses.filter(([other]) => other < first || other > last + 1));
    const rest = blocks.toSpliced(first, last - first + 1);
    const moved = blocks.slice(first, last + 1);
    const at = before < first ? before : before - moved.length;
    return { command: ['move', first, last, at], blocks: rest.toSpliced(at, 0, ...moved) };
  },
  'a clause copied': (blocks, random) => {
    const clauses = clausesOf(blocks);
    const [first, last] = random.pick(clauses.filter((clause) => isNumbered(blocks, clause)));
    const [before] = random.pick(clauses);
    const copied = blocks.slice(first, last + 1).map((block) => ({ ...block, bookmarks: [] }));
    return { command: ['copy', first, last, before], blocks: blocks.toSpliced(before, 0, ...copied) };
  },
  'a paragraph cut in two': (blocks, random) => {
    const cuttable = placesOf(blocks, DEEPER).filter((index) => letters(blocks[index]).length > 2);
    const at = random.pick(cuttable);
    const block = blocks[at] as ReturnType<typeof typed>;
    const [first = '', ...rest] = block.parts as readonly string[];
    const after = 1 + random.below(letters(block).length - 1);
    const above = { ...block, parts: [first.slice(0, after)] };
    const below = { ...block, bookmarks: [], parts: [first.slice(after), ...rest] };
    return { command: ['cut', at, after], blocks: blocks.toSpliced(at, 1, above, below) };
  },
  'a level changed': (blocks, random) => {
    const at = random.pick(placesOf(blocks, DEEPER));
    const block = blocks[at] as ReturnType<typeof typed>;
    const style = block.style.replace(/\d/, (level) => (level === '2' ? '3' : '2'));
    return { command: ['style', at, style], blocks: blocks.with(at, { ...block, style }) };
  },
  'a row of a table in': (blocks, random, name) => {
    const tables = blocks.flatMap((block, index) => (isGrid(block) ? [index] : []));
    if (tables.length === 0) return undefined;
    const at = random.pick(tables);
    const { rows, cells } = blocks[at] as Table;
    const above = cells.slice(-cells.length / rows);
    const added = above.map((cell, index) => [typed(cell[0]?.style ?? '', index === 0 ? name : '')]);
    const table = { rows: rows + 1, cells: [...cells, ...added] };
    return { command: ['row', at, name], blocks: blocks.with(at, table) };
  },
  'a row of a table out': (blocks, random) => {
    const tables = blocks.flatMap((block, index) =>
      isGrid(block) && (block as Table).rows > 2 ? [index] : [],
    );
    if (tables.length === 0) return undefined;
    const at = random.pick(tables);
    const { rows, cells } = blocks[at] as Table;
    const row = 1 + random.below(rows - 1);
    const width = cells.length / rows;
    const table = { rows: rows - 1, cells: cells.toSpliced(row * width, width) };
    return { command: ['row_out', at, row], blocks: blocks.with(at, table) };
  },
  'text from a file with foreign styles': (blocks, random) => {
    const at = random.pick(placesOf(blocks, UNNUMBERED));
    return { command: ['paste', at, foreign], blocks: blocks.toSpliced(at, 0, ...FOREIGN) };
  },
});

/** What is done last, in this order: a level that is not that of the style is lost when somebody applies one. */
export const LAST_EDITS: Readonly<Record<string, Make>> = {
  'a clause made an item of the one above': (blocks, random) => {
    const [at] = random.pick(clausesOf(blocks).slice(1));
    return { command: ['level', at, 1], blocks: blocks.with(at, { ...(blocks[at] as Paragraph), level: 1 }) };
  },
  'an item made a clause': (blocks, random) => {
    const at = random.pick(placesOf(blocks, ['Clause Level 2']));
    return { command: ['level', at, 0], blocks: blocks.with(at, { ...(blocks[at] as Paragraph), level: 0 }) };
  },
  'numbers begin again': (blocks, random) => {
    const [at] = random.pick(clausesOf(blocks).slice(1));
    const restarted = { ...(blocks[at] as Paragraph), restarts: true };
    return { command: ['restart', at], blocks: blocks.with(at, restarted) };
  },
};

type Clause = readonly [first: number, last: number];

/** The clauses with all that is in them, where a paragraph follows. */
function clausesOf(blocks: readonly Block[], schemes: readonly string[] = ['clauses']): Clause[] {
  const ends = blocks.flatMap((block, index) => {
    if ('isForeign' in block) return [];
    const { numbering, outlineLevel } = styleOf(block) ?? {};
    return numbering?.level === 0 || outlineLevel === 0 ? [index] : [];
  });
  return ends.flatMap((first, row): Clause[] => {
    const next = ends[row + 1];
    const { numbering } = styleOf(blocks[first] as Block) ?? {};
    return numbering !== undefined && schemes.includes(numbering.scheme) && next !== undefined
      ? [[first, next - 1]]
      : [];
  });
}

function isNumbered(blocks: readonly Block[], [first, last]: Clause): boolean {
  return blocks.slice(first, last + 1).every((block) => styleOf(block)?.numbering !== undefined);
}

/** The first words of a paragraph, before a reference or a control. */
function letters(block: Block | undefined): string {
  const [first] = block === undefined || 'rows' in block ? [] : block.parts;
  return typeof first === 'string' ? first : '';
}

/** Whether it is a table of values, not of signatures. */
function isGrid(block: Block): boolean {
  return 'rows' in block && block.cells.every(({ length }) => length === 1);
}

/** The paragraphs that have one of the styles, where a paragraph follows. */
function placesOf(blocks: readonly Block[], styles: readonly string[]): number[] {
  return blocks.flatMap((block, index) => {
    const next = blocks[index + 1];
    const isPlace = !('rows' in block) && styles.includes(block.style);
    return isPlace && next !== undefined && !('rows' in next) ? [index] : [];
  });
}
