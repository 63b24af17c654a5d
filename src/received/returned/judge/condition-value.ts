import { type Data, schemaAt, withValue } from '../../../lib/paths.ts';
import type { ExactText } from '../reading.ts';
import type { Unit } from '../text/expected.ts';
import { keysOf, tokensOf } from '../text/marked-text.ts';
import { alike } from '../values/values.ts';

/**
 * The value of a condition for which the text prints these words in the place of a blank: "none" is what it prints for
 * `deposit: false`. The words beside a box may be a part of what is printed for it: "in addition" of "Payable in addition".
 * @returns undefined when no value prints them, or several do
 */
export function conditionValue(
  words: string,
  path: string,
  { data, units }: { readonly data: Data; readonly units: readonly Unit[] },
  { print, schema }: Pick<ExactText, 'print' | 'schema'>,
): unknown {
  const field = schemaAt(schema, path);
  const values = field?.type === 'boolean' ? [true, false] : (field?.enum?.slice(0, 20) ?? []);
  const sought = ` ${wordsIn(words)} `;
  const place = units.find(({ holes }) => holes.some(({ paths }) => paths.includes(path)));
  const before = new Set(units.filter((unit) => isIn(place, unit)).map(({ key }) => key));
  const texts = values.map((value) =>
    (print(withValue(data, path, value)) ?? [])
      .filter((unit) => isIn(place, unit) && !before.has(unit.key))
      .map(({ text }) => ` ${wordsIn(text)} `),
  );
  const same = values.filter((_, index) => texts[index]?.some((text) => text === sought));
  if (same.length === 1) return same[0];
  const isBox = place?.holes.some(({ option }) => option !== undefined && ` ${wordsIn(option)} ` === sought);
  const containing = values.filter((_, index) => texts[index]?.some((text) => text.includes(sought)));
  return isBox && containing.length === 1 ? containing[0] : undefined;
}

/** Whether a unit is in the row of another one, or both are outside of tables. */
function isIn(place: Unit | undefined, { rowLabel }: Unit): boolean {
  return place === undefined || rowLabel === place.rowLabel;
}

function wordsIn(text: string): string {
  return alike(keysOf(tokensOf(text).list));
}
