import { madeOf, memberOf, type Source, type Sourced, textSourceOf } from '../sources.ts';
import { andListParts, joinParts } from './lists.ts';
import { moneyParts } from './money.ts';

/** The source of what a filter returns. @param given its value and its options */
export type SourceOf = (result: unknown, given: readonly Sourced[]) => Source | undefined;

export const noSource: SourceOf = () => undefined;

export const ofFirst: SourceOf = (_result, [list]) => memberOf(list?.source, 0);

export const ofLast: SourceOf = (_result, [list]) =>
  Array.isArray(list?.value) ? memberOf(list.source, list.value.length - 1) : undefined;

export const ofAndList: SourceOf = (_result, [list]) =>
  list?.source && madeOf(andListParts(list), textSourceOf(list.source));

/** A text that is joined in this way is no value of a field as a whole. */
export const ofJoin: SourceOf = (_result, [list, separator, attribute]) =>
  list?.source && madeOf(joinParts(list, separator?.value, attribute?.value), undefined);

export const ofMoney: SourceOf = (result, [amount, currency, customCurrency]) =>
  amount?.source && madeOf(moneyParts(result, amount, currency, customCurrency), textSourceOf(amount.source));
