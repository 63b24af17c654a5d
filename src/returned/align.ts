import type { Unit } from './expected.ts';
import { type Tokens, tokensOf } from './marked-text.ts';
import { type Match, match } from './match.ts';

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

/** Gaps with more pairs than this are not compared pair by pair. */
const MAX_PAIRS = 40_000;

/** Matches of units and paragraphs, which stay the same while the data of the exact text are found out. */
export class Aligner {
  readonly #found: readonly Tokens[];
  readonly #byText: ReadonlyMap<string, readonly number[]>;
  /** The words of the first cell of each row. */
  readonly #rowLabels = new Map<number, string>();
  readonly #bags: readonly ReadonlyMap<string, number>[];
  readonly #matches = new Map<string, Match>();

  /** @param found the paragraphs of the file */
  constructor(found: readonly Tokens[]) {
    this.#found = found;
    const byText = new Map<string, number[]>();
    for (const [index, tokens] of found.entries()) {
      const length = typedNumber(tokens);
      const keys = new Set([keyOfFound(tokens), keyOfFound({ ...tokens, list: tokens.list.slice(length) })]);
      for (const key of keys) {
        const same = byText.get(key);
        if (same === undefined) byText.set(key, [index]);
        else same.push(index);
      }
    }
    this.#byText = byText;
    for (const tokens of found)
      if (tokens.row !== undefined && !this.#rowLabels.has(tokens.row))
        this.#rowLabels.set(tokens.row, keyOfFound(tokens));
    this.#bags = found.map(({ list }) => bagOf(list.map(({ key }) => key)));
  }

  align(units: readonly Unit[]): Alignment {
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
    let [cost, different] = [0, 0];
    const added = new Set(pairs.flatMap(({ unit, found }) => (unit === undefined ? (found ?? []) : [])));
    const newRows = new Map<number, number>();
    for (const pair of pairs) {
      const row = pair.unit === undefined ? this.#found[pair.found ?? 0]?.row : undefined;
      if (row !== undefined) newRows.set(row, (newRows.get(row) ?? 0) + this.#lone(units, pair));
      else cost += this.#cost(units, pair, added);
      if (!isEmpty(units, pair)) different += pair.match?.different ?? Math.ceil(this.#lone(units, pair));
    }
    // A row more is what tables are made for.
    for (const words of newRows.values()) cost += asOneAct(words) / 2;
    return { pairs, cost, different };
  }

  /** @param added the paragraphs that only the file has */
  #cost(units: readonly Unit[], pair: Pair, added: ReadonlySet<number>): number {
    const { unit: index, match: matched } = pair;
    if (matched !== undefined) return asOneAct(matched.cost);
    const words = this.#lone(units, pair);
    if (index === undefined) return asOneAct(Math.max(words, ONE_ACT));
    const unit = units[index] as Unit;
    if (isEmpty(units, pair)) return words;
    // A paragraph that was moved is one act: its new place has the cost.
    const [place = -1, ...others] = this.#placesOf(unit);
    if (added.has(place) && others.length === 0) return 0;
    // Of what is gone, no word tells for which value of a condition it was printed.
    return unit.isInTable ? Math.min(words + wordsOfValues(unit), ONE_ACT) : ONE_ACT;
  }

  /** The paragraphs of the file that have the words of a unit without holes, and no others. */
  #placesOf({ tokens }: Unit): readonly number[] {
    return this.#byText.get(tokens.map(({ key }) => key).join(' ')) ?? [];
  }

  #pair(units: readonly Unit[], unit: number, found: number): Pair {
    return { unit, found, match: this.#match(units[unit] as Unit, found) };
  }

  #lone(units: readonly Unit[], { unit, found }: Pick<Pair, 'unit' | 'found'>): number {
    if (unit !== undefined)
      return isEmpty(units, { unit, found: undefined }) ? EMPTY : wordsOf(units[unit] as Unit) + 0.5;
    return (this.#found[found ?? 0]?.list.length ?? 0) + 0.5;
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
    return [...head, ...this.#table(units, unit, unitEnd, found, foundEnd), ...tail];
  }

  #table(
    units: readonly Unit[],
    unitFrom: number,
    unitTo: number,
    foundFrom: number,
    foundTo: number,
  ): Pair[] {
    const rows = unitTo - unitFrom;
    const columns = foundTo - foundFrom;
    if (rows === 0 || columns === 0 || rows * columns > MAX_PAIRS)
      return [
        ...Array.from({ length: rows }, (_, index) => ({
          unit: unitFrom + index,
          found: undefined,
          match: undefined,
        })),
        ...Array.from({ length: columns }, (_, index) => ({
          unit: undefined,
          found: foundFrom + index,
          match: undefined,
        })),
      ];
    const width = columns + 1;
    const costs = new Float64Array((rows + 1) * width);
    const steps = new Uint8Array((rows + 1) * width);
    const lengths = this.#found
      .slice(foundFrom, foundTo)
      .map((tokens) => (tokens.row === undefined ? tokens.list.length + 0.5 : CELL));
    for (let row = 0; row <= rows; row++) {
      const one = units[unitFrom + row - 1];
      const words = one === undefined ? 0 : this.#lone(units, { unit: unitFrom + row - 1, found: undefined });
      for (let column = 0; column <= columns; column++) {
        const at = row * width + column;
        if (row === 0 && column === 0) continue;
        let best = Number.POSITIVE_INFINITY;
        let step = 0;
        if (row > 0 && column > 0 && one !== undefined) {
          const cost = this.#likeness(one, foundFrom + column - 1);
          if (cost !== undefined) [best, step] = [(costs[at - width - 1] ?? 0) + cost, 1];
        }
        if (row > 0 && (costs[at - width] ?? 0) + words < best)
          [best, step] = [(costs[at - width] ?? 0) + words, 2];
        if (column > 0) {
          const cost = (costs[at - 1] ?? 0) + (lengths[column - 1] ?? 0);
          if (cost < best) [best, step] = [cost, 3];
        }
        costs[at] = best;
        steps[at] = step;
      }
    }
    const pairs: Pair[] = [];
    let [row, column] = [rows, columns];
    while (row > 0 || column > 0) {
      switch (steps[row * width + column]) {
        case 1:
          row -= 1;
          column -= 1;
          pairs.unshift(this.#pair(units, unitFrom + row, foundFrom + column));
          break;
        case 2:
          row -= 1;
          pairs.unshift({ unit: unitFrom + row, found: undefined, match: undefined });
          break;
        default:
          column -= 1;
          pairs.unshift({ unit: undefined, found: foundFrom + column, match: undefined });
      }
    }
    return pairs;
  }

  /** What it costs to take a paragraph for a unit; undefined if they have too little in common. */
  #likeness(unit: Unit, found: number): number | undefined {
    const words = wordsOf(unit);
    const tokens = this.#found[found] as Tokens;
    const length = tokens.list.length - numberOf(unit, tokens);
    const hasHole = unit.holes.length > 0;
    // A paragraph that is nothing but a value can be any.
    if (words === 0) {
      const { controls } = this.#found[found] as Tokens;
      const isNamed = controls !== undefined && controls.size > 0;
      const isSame = isNamed && unit.holes.some(({ paths }) => controls.has(paths.join(' ')));
      if (isNamed && !isSame) return undefined;
      const { text } = this.#found[found] as Tokens;
      const isPrinted = isSame || unit.holes.map((hole) => hole.text).join(' ') === text;
      return (isPrinted ? 0.05 : 0.3) + this.#elsewhere(unit, found) + this.#match(unit, found).cost;
    }
    const common = commonOf(unit, this.#bags[found] as ReadonlyMap<string, number>);
    const least = words - common + (hasHole ? 0 : length - common);
    const size = hasHole ? words : Math.max(words, length);
    if (least > size * MOST_DIFFERENT) return undefined;
    const { cost } = this.#match(unit, found);
    if (cost > Math.max(size, 1) * MOST_DIFFERENT * (hasHole ? 1 : 1.6)) return undefined;
    return cost + 0.01 + (isOpen(unit) ? this.#elsewhere(unit, found) : 0);
  }

  /** What it costs that a value stands in a row with another label than the text has there, or below the table. */
  #elsewhere({ rowLabel, isInTable }: Unit, found: number): number {
    const row = this.#found[found]?.row;
    // A program may have written all tables as paragraphs.
    if (row === undefined) return isInTable && this.#rowLabels.size > 0 ? OTHER_ROW : 0;
    return rowLabel !== undefined && rowLabel !== this.#rowLabels.get(row) ? OTHER_ROW : 0;
  }
}

/** A cell that somebody added, however long it is: the rows of a table are told apart by what they have in common. */
const CELL = 1.5;

/** A value that stands in a row with another label is more likely one of a row that somebody added. */
const OTHER_ROW = 30;

/** A program may have turned the number of a paragraph into text before it, maybe another one since something was added above. */
export function matchLabelled(unit: Unit, found: Tokens): Match {
  const plain = match(unit, found);
  const length = numberOf(unit, found);
  if (length === 0) return plain;
  const rest = match(unit, { ...found, list: found.list.slice(length) });
  const spans = rest.spans.map((span) => span && ([span[0] + length, span[1] + length] as const));
  return rest.cost < plain.cost ? { ...rest, spans } : plain;
}

/** How many tokens are the number of a unit as text. What begins with a value has no other number than its own. */
function numberOf({ label, tokens: [first] }: Unit, found: Tokens): number {
  if (label === '') return 0;
  const own = tokensOf(label).list;
  if (own.every(({ key }, index) => found.list[index]?.key === key)) return own.length;
  const length = typedNumber(found);
  const typed = found.text.slice(0, found.list[length - 1]?.end);
  return first?.hole === undefined && kindOf(typed) === kindOf(label) ? length : 0;
}

/** "12.3", "4.", "(a)", "iv)", "Schedule 2" */
const NUMBER =
  /^(?:Schedule \d{1,3}|\d{1,3}(?:\.\d{1,3})*\.?|\(?[a-z]{1,4}[.)]|\(?\d{1,3}\)|[•◦▪■‣·–-])(?=\s)/iu;

/** How many tokens at the start of a paragraph may be a number. */
function typedNumber({ text, list }: Tokens): number {
  const [number] = NUMBER.exec(text) ?? [''];
  return list.findLastIndex(({ end }) => end <= number.length) + 1;
}

function kindOf(number: string): string {
  return number.replace(/\d+/g, '1').replace(/\p{L}+/gu, 'a');
}

/** The words of the values of a paragraph that is gone: some values of a condition are printed as the text's own words. */
function wordsOfValues({ holes }: Unit): number {
  return holes.reduce((sum, { text }) => sum + tokensOf(text).list.length, 0);
}

/** A blank that is still empty, and the words below one, cost little where the file does not have them. */
const EMPTY = 0.05;

function isEmpty(units: readonly Unit[], { unit, found }: Pick<Pair, 'unit' | 'found'>): boolean {
  if (unit === undefined || found !== undefined) return false;
  const { tokens, holes } = units[unit] as Unit;
  return isHints(units[unit]) || (tokens.length === holes.length && holes.every(({ isBlank }) => isBlank));
}

/** Whether a paragraph is nothing but the words below the rule of a blank. */
export function isHints(unit: Unit | undefined): boolean {
  return unit?.tokens.every(({ isHint }) => isHint) ?? false;
}

function isOpen(unit: Unit | undefined): boolean {
  return unit !== undefined && wordsOf(unit) <= 1 && unit.holes.length > 0;
}

function keyOfFound(found: Tokens | undefined): string {
  return (found?.list ?? []).map(({ key }) => key).join(' ');
}

/** Words outside of holes. */
function wordsOf({ tokens, holes }: Unit): number {
  const isSoft = holes.length > 0;
  return tokens.reduce(
    (sum, { hole, isHint }) => sum + (hole === undefined && !(isSoft && isHint) ? 1 : 0),
    0,
  );
}

function bagOf(keys: readonly string[]): Map<string, number> {
  const bag = new Map<string, number>();
  for (const key of keys) bag.set(key, (bag.get(key) ?? 0) + 1);
  return bag;
}

function commonOf({ tokens, holes }: Unit, bag: ReadonlyMap<string, number>): number {
  const used = new Map<string, number>();
  let common = 0;
  for (const { key, hole, isHint } of tokens) {
    if (hole !== undefined || (isHint && holes.length > 0)) continue;
    const count = (used.get(key) ?? 0) + 1;
    if (count > (bag.get(key) ?? 0)) continue;
    used.set(key, count);
    common += 1;
  }
  return common;
}

/** The longest part of the list, which is sorted by its first numbers, in which the second numbers rise too. */
function longestIncreasing(list: readonly (readonly [number, number])[]): (readonly [number, number])[] {
  const ends: number[] = [];
  const before: (number | undefined)[] = [];
  for (const [index, [, value]] of list.entries()) {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((list[ends[middle] as number]?.[1] ?? 0) < value) low = middle + 1;
      else high = middle;
    }
    before[index] = ends[low - 1];
    ends[low] = index;
  }
  const chosen: (readonly [number, number])[] = [];
  for (let at = ends.at(-1); at !== undefined; at = before[at])
    chosen.unshift(list[at] as readonly [number, number]);
  return chosen;
}
