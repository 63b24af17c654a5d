/**
 * Of a list that is sorted by its first numbers, what stands in each of its longest parts in which the second numbers rise too:
 * of two that have changed places, neither.
 */
export function longestIncreasing(
  list: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const values = list.map(([, value]) => value);
  const before = lengthsUpTo(values);
  const after = lengthsUpTo(values.map((value) => -value).reverse()).reverse();
  const longest = before.reduce((most, length) => Math.max(most, length), 0);
  const isInOne = (index: number) => (before[index] ?? 0) + (after[index] ?? 0) === longest + 1;
  const rivals = Map.groupBy([...list.keys()].filter(isInOne), (index) => before[index]);
  return [...rivals.values()].flatMap(([index = 0, ...others]) =>
    others.length === 0 ? [list[index] as readonly [number, number]] : [],
  );
}

/** How long the longest rising part is that ends with each number. */
function lengthsUpTo(values: readonly number[]): number[] {
  /** The least number with which a part of each length ends. */
  const ends: number[] = [];
  return values.map((value) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ends[middle] as number) < value) low = middle + 1;
      else high = middle;
    }
    ends[low] = value;
    return low + 1;
  });
}
