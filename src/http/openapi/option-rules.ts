import { DocumentOptions } from '../../../schemas/options.ts';
import { component } from '../../../schemas/shared/component.ts';
import { acceptNull } from './accept-null.ts';

/**
 * What `src/documents/options.ts` refuses, as rules of JSON Schema. Some validators refuse by default the fields that a rule
 * does not name: `unevaluatedProperties`.
 */

const signatures: readonly unknown[] = DocumentOptions.properties.signatures.enum;

const asked = (option: string) => ({ properties: { [option]: { const: true } } });

/** `options` of a request, or null. */
export const OPTIONS = component('schemas/DocumentOptions', {
  ...acceptNull(DocumentOptions),
  type: ['object', 'null'],
  dependentSchemas: {
    archive: {
      if: asked('archive'),
      then: { properties: { fillable: { enum: ['none', null] } }, unevaluatedProperties: true },
    },
  },
});

/** The options that only a PDF can have, as a rule of the whole request. */
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
};
