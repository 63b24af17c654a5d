import { type Data, leavesOf, pathsBeside, withValue } from '../../lib/paths.ts';
import type { Reading, ReadValue } from '../../received/returned/read.ts';
import type { KnownValues } from './known-values.ts';

/** What a file says of the fields. */
export interface FoundValues {
  readonly data: Data;
  /** The paths of values that were printed as blanks. */
  readonly filledIn: ReadonlySet<string>;
  /** The paths of values that stand where the text has a blank. */
  readonly inBlanks: ReadonlySet<string>;
  /** The paths of values that are others than were printed. */
  readonly changed: ReadonlySet<string>;
  /** The paths of values that the text does not tell, with the reason. */
  readonly open: ReadonlyMap<string, string>;
  /** The paths of entries of lists that have the value of another entry, since one was put in, taken out or moved. */
  readonly moved: ReadonlySet<string>;
}

/** The values of a reading beside those that were printed. */
export function foundValues(
  { values, blanks, lost }: Pick<Reading, 'values' | 'blanks' | 'lost'>,
  { digests, isPrinted }: Pick<KnownValues, 'digests' | 'isPrinted'>,
): FoundValues {
  let data: Data = {};
  const open = new Map<string, string>();
  const filledIn = new Set<string>();
  const inBlanks = new Set<string>();
  const changed = new Set<string>();
  for (const value of values) {
    const chosen = choose(
      value,
      (path, one) => (one === undefined ? digests?.[path] === undefined : isPrinted(path, one)),
      digests !== undefined,
    );
    if (chosen === undefined || value.contradiction !== undefined) {
      for (const path of value.paths) open.set(path, whyAmbiguous(value.contradiction));
      continue;
    }
    for (const [index, path] of value.paths.entries()) {
      const now = chosen[index];
      if (now === undefined) continue;
      data = withValue(data, path, now);
      if (value.isFilledIn) inBlanks.add(path);
      const wasPrinted = digests === undefined ? !value.isFilledIn : Object.hasOwn(digests, path);
      if (!wasPrinted) filledIn.add(path);
      else if (digests !== undefined && !isPrinted(path, now)) changed.add(path);
    }
  }
  // A value that was printed, and is a blank now.
  for (const path of blanks) if (digests !== undefined && Object.hasOwn(digests, path)) changed.add(path);
  for (const path of lost) changed.add(path);
  // A value that nobody could read is not the one that was printed, or it would have been chosen.
  if (digests !== undefined)
    for (const path of open.keys()) if (Object.hasOwn(digests, path)) changed.add(path);
  return { data, filledIn, inBlanks, changed, open, moved: new Set() };
}

/** The values of a file beside those of the one that was sent last. */
export function sinceSent(found: FoundValues, sent: FoundValues): FoundValues {
  const [before, now] = [new Map(leavesOf(sent.data)), new Map(leavesOf(found.data))];
  const wasAt = (path: string, value: unknown) => value !== undefined && value === before.get(path);
  return withoutMoves(
    {
      ...found,
      filledIn: new Set([...found.inBlanks].filter((path) => !before.has(path))),
      changed: new Set([...before.keys()].filter((path) => !wasAt(path, now.get(path)))),
    },
    wasAt,
  );
}

/**
 * The values without those of lists that only stand at another place: what was put in, taken out or moved is a change of words,
 * which the redline has.
 * @param wasAt whether a path had a value
 */
export function withoutMoves(
  found: FoundValues,
  wasAt: (path: string, value: unknown) => boolean,
): FoundValues {
  const now = new Map(leavesOf(found.data));
  const others = [...now].filter(([path, value]) => !wasAt(path, value));
  // What has its value still has given it to no other entry, and taken it from none.
  const isOther = (path: string) => !wasAt(path, now.get(path));
  const isFrom = (path: string, value: unknown) =>
    pathsBeside(path).some((one) => wasAt(one, value) && isOther(one));
  const moved = new Set(others.flatMap(([path, value]) => (isFrom(path, value) ? [path] : [])));
  const stands = (path: string) =>
    pathsBeside(path).some((one) => now.has(one) && wasAt(path, now.get(one)) && isOther(one));
  const notMoved = (paths: ReadonlySet<string>) => new Set([...paths].filter((path) => !moved.has(path)));
  const changed = new Set([...notMoved(found.changed)].filter((path) => !stands(path)));
  return { ...found, filledIn: notMoved(found.filledIn), changed, moved };
}

/** A message names no more. */
const MOST_PLACES = 8;

function whyAmbiguous(contradiction: ReadValue['contradiction']): string {
  if (contradiction === undefined)
    return 'the text joins it with another value, and does not tell where one ends; it is left out';
  const says = contradiction
    .slice(0, MOST_PLACES)
    .map(({ clause, text }) => `${text === '' ? 'nothing' : JSON.stringify(text.slice(0, 200))} (${clause})`);
  return `its places do not say the same: ${says.join(', ')}; it is left out`;
}

/**
 * The option of which most values are those that were printed.
 * @returns undefined when several values could be split in more than one way, and nothing tells which is meant
 */
function choose(
  { paths, options }: ReadValue,
  isPrinted: (path: string, value: unknown) => boolean,
  hasDigests: boolean,
): readonly unknown[] | undefined {
  const [first] = options;
  if (options.length <= 1 || first === undefined) return first;
  const counts = options.map(
    (option) => paths.filter((path, index) => isPrinted(path, option[index])).length,
  );
  const most = Math.max(...counts);
  const best = options.filter((_, index) => counts[index] === most);
  if (hasDigests && most > 0 && (best.length === 1 || most === paths.length)) return best[0];
  // An entry of a list that another one was put before.
  const [path = '', ...others] = paths;
  const isMoved = ([one]: readonly unknown[]) => pathsBeside(path).some((other) => isPrinted(other, one));
  return others.length > 0 ? undefined : (options.find(isMoved) ?? first);
}
