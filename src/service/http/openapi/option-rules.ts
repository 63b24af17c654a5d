import { DocumentOptions } from '../../../../schemas/options.ts';
import { component } from '../../../../schemas/shared/component.ts';
import { acceptNull } from './accept-null.ts';

/**
 * What `src/service/use-cases/options.ts` refuses, as rules of JSON Schema. Some validators refuse by default the fields that a rule
 * does not name: `unevaluatedProperties`.
 */

const signatures: readonly unknown[] = DocumentOptions.properties.signatures.enum;

const modes: readonly unknown[] = DocumentOptions.properties.wordMode.enum;
const fillable: readonly unknown[] = DocumentOptions.properties.fillable.enum;

const asked = (option: string, value: unknown = true) => ({ properties: { [option]: { const: value } } });

/** `options` of a request, or null. */
export const OPTIONS = component('schemas/DocumentOptions', {
  ...acceptNull(DocumentOptions),
  type: ['object', 'null'],
  dependentSchemas: {
    archive: {
      if: asked('archive'),
      then: { properties: { fillable: { enum: ['none', null] } }, unevaluatedProperties: true },
    },
    wordMode: {
      if: asked('wordMode', 'forms'),
      then: {
        properties: { fillable: { enum: [...fillable.filter((one) => one !== 'none'), null] } },
        unevaluatedProperties: true,
      },
    },
  },
});

/** The options that only one format can have, as a rule of the whole request. */
export const OPTIONS_BY_FORMAT = {
  if: { properties: { format: { const: 'docx' } } },
  then: {
    properties: {
      options: {
        properties: {
          archive: { enum: [false, null] },
          signatures: { enum: [...signatures.filter((one) => one !== 'fields'), null] },
        },
        unevaluatedProperties: true,
      },
    },
    unevaluatedProperties: true,
  },
  else: {
    properties: {
      options: {
        properties: { wordMode: { enum: [...modes.filter((one) => one === 'plain'), null] } },
        unevaluatedProperties: true,
      },
    },
    unevaluatedProperties: true,
  },
};
