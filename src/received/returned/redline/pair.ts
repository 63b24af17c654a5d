import { align, type PairOf } from '../../../formats/docx/redline/align.ts';
import {
  ALIKE,
  ALIKE_TABLES,
  type Bag,
  Likeness,
  SAME_HEADING,
} from '../../../formats/docx/redline/likeness.ts';
import { withLeftOver } from '../align/left-over.ts';

/** A paragraph, table or row of either text, as far as it is compared. */
export interface Comparable {
  /** Tables and rows are compared with their like. */
  readonly kind: 'paragraph' | 'table' | 'row';
  readonly words: readonly string[];
  /** Without what may be its number, which a program has written as text. */
  readonly bare?: readonly string[];
  /** Of a row: its first cell. */
  readonly heading?: string;
  /**
   * Of a paragraph that is a heading, nothing but values, or the only one of its style: its style. Of a table: `table`. Of a row of
   * nothing but values: "".
   */
  readonly style?: string | undefined;
  /** Of a row. */
  readonly cells?: number;
  /** Of a paragraph or row of the exact text: whether it has blanks, so that what fills them is not compared. */
  readonly hasBlanks?: boolean;
}

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
  const likeness = new Likeness();
  const pairs = align<Comparable, Compared>(from, to, {
    key: ({ kind, words }) => `${kind}\n${words.join(' ')}`,
    traits: (own) => ({ ...own, bag: likeness.bagOf(own.words) }),
    likeness: (one, other) => likenessOf(one, other, likeness),
  }) as PairOf<From, To>[];
  const isOne = (froms: readonly From[], tos: readonly To[]) =>
    froms.length === 1 && froms[0]?.style !== undefined && isLike(froms[0], tos[0]);
  return withLeftOver(pairs, (froms, tos) => froms.length === tos.length && (isCell || isOne(froms, tos)));
}

function isLike({ kind, style, cells }: Comparable, other: Comparable | undefined): boolean {
  return kind === other?.kind && style === other.style && cells === other.cells;
}

interface Compared extends Comparable {
  readonly bag: Bag;
}

function likenessOf(one: Compared, other: Compared, likeness: Likeness): number {
  if (one.kind !== other.kind || one.cells !== other.cells) return 0;
  if (one.kind === 'row' && one.heading !== '' && one.heading === other.heading) return SAME_HEADING;
  if (other.bare?.length === one.words.length && other.bare.every((word, at) => word === one.words[at]))
    return SAME_BUT_NUMBER;
  const least = one.kind === 'paragraph' ? ALIKE : ALIKE_TABLES;
  return likeness.of(one.bag, other.bag, least, one.hasBlanks ? 2 * one.bag.length : undefined);
}
