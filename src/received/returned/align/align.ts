import { alignAlike } from '../../../formats/docx/redline/align.ts';
import type { Unit } from '../text/expected.ts';
import { keysOf, type Tokens, tokensOf } from '../text/marked-text.ts';
import { bagOf, commonOf, countWords, isEmpty, isOpen, isValueAlone } from '../text/unit-words.ts';
import { longestIncreasing } from './longest-increasing.ts';
import type { Match } from './match.ts';
import { matchLabelled, numberOf, typedNumber } from './typed-number.ts';

/** A paragraph of the exact text beside the one of the file that became of it. */
export interface Pair {
  /** Index; undefined for a paragraph that only the file has. */
  readonly unit: number | undefined;
  /** Undefined for a paragraph that the file no longer has. */
  readonly found: number | undefined;
  readonly match: Match | undefined;
}

export interface Alignment {
  readonly pairs: readonly Pair[];
  /** To choose the better one of two exact texts. */
  readonly cost: number;
  /** Words outside of holes that only one of the two texts has. */
  readonly different: number;
}

/** Beyond this share of different words, two paragraphs are not the same one. */
const MOST_DIFFERENT = 0.6;

/**
 * What a paragraph, or a new row of a table, costs with so many different words: to change it, or to add it, is one act of
 * somebody, however long it is. Otherwise it would be explained by a condition that differs in many other places.
 */
function asOneAct(cost: number): number {
  return cost <= ONE_ACT ? cost : ONE_ACT + (cost - ONE_ACT) / 8;
}

/** As many words. Less is a change of words, or a cell. */
const ONE_ACT = 4;

/** Matches of units and paragraphs, which stay the same while the data of the exact text are found out. */
export class Aligner {
  readonly #found: readonly Tokens[];
  readonly #byText: ReadonlyMap<string, readonly number[]>;
  /** The words of the first cell of each row. */
  readonly #rowLabels = new Map<number, string>();
  /** The labels of the exact text's rows. */
  #ownLabels: ReadonlySet<string | undefined> = new Set();
  /** The paragraphs of the exact text that have no values. */
  #ownTexts: ReadonlySet<string> = new Set();
  readonly #bags: readonly ReadonlyMap<string, number>[];
  readonly #matches = new Map<string, Match>();

  /** @param found the paragraphs of the file */
  constructor(found: readonly Tokens[]) {
    this.#found = found;
    const byText = new Map<string, number[]>();
    for (const [index, tokens] of found.entries()) {
      const length = typedNumber(tokens);
      const keys = new Set([keysOf(tokens.list), keysOf(tokens.list.slice(length))]);
      for (const key of keys) {
        const same = byText.get(key);
        if (same === undefined) byText.set(key, [index]);
        else same.push(index);
      }
    }
    this.#byText = byText;
    for (const tokens of found)
      if (tokens.row !== undefined && !this.#rowLabels.has(tokens.row))
        this.#rowLabels.set(tokens.row, keysOf(tokens.list));
    this.#bags = found.map(({ list }) => bagOf(list.map(({ key }) => key)));
  }

  align(units: readonly Unit[]): Alignment {
    this.#ownTexts = new Set(units.flatMap((unit) => (unit.holes.length === 0 ? keysOf(unit.tokens) : [])));
    this.#ownLabels = new Set(units.map(({ rowLabel }) => rowLabel));
    const pairs: Pair[] = [];
    let [unit, found] = [0, 0];
    for (const [nextUnit, nextFound] of [
      ...this.#anchors(units),
      [units.length, this.#found.length] as const,
    ]) {
      pairs.push(...this.#gap(units, unit, nextUnit, found, nextFound));
      if (nextUnit < units.length) pairs.push(this.#pair(units, nextUnit, nextFound));
      [unit, found] = [nextUnit + 1, nextFound + 1];
    }
    return { pairs, ...this.#costs(units, pairs) };
  }

  #costs(units: readonly Unit[], pairs: readonly Pair[]): Pick<Alignment, 'cost' | 'different'> {
    let [cost, different] = [0, 0];
    const added = new Set(pairs.flatMap(({ unit, found }) => (unit === undefined ? (found ?? []) : [])));
    const [newRows, goneRows] = [new Map<number, number>(), new Map<number, number>()];
    const addTo = (rows: Map<number, number>, row: number, words: number) =>
      rows.set(row, (rows.get(row) ?? 0) + words);
    for (const [at, { unit: index, found, match }] of pairs.entries()) {
      const unit = index === undefined ? undefined : units[index];
      if (match !== undefined) {
        cost += asOneAct(match.cost);
        different += match.different;
      } else if (unit !== undefined) {
        const gone = this.#costOfGone(unit, added);
        if (unit.row === undefined) cost += gone;
        else addTo(goneRows, unit.row, gone);
        if (!isEmpty(unit)) different += Math.ceil(costAlone(unit));
      } else {
        const { row, list } = this.#found[found ?? 0] as Tokens;
        const words = list.length + 0.5;
        if (row === undefined)
          cost += isSplitOff(list, pairs[at + 1], units) ? 0 : asOneAct(Math.max(words, ONE_ACT));
        else addTo(newRows, row, words);
        different += Math.ceil(words);
      }
    }
    // A row more is what tables are made for.
    for (const words of newRows.values()) cost += asOneAct(words) / 2;
    for (const words of goneRows.values()) cost += Math.min(words, ONE_ACT);
    return { cost, different };
  }

  /** @param added the paragraphs that only the file has */
  #costOfGone(unit: Unit, added: ReadonlySet<number>): number {
    const cost = costAlone(unit);
    if (isEmpty(unit)) return cost;
    // A paragraph that was moved is one act: its new place has the cost.
    const [place = -1, ...others] = this.#placesOf(unit);
    if (added.has(place) && others.length === 0) return 0;
    // Of what is gone, no word tells for which value of a condition it was printed.
    return unit.row === undefined ? ONE_ACT : cost + wordsOfValues(unit);
  }

  /** The paragraphs of the file that have the words of a unit without holes, and no others. */
  #placesOf(unit: Unit): readonly number[] {
    return this.#byText.get(keysOf(unit.tokens)) ?? [];
  }

  #isOwnText(found: Tokens): boolean {
    const bare = found.list.slice(typedNumber(found));
    return [found.list, bare].some((list) => this.#ownTexts.has(keysOf(list)));
  }

  #pair(units: readonly Unit[], unit: number | undefined, found: number | undefined): Pair {
    const isWhole = unit !== undefined && found !== undefined;
    return { unit, found, match: isWhole ? this.#match(units[unit] as Unit, found) : undefined };
  }

  #match(unit: Unit, found: number): Match {
    const key = `${found} ${unit.key}`;
    let known = this.#matches.get(key);
    if (known === undefined) {
      known = matchLabelled(unit, this.#found[found] as Tokens);
      this.#matches.set(key, known);
    }
    return known;
  }

  /** Paragraphs without holes whose text both have once, in the same order: patience diff. */
  #anchors(units: readonly Unit[]): (readonly [unit: number, found: number])[] {
    const counts = new Map<string, number>();
    for (const { key } of units) counts.set(key, (counts.get(key) ?? 0) + 1);
    const candidates: [number, number][] = [];
    for (const [index, unit] of units.entries()) {
      if (unit.holes.length > 0 || counts.get(unit.key) !== 1) continue;
      const [place, ...others] = this.#placesOf(unit);
      if (place !== undefined && others.length === 0) candidates.push([index, place]);
    }
    return longestIncreasing(candidates);
  }

  /** Aligns what is between two anchors. */
  #gap(units: readonly Unit[], unitFrom: number, unitTo: number, foundFrom: number, foundTo: number): Pair[] {
    const head: Pair[] = [];
    const tail: Pair[] = [];
    let [unit, unitEnd, found, foundEnd] = [unitFrom, unitTo, foundFrom, foundTo];
    const fits = (one: number, other: number) => this.#match(units[one] as Unit, other).different === 0;
    while (unit < unitEnd && found < foundEnd && !isOpen(units[unit]) && fits(unit, found))
      head.push(this.#pair(units, unit++, found++));
    while (
      unitEnd > unit &&
      foundEnd > found &&
      !isOpen(units[unitEnd - 1]) &&
      fits(unitEnd - 1, foundEnd - 1)
    )
      tail.unshift(this.#pair(units, --unitEnd, --foundEnd));
    return [...head, ...this.#cheapest(units, unit, unitEnd, found, foundEnd), ...tail];
  }

  /** What is saved by taking a paragraph for a unit, instead of leaving both alone, is how alike they are. */
  #cheapest(
    units: readonly Unit[],
    unitFrom: number,
    unitTo: number,
    foundFrom: number,
    foundTo: number,
  ): Pair[] {
    const indexes = (from: number, to: number) =>
      Array.from({ length: to - from }, (_, index) => from + index);
    const pairs = alignAlike(indexes(foundFrom, foundTo), indexes(unitFrom, unitTo), (found, index) => {
      const unit = units[index] as Unit;
      const { row, list } = this.#found[found] as Tokens;
      const cost = this.#likeness(unit, found);
      return cost === undefined ? 0 : costAlone(unit) + (row === undefined ? list.length + 0.5 : CELL) - cost;
    });
    return pairs.map(({ from, to }) => this.#pair(units, to, from));
  }

  /** What it costs to take a paragraph for a unit; undefined if they have too little in common. */
  #likeness(unit: Unit, found: number): number | undefined {
    const words = countWords(unit);
    const tokens = this.#found[found] as Tokens;
    const length = tokens.list.length - numberOf(unit, tokens);
    const hasHole = unit.holes.length > 0;
    const common = commonOf(unit, this.#bags[found] as ReadonlyMap<string, number>);
    const isAlone = isValueAlone(unit);
    // What the text has elsewhere is no entry of a list, before which it may stand now.
    if (words > 0 && isAlone && this.#isOwnText(tokens)) return undefined;
    // A paragraph that is nothing but a value can be any, with or without the full stop of an entry.
    if (words === 0 || (common === 0 && isAlone)) {
      const { controls } = this.#found[found] as Tokens;
      const isNamed = controls !== undefined && controls.size > 0;
      const isSame = isNamed && unit.holes.some(({ paths }) => controls.has(paths.join(' ')));
      if (isNamed && !isSame) return undefined;
      const { text } = this.#found[found] as Tokens;
      const isPrinted = isSame || unit.holes.map((hole) => hole.text).join(' ') === text;
      const elsewhere = this.#elsewhere(unit, found, isPrinted);
      return (isPrinted ? 0.05 : 0.3) + elsewhere + this.#match(unit, found).cost;
    }
    const least = words - common + (hasHole ? 0 : length - common);
    const size = hasHole ? words : Math.max(words, length);
    if (least > size * MOST_DIFFERENT) return undefined;
    const { cost } = this.#match(unit, found);
    if (cost > Math.max(size, 1) * MOST_DIFFERENT * (hasHole ? 1 : 1.6)) return undefined;
    return cost + 0.01 + (isOpen(unit) ? this.#elsewhere(unit, found) : 0);
  }

  /** What it costs that a value stands in a row with another label than the text has there, or below the table. */
  #elsewhere({ rowLabel, row: own }: Unit, found: number, isPrinted = false): number {
    const row = this.#found[found]?.row;
    // A program may have written all tables as paragraphs.
    if (row === undefined) return own !== undefined && this.#rowLabels.size > 0 ? OTHER_ROW : 0;
    const label = this.#rowLabels.get(row) ?? '';
    if (rowLabel === undefined || rowLabel === label) return 0;
    const isReworded = !this.#ownLabels.has(label) && (isPrinted || areAlike(rowLabel, label));
    return isReworded ? REWORDED : OTHER_ROW;
  }
}

/** A cell that somebody added, however long it is: the rows of a table are told apart by what they have in common. */
const CELL = 1.5;

/** A value that stands in a row with another label is more likely one of a row that somebody added. */
const OTHER_ROW = 30;

/** Less than it costs that the value is gone, and stands in a row that somebody added. */
const REWORDED = 0.5;

/** Whether two labels have half of their words in common, in either case. */
function areAlike(one: string, other: string): boolean {
  const [words, others] = [one, other].map((label) => new Set(label.toLowerCase().split(' ')));
  const common = [...(words ?? [])].filter((word) => others?.has(word)).length;
  return common * 2 >= Math.max(words?.size ?? 0, others?.size ?? 0);
}

/** Whether words are those with which the next paragraph began, before somebody split it: it has the cost of them. */
function isSplitOff(
  list: Tokens['list'],
  { unit, match }: Partial<Pair> = {},
  units: readonly Unit[],
): boolean {
  const began = unit === undefined ? [] : (units[unit]?.tokens.slice(0, list.length) ?? []);
  return (match?.different ?? 0) >= list.length && keysOf(began) === keysOf(list);
}

/** The words of the values of a paragraph that is gone: some values of a condition are printed as the text's own words. */
function wordsOfValues({ holes }: Unit): number {
  return holes.reduce((sum, { text }) => sum + tokensOf(text).list.length, 0);
}

/** A blank that is still empty, and the words below one, cost little where the file does not have them. */
const EMPTY = 0.05;

function costAlone(unit: Unit): number {
  return isEmpty(unit) ? EMPTY : countWords(unit) + 0.5;
}
