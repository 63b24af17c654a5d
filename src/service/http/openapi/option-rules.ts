import type { DocumentFormat } from '../../../../schemas/formats.ts';
import { DocumentOptions } from '../../../../schemas/options.ts';
import { component } from '../../../../schemas/shared/component.ts';
import { OPTION_CONFLICTS, type OptionConflict } from '../../../../schemas/shared/option-conflicts.ts';
import { acceptNull } from './accept-null.ts';

/**
 * The conflicts of options as rules of JSON Schema. Some validators refuse by default the fields that a rule does not
 * name: `unevaluatedProperties`.
 */

const othersOf = ({ option, values }: OptionConflict) => {
  const { enum: all = [false, true] } = DocumentOptions.properties[option] as { enum?: readonly unknown[] };
  return { [option]: { enum: [...all.filter((one) => !values.includes(one)), null] } };
};

/** A rule for each option that another one contradicts. */
const rules = OPTION_CONFLICTS.flatMap((conflict) => {
  const { other } = conflict;
  if ('format' in other) return [];
  const rule = {
    if: { properties: { [other.option]: { const: other.value } } },
    then: { properties: othersOf(conflict), unevaluatedProperties: true },
  };
  return [[other.option, rule] as const];
});

/** `options` of a request, or null. */
export const OPTIONS = component('schemas/DocumentOptions', {
  ...acceptNull(DocumentOptions),
  type: ['object', 'null'],
  dependentSchemas: Object.fromEntries(rules),
});

const optionsFor = (format: DocumentFormat) => {
  const conflicts = OPTION_CONFLICTS.filter(({ other }) => 'format' in other && other.format === format);
  const properties = Object.assign({}, ...conflicts.map(othersOf));
  return {
    properties: { options: { properties, unevaluatedProperties: true } },
    unevaluatedProperties: true,
  };
};

/** The options that only one format can have, as a rule of the whole request. */
export const OPTIONS_BY_FORMAT = {
  if: { properties: { format: { const: 'docx' } } },
  then: optionsFor('docx'),
  else: optionsFor('pdf'),
};
