/** What stands at the same place in two lists, by index; undefined in the list that does not have it. */
export type IndexPair = readonly [one: number | undefined, other: number | undefined];

interface Costs {
  /** To pair two; undefined when they have too little in common. */
  readonly pair: (one: number, other: number) => number | undefined;
  /** To leave one of the first list alone. */
  readonly one: (index: number) => number;
  readonly other: (index: number) => number;
}

/** Lists with more pairs than this are not compared. */
const MAX_PAIRS = 40_000;

const [PAIR, ONE, OTHER] = [1, 2, 3];

/** Pairs what two lists have in common, in the order of both, at the least cost. */
export function cheapestPairs(ones: number, others: number, cost: Costs): IndexPair[] {
  if (ones * others > MAX_PAIRS)
    return [
      ...Array.from({ length: ones }, (_, index): IndexPair => [index, undefined]),
      ...Array.from({ length: others }, (_, index): IndexPair => [undefined, index]),
    ];
  const width = others + 1;
  const costs = new Float64Array((ones + 1) * width);
  const steps = new Uint8Array((ones + 1) * width);
  const alone = Array.from({ length: others }, (_, index) => cost.other(index));
  for (let row = 0; row <= ones; row++) {
    const left = row === 0 ? 0 : cost.one(row - 1);
    for (let column = 0; column <= others; column++) {
      const at = row * width + column;
      if (at === 0) continue;
      let [best, step] = [Number.POSITIVE_INFINITY, PAIR];
      const consider = (total: number, by: number) => {
        if (total < best) [best, step] = [total, by];
      };
      const paired = row > 0 && column > 0 ? cost.pair(row - 1, column - 1) : undefined;
      if (paired !== undefined) consider((costs[at - width - 1] ?? 0) + paired, PAIR);
      if (row > 0) consider((costs[at - width] ?? 0) + left, ONE);
      if (column > 0) consider((costs[at - 1] ?? 0) + (alone[column - 1] ?? 0), OTHER);
      costs[at] = best;
      steps[at] = step;
    }
  }
  const pairs: IndexPair[] = [];
  let [row, column] = [ones, others];
  while (row > 0 || column > 0) {
    const step = steps[row * width + column];
    if (step !== OTHER) row -= 1;
    if (step !== ONE) column -= 1;
    pairs.unshift([step === OTHER ? undefined : row, step === ONE ? undefined : column]);
  }
  return pairs;
}
