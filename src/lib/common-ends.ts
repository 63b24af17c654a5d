/** How many elements two lists, or characters two texts, have in common at their beginning, and after these at their end. */
export function commonEnds(one: ArrayLike<unknown>, other: ArrayLike<unknown>): [head: number, tail: number] {
  const most = Math.min(one.length, other.length);
  let head = 0;
  while (head < most && one[head] === other[head]) head += 1;
  let tail = 0;
  while (tail < most - head && one[one.length - 1 - tail] === other[other.length - 1 - tail]) tail += 1;
  return [head, tail];
}
