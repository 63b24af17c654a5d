import type { DataSchema } from '../../../../lib/schema.ts';
import { meaningsOf, type Reading } from '../../../rows/cells.ts';
import type { Row } from '../../../rows/row.ts';
import { Table } from '../../../rows/table.ts';
import { titleOf } from '../../../rows/titles.ts';
import type { Lines } from './read-lines.ts';

export interface ListRow extends Row {
  readonly cells: readonly string[];
}

export interface ListColumn {
  readonly path: string;
  readonly title: string;
  /** Where its cells are in a line. */
  readonly index: number;
}

interface Question {
  readonly path: string;
  readonly title: string;
  readonly cell: string;
  readonly meanings: ReturnType<typeof meaningsOf>;
}

export interface ReadList {
  readonly columns: readonly ListColumn[];
  /** The columns whose cells differ from row to row, which tell rows apart. */
  readonly differing: readonly ListColumn[];
  readonly rows: readonly ListRow[];
  readonly questions: readonly Question[];
  /** What is wrong with the header: no row can be made before it is right. */
  readonly faults: readonly string[];
}

/** How columns are read, by path, that were asked about. */
export type Answers = Readonly<Record<string, Reading>>;

/** Columns that fit beside what is said of a row. */
const MOST_SHOWN = 4;

/** Reads lines as the form reads what is typed. @throws Error that tells the person why they are no list of the document */
export function readList(name: string, lines: Lines, schema: DataSchema, answers: Answers): ReadList {
  const table = new Table(schema, (path) => ({ ...answers[path], asForm: true }));
  const rows = lines.flatMap((cells) => {
    const row = table.read(cells);
    return row === undefined ? [] : [{ ...row, cells }];
  });
  const { header } = table;
  if (header === undefined) throw new Error(`${name} is empty; its first line names the fields.`);
  const known = header.columns.flatMap((column, index) =>
    column === undefined ? [] : [{ ...column, title: titleOf(schema, column.path), index }],
  );
  if (known.length === 0)
    throw new Error(
      `${name} has no column of this document. Its first line must name the fields: ${exampleOf(schema)}.`,
    );
  const questions = known.flatMap(({ path, title, field, index }) => {
    const cell = rows.map(({ cells }) => cells[index] ?? '').find((one) => meaningsOf(one, field).length > 0);
    if (cell === undefined || answers[path] !== undefined) return [];
    return [{ path, title, cell, meanings: meaningsOf(cell, field) }];
  });
  return { columns: known, differing: differing(known, rows), rows, questions, faults: header.faults };
}

/** Names come first, since people know the rows by them. */
function differing(columns: readonly ListColumn[], rows: readonly ListRow[]): readonly ListColumn[] {
  const differ = columns.filter(({ index }) =>
    rows.some(({ cells }) => cells[index] !== rows[0]?.cells[index]),
  );
  const some = differ.length > 0 ? differ : columns;
  const isName = ({ path }: ListColumn) => /name$/i.test(path);
  return some.toSorted((one, other) => Number(isName(other)) - Number(isName(one))).slice(0, MOST_SHOWN);
}

function exampleOf({ properties = {} }: DataSchema): string {
  return Object.values(properties)
    .filter(({ type }) => type === 'string')
    .slice(0, 3)
    .map(({ title }) => title)
    .join(', ');
}
