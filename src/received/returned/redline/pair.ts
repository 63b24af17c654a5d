import { align } from '../../../formats/docx/redline/align.ts';

/** A paragraph, table or row of either text, as far as it is compared. */
export interface Comparable {
  /** Tables and rows are compared with their like. */
  readonly kind: 'paragraph' | 'table' | 'row';
  readonly words: readonly string[];
  /** Without what may be its number, which a program has written as text. */
  readonly bare?: readonly string[];
  /** Of a row: its first cell. */
  readonly heading?: string;
  /** Of a paragraph that is a heading, a title or nothing but a value: its style. */
  readonly style?: string | undefined;
  /** Of a row. */
  readonly cells?: number;
  /** Whether it is nothing but text and blanks: what fills a blank is not compared. */
  readonly hasBlanks?: boolean;
}

/** The least part of their words that two have in common. */
const ALIKE = 0.5;
/** Rows and tables have the same labels and other values. */
const ALIKE_TABLES = 0.3;
const SAME_HEADING = 0.9;
const SAME_BUT_NUMBER = 0.9;

/**
 * Pairs what two texts have in common, in the order of both: equal words, then words that are alike.
 * @param isCell whether a cell is compared: what is left over on both sides is paired, too, as is elsewhere one paragraph of a style
 */
export function pairAlike<From extends Comparable, To extends Comparable>(
  from: readonly From[],
  to: readonly To[],
  isCell: boolean,
): PairOf<From, To>[] {
  const pairs = align<Comparable, Comparable>(from, to, {
    key: ({ kind, words }) => `${kind}\n${words.join(' ')}`,
    traits: (own) => own,
    likeness: likenessOf,
  }) as PairOf<From, To>[];
  const isOne = (froms: readonly From[], tos: readonly To[]) =>
    froms.length === 1 && froms[0]?.style !== undefined && froms[0].style === tos[0]?.style;
  return leftOver(pairs, (froms, tos) => froms.length === tos.length && (isCell || isOne(froms, tos)));
}

interface PairOf<From, To> {
  readonly from?: From | undefined;
  readonly to?: To | undefined;
}

function likenessOf(one: Comparable, other: Comparable): number {
  if (one.kind !== other.kind || one.cells !== other.cells) return 0;
  if (one.kind === 'row' && one.heading !== '' && one.heading === other.heading) return SAME_HEADING;
  const left = new Map<string, number>();
  for (const word of one.words) left.set(word, (left.get(word) ?? 0) + 1);
  if (other.bare?.length === one.words.length && other.bare.every((word, at) => word === one.words[at]))
    return SAME_BUT_NUMBER;
  let common = 0;
  for (const word of other.words) {
    const count = left.get(word) ?? 0;
    if (count === 0) continue;
    left.set(word, count - 1);
    common += 1;
  }
  const total = one.hasBlanks ? 2 * one.words.length : one.words.length + other.words.length;
  const likeness = (2 * common) / Math.max(1, total);
  return likeness < (one.kind === 'paragraph' ? ALIKE : ALIKE_TABLES) ? 0 : likeness;
}

/** Pairs what stands alone at one place, if both can be of each other. */
function leftOver<From, To>(
  pairs: readonly PairOf<From, To>[],
  canPair: (froms: readonly From[], tos: readonly To[]) => boolean,
): PairOf<From, To>[] {
  const result: PairOf<From, To>[] = [];
  const isWhole = ({ from, to }: PairOf<From, To>) => from !== undefined && to !== undefined;
  for (let at = 0; at < pairs.length; ) {
    const start = at;
    while (at < pairs.length && !isWhole(pairs[at] as PairOf<From, To>)) at += 1;
    const gap = pairs.slice(start, at);
    const [froms, tos] = [gap.flatMap(({ from }) => from ?? []), gap.flatMap(({ to }) => to ?? [])];
    if (canPair(froms, tos))
      result.push(
        ...froms.map((from, index): PairOf<From, To> => ({ from: from as From, to: tos[index] as To })),
      );
    else result.push(...gap);
    result.push(...pairs.slice(at, at + 1));
    at += 1;
  }
  return result;
}
