import { schemaBelow } from '../../lib/paths.ts';
import type { DataSchema } from '../../lib/schema.ts';

/** Whether a number is an amount, with the decimals of the data's currency. */
export function isMoney(field: DataSchema): boolean {
  return field.money === true || noteOf(field, 'money') === 'true';
}

/** A note of the schema's `$comment`, which has a line for each: `section: Pay`. */
export function noteOf(
  { $comment = '' }: DataSchema,
  name: 'section' | 'help' | 'money',
): string | undefined {
  const line = $comment.split('\n').find((one) => one.startsWith(`${name}: `));
  return line?.slice(name.length + 2);
}

interface Rule {
  /** The field that decides. */
  readonly by: string;
  /** With these values, the condition holds. */
  readonly values: readonly unknown[];
}

/** What a field decides. */
export function rulesBy({ dependencies = {} }: DataSchema, by: string): readonly DataSchema[] {
  const { [by]: rule } = dependencies;
  return rule === undefined ? [] : (rule.allOf ?? [rule]);
}

/** The conditions under which a field is asked for; none for a field that always is. */
export function rulesOn(schema: DataSchema, name: string): Rule[] {
  return Object.keys(schema.dependencies ?? {}).flatMap((by) =>
    rulesBy(schema, by)
      .filter(({ then }) => then?.required?.includes(name))
      .map((one) => ({ by, values: schemaBelow(one.if, by)?.enum ?? [] })),
  );
}
