import type { Alignment } from '../align/align.ts';
import type { FoundLine } from '../align/lines.ts';
import { matchLabelled } from '../align/typed-number.ts';
import type { Passage } from '../file/passages.ts';
import type { Unit } from '../text/expected.ts';
import type { Token } from '../text/marked-text.ts';
import { isHints } from '../text/unit-words.ts';

/** A live cross-reference of the file, and the number that the text has in its place. */
interface Reference {
  readonly bookmark: string;
  readonly was: string;
  readonly now: string;
}

/**
 * The lines of a file that differ from the text only by numbers of live cross-references, which a program writes anew when a
 * clause was added or removed. All references to a clause have to say the same number, in the text and in the file, and no number
 * moves by more than the clauses that came or went: otherwise somebody wrote it, or lets it refer to another clause.
 * @returns indexes of lines
 */
export function renumberedLines(
  units: readonly Unit[],
  lines: readonly FoundLine[],
  passages: readonly Passage[],
  { pairs }: Alignment,
): Set<number> {
  const renumbered = new Set<number>();
  const isGone = (unit: Unit) => unit.text !== '' && !isHints(unit);
  const silent = pairs.filter(
    ({ unit, found }) => unit === undefined || (found === undefined && isGone(units[unit] as Unit)),
  );
  const tracked = passages.filter(({ before, after }) => before.length !== after.length);
  const moves = silent.length + tracked.length;
  const ofLine = new Map<number, readonly Reference[]>();
  for (const { unit, found } of pairs)
    if (unit !== undefined && found !== undefined)
      ofLine.set(found, referencesOf(units[unit] as Unit, lines[found] as FoundLine));
  const byBookmark = Map.groupBy([...ofLine.values()].flat(), ({ bookmark }) => bookmark);
  const isLive = ({ bookmark, was, now }: Reference) =>
    distance(was, now) <= moves &&
    byBookmark.get(bookmark)?.every((one) => one.was === was && one.now === now);
  for (const { unit, found, match } of pairs) {
    if (unit === undefined || found === undefined || match?.different === 0) continue;
    const references = ofLine.get(found) ?? [];
    if (references.length === 0 || !references.every(isLive)) continue;
    const [one, { before }] = [units[unit] as Unit, lines[found] as FoundLine];
    const text = { ...one, tokens: withoutNumbers(one.tokens) };
    if (matchLabelled(text, { ...before, list: withoutNumbers(before.list) }).different === 0)
      renumbered.add(found);
  }
  return renumbered;
}

/** None when they cannot be paired. */
function referencesOf(unit: Unit, { before }: FoundLine): Reference[] {
  const [was, now] = [groupsOf(unit.tokens), groupsOf(before.list)];
  if (was.length !== now.length) return [];
  return now.map((tokens, index) => ({
    bookmark: tokens[0]?.reference ?? '',
    was: joinKeys(was[index] ?? []),
    now: joinKeys(tokens),
  }));
}

type Word = Pick<Token, 'key' | 'reference'>;

/** The words of each reference. */
function groupsOf<One extends Word>(tokens: readonly One[]): One[][] {
  const groups: One[][] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.reference === undefined) continue;
    if (tokens[index - 1]?.reference === token.reference) groups.at(-1)?.push(token);
    else groups.push([token]);
  }
  return groups;
}

function withoutNumbers<One extends Word>(tokens: readonly One[]): One[] {
  return tokens.filter(({ reference }) => reference === undefined);
}

/** How far one number is from another: 3 from "12.1(a)" to "11.2(b)"; Infinity when they have other parts. */
function distance(one: string, other: string): number {
  const partsOf = (text: string): readonly string[] => text.match(/\d+|\D/g) ?? [];
  const [first, second] = [partsOf(one), partsOf(other)];
  if (first.length !== second.length) return Number.POSITIVE_INFINITY;
  return first.reduce((sum, part, index) => sum + partDistance(part, second[index] ?? ''), 0);
}

function partDistance(one: string, other: string): number {
  if (one === other) return 0;
  const isNumber = /^\d+$/.test(one) && /^\d+$/.test(other);
  const isLetter = /^[a-z]$/.test(one) && /^[a-z]$/.test(other);
  if (!isNumber && !isLetter) return Number.POSITIVE_INFINITY;
  return Math.abs(isNumber ? Number(one) - Number(other) : one.charCodeAt(0) - other.charCodeAt(0));
}

function joinKeys(tokens: readonly Word[]): string {
  return tokens.map(({ key }) => key).join('');
}
