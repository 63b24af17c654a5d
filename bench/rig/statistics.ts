/**
 * The middle number, or the mean of the two in the middle.
 * @throws RangeError if the list is empty
 */
export function median(numbers: readonly number[]): number {
  const sorted = ascending(numbers);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}

/**
 * The smallest number that at least `percent` of the numbers do not exceed.
 * @throws RangeError if the list is empty
 */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = ascending(numbers);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] as number;
}

function ascending(numbers: readonly number[]): number[] {
  if (numbers.length === 0) throw new RangeError('an empty list has no median and no percentile');
  return numbers.toSorted((one, other) => one - other);
}
