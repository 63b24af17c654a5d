import { isTrue } from '../values.ts';
import { blank } from './blank.ts';
import { date } from './date.ts';
import { andList, first, join, last, length } from './lists.ts';
import { money } from './money.ts';
import { abs, int, percent, round } from './numbers.ts';
import { quantity } from './quantity.ts';
import { noSource, ofAndList, ofFirst, ofJoin, ofLast, ofMoney, type SourceOf } from './result-sources.ts';
import { capitalize, country, fullStop, lower, replace, title, trim, upper, written } from './text.ts';

interface Brackets {
  /** Minimum and maximum number of arguments. */
  readonly arguments: readonly [min: number, max: number];
  /** The source of the result, where it is not that of the value. @param given the value and the options */
  readonly sourceOf?: SourceOf;
}

interface PlainFilter extends Brackets {
  apply(value: unknown, ...options: readonly unknown[]): unknown;
}

/** A filter that prints a blank, and so needs to know which data field is missing. */
interface FieldFilter extends Brackets {
  /** Index of the argument whose field it needs; 0 is the value itself. */
  readonly fieldOf: number;
  /** @param field undefined when the argument is not a field */
  applyTo(field: string | undefined, value: unknown, ...options: readonly unknown[]): unknown;
}

export type Filter = PlainFilter | FieldFilter;

/** All filters. Those from `default` on behave like nunjucks' filters of the same name. */
export const FILTERS: Readonly<Record<string, Filter>> = {
  blank: { arguments: [1, 3], fieldOf: 0, applyTo: blank },
  date: { arguments: [0, 1], apply: date },
  money: { arguments: [1, 2], fieldOf: 1, applyTo: money, sourceOf: ofMoney },
  quantity: { arguments: [1, 1], apply: quantity },
  percent: { arguments: [0, 0], apply: percent },
  written: { arguments: [0, 0], apply: written },
  full_stop: { arguments: [0, 0], apply: fullStop, sourceOf: noSource },
  and_list: { arguments: [0, 0], apply: andList, sourceOf: ofAndList },
  country: { arguments: [0, 0], apply: country },

  default: { arguments: [1, 2], apply: defaultTo },
  lower: { arguments: [0, 0], apply: lower },
  upper: { arguments: [0, 0], apply: upper },
  capitalize: { arguments: [0, 0], apply: capitalize },
  title: { arguments: [0, 0], apply: title },
  trim: { arguments: [0, 0], apply: trim },
  replace: { arguments: [2, 3], apply: replace },
  join: { arguments: [0, 2], apply: join, sourceOf: ofJoin },
  length: { arguments: [0, 0], apply: length, sourceOf: noSource },
  first: { arguments: [0, 0], apply: first, sourceOf: ofFirst },
  last: { arguments: [0, 0], apply: last, sourceOf: ofLast },
  round: { arguments: [0, 2], apply: round },
  int: { arguments: [0, 2], apply: int },
  abs: { arguments: [0, 0], apply: abs },
};

/** `default(other)` replaces undefined; `default(other, true)` replaces every falsy value. */
function defaultTo(value: unknown, other: unknown, orFalse?: unknown): unknown {
  if (isTrue(orFalse)) return isTrue(value) ? value : other;
  return value === undefined ? other : value;
}
