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

/** The clause of each passage: its own, or that of the one before. */
export function clausesOf(
  count: number,
  lines: readonly FoundLine[],
  units: readonly Unit[],
  pairs: readonly Pair[],
): string[] {
  const own: (string | undefined)[] = Array.from({ length: count }, () => undefined);
  for (const { unit, found } of pairs) {
    if (unit === undefined || found === undefined) continue;
    own[lines[found]?.passage ?? 0] ??= units[unit]?.clause;
  }
  let last = units[0]?.clause ?? '';
  return own.map((clause) => {
    last = clause ?? last;
    return last;
  });
}
