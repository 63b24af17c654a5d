import { type Data, schemaAt, valueAt } from '../../../lib/paths.ts';
import type { DataSchema } from '../../../lib/schema.ts';
import type { Aligner, Alignment } from '../align/align.ts';
import { textOfSpan } from '../align/match.ts';
import type { Unit } from '../text/expected.ts';
import type { Tokens } from '../text/marked-text.ts';
import { alike, parseAmount, valuesOf } from '../values/values.ts';
import { conditionsOf } from './fields.ts';

/** The exact text of data beside a file. */
export interface State {
  readonly data: Data;
  readonly units: readonly Unit[];
  readonly alignment: Alignment;
  /** How many printed values, on which conditions depend, are others in the file. */
  readonly contradictions: number;
  /**
   * How many places say another value than one before, or none that the field takes, and how many conditions have another
   * one than the trail confirms.
   */
  readonly disagreements: number;
}

/** The words of the blanks that a text can have. */
export type Hints = Pick<ReadonlySet<string>, 'has'>;

export interface FitInput {
  readonly schema: DataSchema;
  /** The paragraphs of the file. */
  readonly found: readonly Tokens[];
  readonly aligner: Aligner;
  /** The paths of the values that the document was made with, as far as that is known. */
  readonly printed: ReadonlySet<string>;
  /** The values of conditions that it was made with, by path, as far as they are known. */
  readonly conditions: ReadonlyMap<string, unknown>;
  readonly hints: Hints;
}

/** More than a clause that is gone: the text of a condition is not what the file says of it elsewhere. */
const CONTRADICTION = 20;
/**
 * Less than a clause: a row that somebody added is not one of the text, whose values stand elsewhere too; and a row that is
 * gone does not make another condition of it.
 */
const DISAGREEMENT = 2;

/** A better text differs by at least a word of a blank. */
export const LEAST_GAIN = 0.005;

export function stateOf(data: Data, units: readonly Unit[], subject: FitInput): State {
  const { schema, found, aligner, printed, conditions } = subject;
  const alignment = aligner.align(units);
  let contradictions = 0;
  let disagreements = conditions
    .entries()
    .reduce((sum, [path, value]) => sum + (valueAt(data, path) === value ? 0 : 1), 0);
  const said = new Map<string, string>();
  for (const { unit, found: place, match } of alignment.pairs) {
    if (unit === undefined || place === undefined || match === undefined) continue;
    for (const [index, { paths, isBlank, text: printedText }] of (units[unit] as Unit).holes.entries()) {
      const [path = ''] = paths;
      const text = textOfSpan(found[place] as Tokens, match.spans[index]);
      // A document that was made with a value has no blank in its place.
      if (isBlank && text !== '' && printed.has(path)) contradictions += 1;
      const before = said.get(path);
      if (before === undefined && text !== '' && paths.length === 1) said.set(path, text);
      else if (before !== undefined && text !== '' && !isSameValue(before, text, schemaAt(schema, path)))
        disagreements += 1;
      // An amount is printed in another currency, or with a blank for it.
      const [one, other] = [printedText, text].map((amount) => parseAmount(amount));
      const isMoney = schemaAt(schema, path)?.money && one !== undefined && other?.currency !== undefined;
      if (isMoney && one.currency !== other.currency) contradictions += 1;
      const isOpen = isBlank && !match.lacksHints;
      const field = isOpen || paths.length !== 1 ? undefined : schemaAt(schema, path);
      if (field === undefined || conditionsOf(field).length === 0) continue;
      const values = valuesOf(text, field);
      const value = valueAt(data, path);
      if (values.length > 0 && !values.includes(value)) contradictions += 1;
      // It was made with one of the choices, and the text prints this for it.
      const isChoice = conditionsOf(field).includes(value) && alike(text) === alike(printedText);
      if (values.length === 0 && text !== '' && !isChoice) disagreements += 1;
    }
  }
  return { data, units, alignment, contradictions, disagreements };
}

function isSameValue(one: string, other: string, field: DataSchema | undefined): boolean {
  if (field === undefined || alike(one) === alike(other)) return true;
  const values = valuesOf(one, field);
  return valuesOf(other, field).some((value) => values.includes(value));
}

export function costOf({ alignment, contradictions, disagreements }: State): number {
  return alignment.cost + contradictions * CONTRADICTION + disagreements * DISAGREEMENT;
}

export function isAsGood(one: State, other: State): boolean {
  return Math.abs(costOf(one) - costOf(other)) < LEAST_GAIN / 2;
}
