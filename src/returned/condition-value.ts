import type { Unit } from './expected.ts';
import { tokensOf } from './marked-text.ts';
import { type Data, schemaAt, withValue } from './paths.ts';
import type { ExactText } from './read-word.ts';
import { alike } from './values.ts';

/**
 * The value of a condition that prints these words, which somebody wrote or ticked in a blank: "arbitration" is what the
 * text says of `dispute: true`.
 * @returns undefined when none does, or several do
 */
export function conditionValue(
  words: string,
  path: string,
  { data, units }: { readonly data: Data; readonly units: readonly Unit[] },
  { print, schema }: Pick<ExactText, 'print' | 'schema'>,
): unknown {
  const field = schemaAt(schema, path);
  const values = field?.type === 'boolean' ? [true, false] : (field?.enum?.slice(0, 20) ?? []);
  const sought = ` ${keysOf(words)} `;
  const before = new Set(units.map(({ key }) => key));
  const texts = values.map((value) =>
    (print(withValue(data, path, value)) ?? [])
      .filter(({ key }) => !before.has(key))
      .map(({ text }) => ` ${keysOf(text)} `),
  );
  const same = values.filter((_, index) => texts[index]?.some((text) => text === sought));
  if (same.length === 1) return same[0];
  const containing = values.filter((_, index) => texts[index]?.some((text) => text.includes(sought)));
  return containing.length === 1 ? containing[0] : undefined;
}

function keysOf(text: string): string {
  return alike(
    tokensOf(text)
      .list.map(({ key }) => key)
      .join(' '),
  );
}
