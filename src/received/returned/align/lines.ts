import type { Place } from '../reading.ts';
import type { Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import type { Pair } from './align.ts';

/** A paragraph of the file in both views. */
export interface FoundLine {
  /** Index of its passage. */
  readonly passage: number;
  readonly before: Tokens;
  /** Undefined where a tracked change splits, joins or deletes it. */
  readonly after: Tokens | undefined;
  /** Whether a tracked change deletes it. */
  readonly isDeleted: boolean;
}

/** What each passage has of the exact text, or the one before it. */
export function unitsOfPassages(
  count: number,
  lines: readonly FoundLine[],
  units: readonly Unit[],
  pairs: readonly Pair[],
): (Unit | undefined)[] {
  const own: (Unit | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { unit, found } of pairs) {
    if (unit === undefined || found === undefined) continue;
    own[lines[found]?.passage ?? 0] ??= units[unit];
  }
  let [last] = units;
  return own.map((unit) => {
    last = unit ?? last;
    return last;
  });
}

/** The clause, or the row of its table, and the heading of the clause. */
export function placeOf(unit: Unit | undefined, units: readonly Unit[]): Place {
  const { clause = '', row } = unit ?? {};
  const top = clause.replace(/[.(].*/s, '');
  const heading = units.find((one) => one.clause === top && one.label !== '')?.text ?? top;
  // The first cell has the name of its row, and is of the row as the others are.
  const cells = row === undefined ? [] : units.filter((one) => one.row === row);
  const isNamed = cells.some(({ rowLabel }) => rowLabel !== undefined);
  return { clause: isNamed ? `${clause}: ${cells[0]?.text}` : clause, heading };
}
