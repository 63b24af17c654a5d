/** The middle of some numbers, or the mean of the two in the middle. */
export function median(numbers: readonly number[]): number {
  return (percentile(numbers, 50) + percentile(numbers, 50, Math.ceil)) / 2;
}

/** The number below or at which `percent` of them lie. @throws RangeError when there are none */
export function percentile(numbers: readonly number[], percent: number, round = Math.floor): number {
  const sorted = numbers.toSorted((one, other) => one - other);
  const found = sorted[round(((sorted.length - 1) * percent) / 100)];
  if (found === undefined) throw new RangeError('there is no percentile of no numbers');
  return found;
}
