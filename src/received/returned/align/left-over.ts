import type { PairOf } from '../../../formats/docx/redline/align.ts';

/** With what stands alone between two pairs as pairs, where both can be of each other. */
export function withLeftOver<From, To, Both extends PairOf<From, To>>(
  pairs: readonly Both[],
  canPair: (froms: readonly From[], tos: readonly To[]) => boolean,
): (Both | PairOf<From, To>)[] {
  const result: (Both | PairOf<From, To>)[] = [];
  for (let at = 0; at < pairs.length; at++) {
    const start = at;
    while (at < pairs.length && (pairs[at]?.from === undefined || pairs[at]?.to === undefined)) at += 1;
    const gap = pairs.slice(start, at);
    const [froms, tos] = [gap.flatMap(({ from }) => from ?? []), gap.flatMap(({ to }) => to ?? [])];
    const isPaired = canPair(froms as From[], tos as To[]);
    result.push(
      ...(isPaired ? froms.map((from, index) => ({ from: from as From, to: tos[index] as To })) : gap),
    );
    result.push(...pairs.slice(at, at + 1));
  }
  return result;
}
