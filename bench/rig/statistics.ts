/** The number in the middle, or the mean of the two there. @throws RangeError when there are none */
export function median(numbers: readonly number[]): number {
  const sorted = ascending(numbers);
  const half = (sorted.length - 1) / 2;
  return ((sorted[Math.floor(half)] as number) + (sorted[Math.ceil(half)] as number)) / 2;
}

/** The smallest number that at least `percent` of the numbers do not exceed. @throws RangeError when there are none */
export function percentile(numbers: readonly number[], percent: number): number {
  const sorted = ascending(numbers);
  return sorted[Math.max(0, Math.ceil((sorted.length * percent) / 100) - 1)] as number;
}

function ascending(numbers: readonly number[]): number[] {
  if (numbers.length === 0) throw new RangeError('there is no median and no percentile of no numbers');
  return numbers.toSorted((one, other) => one - other);
}
