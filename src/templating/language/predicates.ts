import { isAbsent, isDict, isTrue, Safe, toNumber } from './values.ts';

interface Predicate {
  /** Number of arguments after the name. */
  readonly arguments: 0 | 1;
  holds(value: unknown, argument: unknown): boolean;
}

function alone(holds: (value: unknown) => boolean): Predicate {
  return { arguments: 0, holds };
}

function against(holds: (value: unknown, argument: unknown) => boolean): Predicate {
  return { arguments: 1, holds };
}

/** What may follow `is`, which Nunjucks calls tests: its own by the same names, and `absent`. */
export const PREDICATES: Readonly<Record<string, Predicate>> = {
  absent: alone(isAbsent),
  defined: alone((value) => value !== undefined),
  undefined: alone((value) => value === undefined),
  none: alone((value) => value === null),
  null: alone((value) => value === null),
  truthy: alone(isTrue),
  falsy: alone((value) => !isTrue(value)),
  string: alone((value) => typeof value === 'string'),
  number: alone((value) => typeof value === 'number'),
  mapping: alone(isDict),
  iterable: alone((value) => Array.isArray(value) || typeof value === 'string' || value instanceof Safe),
  even: alone((value) => toNumber(value) % 2 === 0),
  odd: alone((value) => toNumber(value) % 2 === 1),
  divisibleby: against((value, divisor) => toNumber(value) % toNumber(divisor) === 0),
  equalto: against((value, other) => value === other),
  eq: against((value, other) => value === other),
  sameas: against((value, other) => value === other),
  ne: against((value, other) => value !== other),
};
