import { median } from './statistics.ts';

type Sides = Readonly<Record<string, () => Promise<number>>>;

/** Runs the sides in turn, A B A B …, so that changes of the machine's speed affect all of them alike. */
export async function interleave<Names extends Sides>(
  rounds: number,
  sides: Names,
): Promise<Record<keyof Names, number[]>> {
  const results = Object.fromEntries(Object.keys(sides).map((name): [string, number[]] => [name, []]));
  for (let round = 0; round < rounds; round += 1) {
    for (const [name, side] of Object.entries(sides)) results[name]?.push(await side());
  }
  return results as Record<keyof Names, number[]>;
}

/** Rounds that are not counted, in which V8 compiles the code of all sides. */
export async function warmUp(rounds: number, sides: Sides): Promise<void> {
  await interleave(rounds, sides);
}

/** The ratio of two sides per round. */
export function ratios(one: readonly number[], other: readonly number[]): number[] {
  return one.map((number, round) => number / (other[round] as number));
}

/** The side with the highest median. */
export function best<Name extends string>(results: Readonly<Record<Name, readonly number[]>>): Name {
  const [first] = (Object.entries(results) as [Name, readonly number[]][]).toSorted(
    ([, one], [, other]) => median(other) - median(one),
  );
  if (first === undefined) throw new RangeError('there are no results');
  return first[0];
}
