import { NUMBERING_SCHEMES, type NumberingScheme } from '../../document/numbering.ts';
import type { ListDefinition, ListLevel, NumberedList, RunFormat } from './model.ts';

const NUMBER_FORMATS: ReadonlyMap<string, string> = new Map([
  ['decimal', 'decimal'],
  ['decimal-leading-zero', 'decimalZero'],
  ['lower-alpha', 'lowerLetter'],
  ['lower-latin', 'lowerLetter'],
  ['upper-alpha', 'upperLetter'],
  ['upper-latin', 'upperLetter'],
  ['lower-roman', 'lowerRoman'],
  ['upper-roman', 'upperRoman'],
  ['none', 'none'],
]);
const BULLETS: ReadonlyMap<string, string> = new Map([
  ['disc', '•'],
  ['circle', '◦'],
  ['square', '▪'],
]);

/**
 * The label of an item of an ordinary list.
 * @param level from 0
 */
export function ordinaryLabel(listStyleType: string, level: number): Pick<ListLevel, 'numFmt' | 'label'> {
  const bullet = BULLETS.get(listStyleType) ?? /^(["'])([\s\S]*)\1$/.exec(listStyleType)?.[2];
  if (bullet !== undefined) return { numFmt: 'bullet', label: bullet.trim() };
  const numFmt = NUMBER_FORMATS.get(listStyleType) ?? 'decimal';
  return { numFmt, label: numFmt === 'none' ? '' : `%${level + 1}.` };
}

/**
 * The label of an item of a numbering scheme.
 * @param level from 0
 */
export function schemeLabel(scheme: NumberingScheme, level: number): Pick<ListLevel, 'numFmt' | 'label'> {
  const { counter, label } = NUMBERING_SCHEMES[scheme][level] ?? { counter: 'decimal', label: '' };
  return { numFmt: NUMBER_FORMATS.get(counter) ?? 'decimal', label };
}

/**
 * The number of the first list. LibreOffice names its lists after their numbers, and what somebody pastes from another file
 * becomes part of ours where the names are the same. Other programs count from 1 or from 1,000.
 */
export const FIRST_LIST = 7001;

/** The deepest level of a list in Word, from 0. */
export const MAX_LEVEL = 8;

export class Lists {
  readonly definitions: ListDefinition[] = [];
  readonly lists: NumberedList[] = [];
  readonly #used = new Set<NumberedList>();
  /** Each scheme's current list and its last counters. */
  readonly #schemes = new Map<
    NumberingScheme,
    { readonly list: NumberedList; readonly counts: readonly number[] }
  >();

  /** @param known definitions of another document, each of which gets a list here */
  constructor(known: readonly ListDefinition[] = []) {
    for (const { scheme, levels } of known) {
      // A document may add levels.
      const definition = { scheme, levels: [...levels] };
      this.definitions.push(definition);
      const list = this.#list(definition, new Map());
      if (scheme !== undefined) this.#schemes.set(scheme, { list, counts: [] });
    }
  }

  /**
   * The list of an item of a scheme: the scheme's last list if its next number is that of the item, else a new list
   * that starts with the item's number.
   * @param counts the counters from the outermost level to the item's own
   */
  scheme(scheme: NumberingScheme, counts: readonly number[]): NumberedList {
    const known = this.#schemes.get(scheme);
    const definition = known?.list.definition ?? this.#define(scheme);
    const expected = counts.map((_, level) => {
      const own = level === counts.length - 1;
      return (known?.counts[level] ?? (own ? 0 : 1)) + (own ? 1 : 0);
    });
    const countsOn = counts.every((count, level) => count === expected[level]);
    const list =
      known !== undefined && countsOn
        ? known.list
        : this.#list(definition, new Map(countsOn ? [] : counts.entries()));
    this.#schemes.set(scheme, { list, counts });
    return list;
  }

  /**
   * The list of an item of an ordinary list.
   * @param base the list of the previous items, or of the enclosing item
   * @param start the item's number; undefined continues the count
   */
  ordinary(
    base: NumberedList | undefined,
    level: number,
    wanted: ListLevel,
    start: number | undefined,
  ): NumberedList {
    const list = this.#fitting(base, level, wanted);
    const counts = wanted.numFmt !== 'bullet' && wanted.numFmt !== 'none';
    const isFresh = list.starts.size === 0 && !this.#used.has(list);
    this.#used.add(list);
    if (!counts || start === undefined || (isFresh && start === 1)) return list;
    return this.#list(list.definition, new Map([[level, start]]));
  }

  /** The base, if its level is undefined or looks as wanted; else another list whose level does; else a new list. */
  #fitting(base: NumberedList | undefined, level: number, wanted: ListLevel): NumberedList {
    const fits = (definition: ListDefinition) => {
      const known = definition.levels[level];
      return known !== undefined && looksAlike(known, wanted);
    };
    if (base !== undefined && (base.definition.levels[level] === undefined || fits(base.definition))) {
      base.definition.levels[level] ??= wanted;
      return base;
    }
    const known = this.lists.find(({ definition }) => definition.scheme === undefined && fits(definition));
    if (known !== undefined) return known;
    const list = this.#list(this.#define(undefined), new Map());
    list.definition.levels[level] = wanted;
    return list;
  }

  #define(scheme: NumberingScheme | undefined): ListDefinition {
    const definition = { scheme, levels: [] };
    this.definitions.push(definition);
    return definition;
  }

  #list(definition: ListDefinition, starts: ReadonlyMap<number, number>): NumberedList {
    const list = { id: FIRST_LIST + this.lists.length, definition, starts };
    this.lists.push(list);
    return list;
  }
}

function looksAlike(one: ListLevel, other: ListLevel): boolean {
  return (
    one.numFmt === other.numFmt &&
    one.label === other.label &&
    sameFormat(one.format, other.format) &&
    Math.abs(one.left - other.left) < 0.05 &&
    Math.abs(one.hanging - other.hanging) < 0.05
  );
}

function sameFormat(one: RunFormat | undefined, other: RunFormat | undefined): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
