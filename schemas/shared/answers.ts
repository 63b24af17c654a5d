import { type SchemaOptions, Type } from '@sinclair/typebox';

/** Types that the schemas of queries and responses share. */

/** A date and time in UTC, as `Date.toISOString()` writes it. */
export const moment = (description: string) =>
  Type.String({ format: 'date-time', description, examples: ['2026-11-21T09:30:00.000Z'] });

export const momentOrNull = (description: string) =>
  Type.Union([moment(description), Type.Null()], { description });

/** An answer as the store has it: JSON writes its moments, whose names end in `At`, as texts. */
export type Stored<Answer> = {
  readonly [Name in keyof Answer]: Name extends `${string}At`
    ? Date | Extract<Answer[Name], null>
    : Readonly<Answer[Name]>;
};

export const textOrNull = (description: string, options: SchemaOptions = {}) =>
  Type.Union([Type.String(), Type.Null()], { description, ...options });

/** A parameter of a query, which may be left out. */
export const parameter = (pattern: string, description: string, example: string) =>
  Type.Optional(Type.String({ pattern, description, examples: [example] }));

/** A value of a closed list. */
export const choice = <const Value extends string>(values: readonly Value[], options: SchemaOptions = {}) =>
  Type.Unsafe<Value>({ type: 'string', enum: [...values], ...options });
