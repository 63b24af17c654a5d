/** The longest part of the list, which is sorted by its first numbers, in which the second numbers rise too. */
export function longestIncreasing(
  list: readonly (readonly [number, number])[],
): (readonly [number, number])[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, [, value]] of list.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[ends[middle] as number]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at])
    chosen.unshift(list[at] as readonly [number, number]);
  return chosen;
}
