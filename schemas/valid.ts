import { type Static, Type } from '@sinclair/typebox';
import { component } from './shared/component.ts';
import { Warning } from './warning.ts';

/** The answer to a request that passes every check. */
export const Valid = component(
  'schemas/Valid',
  Type.Object(
    {
      valid: Type.Literal(true),
      warnings: Type.Array(Warning, { description: 'What is accepted, and most likely not meant.' }),
      blanks: Type.Array(Type.String(), {
        description:
          'Paths of the fields that are printed as blanks, each once, in the order of the document.',
        examples: [['parties[0].rcName']],
      }),
    },
    { title: 'Valid', description: 'The request passes every check.' },
  ),
);

export type Valid = Static<typeof Valid>;
