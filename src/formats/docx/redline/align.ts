import { type ChangeObject, diffArrays } from 'diff';
import { commonEnds } from '../../../lib/common-ends.ts';
import { remembered } from '../../../lib/remembered.ts';

/** What stands at the same place in two lists; undefined in the list that does not have it. */
export interface PairOf<From, To> {
  readonly from?: From | undefined;
  readonly to?: To | undefined;
}

export type Pair<Element> = PairOf<Element, Element>;

export interface Comparison<Element, Traits> {
  /** Equal for equal elements; "" if it says nothing, as of an empty paragraph. */
  readonly key: (element: Element) => string;
  /** What tells how alike elements are; found once for each, since it is compared with many. */
  readonly traits: (element: Element) => Traits;
  /** 0 to 1; at 0, the two are no pair. */
  readonly likeness: (from: Traits, to: Traits) => number;
}

/** Changes of a list after which no further equal elements are looked for: the time grows with their square. */
const MAX_CHANGES = 2_000;

/** Longer lists are compared by paths, which takes no memory for what is not alike: 500 words with 500. */
const MAX_CELLS = 250_000;

/** The most comparisons of a gap; a larger one is cut into parts. */
const MAX_COMPARISONS = 40_000;

/**
 * Pairs the elements of two lists, in the order of both: first the equal ones, then, between these, the alike. Of what
 * stays alone between two pairs, the elements of `from` come first. What has moved is alone twice.
 */
export function align<Element, Traits>(
  from: readonly Element[],
  to: readonly Element[],
  comparison: Comparison<Element, Traits>,
): Pair<Element>[] {
  const keys = from.map(comparison.key);
  const pairs: Pair<Element>[] = [];
  const gap: { from: Element[]; to: Element[] } = { from: [], to: [] };
  const closeGap = () => {
    pairs.push(...alignGap(gap.from, gap.to, comparison));
    gap.from = [];
    gap.to = [];
  };
  for (const each of equalRuns(keys, to.map(comparison.key))) {
    const { start, count } = each;
    if (!each.isEqual) {
      if (each.side === 'from') gap.from.push(...from.slice(start, start + count));
      else gap.to.push(...to.slice(start, start + count));
      continue;
    }
    // What says nothing pairs only with a neighbour that says something: alone, it would tear what is alike apart.
    const says = keys.slice(start, start + count).some((key) => key !== '');
    if (says) closeGap();
    for (let index = 0; index < count; index++) {
      const pair = { from: from[start + index] as Element, to: to[each.startInTo + index] as Element };
      if (says) pairs.push(pair);
      else {
        gap.from.push(pair.from);
        gap.to.push(pair.to);
      }
    }
  }
  closeGap();
  return pairs;
}

/** Pairs the elements of two lists of which one was made of the other. Those that have changed places are alone. */
export function knownPairs<Element>(
  from: readonly Element[],
  to: readonly Element[],
  nowOf: (element: Element) => Element | undefined,
): Pair<Element>[] {
  const pairs: Pair<Element>[] = [];
  let next = 0;
  for (const one of from) {
    const now = nowOf(one);
    const at = now === undefined ? -1 : to.indexOf(now, next);
    if (at < 0) pairs.push({ from: one });
    else {
      pairs.push(...to.slice(next, at).map((other) => ({ to: other })), { from: one, to: now });
      next = at + 1;
    }
  }
  return [...pairs, ...to.slice(next).map((other) => ({ to: other }))];
}

type EqualRun =
  | { readonly isEqual: true; readonly start: number; readonly startInTo: number; readonly count: number }
  | { readonly isEqual: false; readonly side: 'from' | 'to'; readonly start: number; readonly count: number };

/**
 * Which stretches of two lists are equal, and which are in one of them only.
 * @param maxChanges with more, all that is between the equal begin and end counts as changed
 */
export function equalRuns(
  from: readonly string[],
  to: readonly string[],
  maxChanges = MAX_CHANGES,
): EqualRun[] {
  const [head, tail] = commonEnds(from, to);
  const runs: EqualRun[] = [];
  const at = { from: 0, to: 0 };
  const equal = (count: number) => {
    if (count > 0) runs.push({ isEqual: true, start: at.from, startInTo: at.to, count });
    at.from += count;
    at.to += count;
  };
  const only = (side: 'from' | 'to', count: number) => {
    if (count > 0) runs.push({ isEqual: false, side, start: at[side], count });
    at[side] += count;
  };
  equal(head);
  const changes = changesOf(
    from.slice(head, from.length - tail),
    to.slice(head, to.length - tail),
    maxChanges,
  );
  for (const { added, removed, count } of changes) {
    if (added) only('to', count);
    else if (removed) only('from', count);
    else equal(count);
  }
  equal(tail);
  return runs;
}

type ListChange = Pick<ChangeObject<unknown>, 'added' | 'removed' | 'count'>;

function changesOf(
  from: readonly string[],
  to: readonly string[],
  maxChanges: number,
): readonly ListChange[] {
  const replaced = [
    { removed: true, added: false, count: from.length },
    { removed: false, added: true, count: to.length },
  ];
  if (from.length === 0 || to.length === 0) return replaced;
  // Numbers are faster to compare.
  const numbers = new Map<string, number>();
  const numbered = (keys: readonly string[]) =>
    keys.map((key) => remembered(numbers, key, () => numbers.size + 1));
  const [before, after] = [numbered(from), numbered(to)];
  const most = Math.min(maxChanges, MAX_CHANGES);
  const changes =
    before.length * after.length <= MAX_CELLS
      ? changesByTable(before, after, most)
      : changesByPaths(before, after, most);
  return changes ?? replaced;
}

function changesByPaths(from: number[], to: number[], maxChanges: number): readonly ListChange[] | undefined {
  // Each element that the other list does not have is a change.
  const countOfOthers = (list: readonly number[], known: ReadonlySet<number>) =>
    list.filter((element) => !known.has(element)).length;
  if (countOfOthers(from, new Set(to)) + countOfOthers(to, new Set(from)) > maxChanges) return undefined;
  return diffArrays(from, to, { maxEditLength: maxChanges });
}

/** The longest common part by a table, which is several times faster for the words of a paragraph than by paths. */
function changesByTable(
  from: readonly number[],
  to: readonly number[],
  maxChanges: number,
): readonly ListChange[] | undefined {
  const width = to.length + 1;
  /** How many elements are common from here on. */
  const common = new Uint16Array((from.length + 1) * width);
  for (let row = from.length - 1; row >= 0; row--) {
    const one = from[row];
    for (let at = row * width + to.length - 1, column = to.length - 1; column >= 0; at--, column--) {
      const below = common[at + width] as number;
      const right = common[at + 1] as number;
      if (one === to[column]) common[at] = (common[at + width + 1] as number) + 1;
      else common[at] = Math.max(below, right);
    }
  }
  if (from.length + to.length - 2 * (common[0] as number) > maxChanges) return undefined;
  const changes: ListChange[] = [];
  const add = (change: Omit<ListChange, 'count'>, count: number) => {
    if (count > 0) changes.push({ ...change, count });
  };
  for (let [row, column] = [0, 0]; row < from.length || column < to.length; ) {
    const startRow = row;
    while (row < from.length && column < to.length && from[row] === to[column]) {
      row += 1;
      column += 1;
    }
    add({ removed: false, added: false }, row - startRow);
    let [removed, added] = [0, 0];
    while (row < from.length || column < to.length) {
      if (row < from.length && column < to.length && from[row] === to[column]) break;
      const at = row * width + column;
      const isRemoved =
        column === to.length || (row < from.length && (common[at + width] ?? 0) >= (common[at + 1] ?? 0));
      if (isRemoved) {
        row += 1;
        removed += 1;
      } else {
        column += 1;
        added += 1;
      }
    }
    add({ removed: true, added: false }, removed);
    add({ removed: false, added: true }, added);
  }
  return changes;
}

/** Pairs what is alike between two pairs of equal elements. */
function alignGap<Element, Traits>(
  from: readonly Element[],
  to: readonly Element[],
  { traits, likeness }: Comparison<Element, Traits>,
): Pair<Element>[] {
  if (from.length === 0 || to.length === 0) return alone(from, to);
  const known = (list: readonly Element[]) => list.map((element) => ({ element, own: traits(element) }));
  return alignAlike(known(from), known(to), ({ own: one }, { own: other }) => likeness(one, other)).map(
    (pair) => ({ from: pair.from?.element, to: pair.to?.element }),
  );
}

/** Pairs the elements of two lists, in the order of both, so that the sum of likeness is the greatest. */
export function alignAlike<From, To>(
  from: readonly From[],
  to: readonly To[],
  likeness: (from: From, to: To) => number,
): PairOf<From, To>[] {
  if (from.length * to.length > MAX_COMPARISONS && from.length + to.length > 2) {
    const cut = (list: readonly unknown[]) => Math.ceil(list.length / 2);
    return [
      ...alignAlike(from.slice(0, cut(from)), to.slice(0, cut(to)), likeness),
      ...alignAlike(from.slice(cut(from)), to.slice(cut(to)), likeness),
    ];
  }
  const pairs: PairOf<From, To>[] = [];
  let [startFrom, startTo] = [0, 0];
  const weight = (row: number, column: number) => likeness(from[row] as From, to[column] as To);
  for (const [one, other] of heaviestPath(from.length, to.length, weight)) {
    pairs.push(...alone(from.slice(startFrom, one), to.slice(startTo, other)), {
      from: from[one],
      to: to[other],
    });
    [startFrom, startTo] = [one + 1, other + 1];
  }
  return [...pairs, ...alone(from.slice(startFrom), to.slice(startTo))];
}

function alone<From, To>(from: readonly From[], to: readonly To[]): PairOf<From, To>[] {
  return [...from.map((one) => ({ from: one })), ...to.map((other) => ({ to: other }))];
}

/** The pairs of indices, both ascending, whose weights have the greatest sum. */
function heaviestPath(
  rows: number,
  columns: number,
  weight: (row: number, column: number) => number,
): (readonly [row: number, column: number])[] {
  const width = columns + 1;
  /** The greatest sum of the pairs from row and column on. */
  const best = new Float64Array((rows + 1) * width);
  for (let row = rows - 1; row >= 0; row--) {
    for (let at = row * width + columns - 1, column = columns - 1; column >= 0; at--, column--) {
      const own = weight(row, column);
      const paired = own > 0 ? own + (best[at + width + 1] as number) : 0;
      best[at] = Math.max(paired, best[at + width] as number, best[at + 1] as number);
    }
  }
  const path: [number, number][] = [];
  for (let [row, column] = [0, 0]; row < rows && column < columns; ) {
    const at = row * width + column;
    const own = weight(row, column);
    if (own > 0 && best[at] === own + (best[at + width + 1] as number)) path.push([row++, column++]);
    else if (best[at] === best[at + width]) row += 1;
    else column += 1;
  }
  return path;
}
