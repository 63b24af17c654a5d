import { type Static, Type } from '@sinclair/typebox';
import { component } from './shared/component.ts';
import { oneOf } from './shared/fields.ts';

/** A value that is accepted but most likely a mistake. It does not change the status, unless the request is strict. */
export const Warning = component(
  'schemas/Warning',
  Type.Object(
    {
      code: oneOf(
        [
          'unknown_field',
          'missing_glyph',
          'missing_unit',
          'contradiction',
          'unlikely_value',
          'unsuitable_law',
          'below_minimum',
        ],
        {
          title: 'Code',
          description: 'What kind of warning it is.',
          example: 'unknown_field',
        },
      ),
      field: Type.String({
        description: 'Path of the field, as in missing_fields.',
        examples: ['parties[0].rcName'],
      }),
      message: Type.String({ description: 'What is wrong, and what would be right; never the value.' }),
    },
    { title: 'Warning', description: 'A value that is accepted, and most likely not meant.' },
  ),
);

export type Warning = Readonly<Static<typeof Warning>>;
