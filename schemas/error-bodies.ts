import { type TProperties, Type } from '@sinclair/typebox';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import { component } from './shared/component.ts';

/** The bodies of the error answers (spec, "Errors"), for the published interface description. */

const message = Type.String({
  description: 'What is wrong and what to do about it, for the person who reads it.',
});

const code = component(
  'schemas/ErrorCode',
  Type.Unsafe<ErrorCode>({
    type: 'string',
    enum: [...ERROR_CODES],
    title: 'Error code',
    description: 'What is wrong, for programs.',
    examples: ['rate_limited'],
  }),
);

export const Refusal = component(
  'schemas/Refusal',
  Type.Object(
    { error: Type.String({ description: 'What is wrong, in words.' }) },
    { description: 'The key is missing or refused.' },
  ),
);

const problem = <Fields extends TProperties>(fields: Fields, description: string) =>
  Type.Object({ error: code, message, ...fields }, { description });

export const Problem = component(
  'schemas/Problem',
  problem({}, 'A request that the service refuses: a code for programs and a message for people.'),
);

const line = Type.Integer({ minimum: 1, description: 'Line of the fault in the text.' });
const column = Type.Integer({ minimum: 1, description: 'Column of the fault in that line.' });

/** A fault of a text, in words for its author. */
export const TextFaults = Type.Array(
  component(
    'schemas/TextFault',
    Type.Object(
      {
        line: Type.Optional(line),
        column: Type.Optional(column),
        part: Type.Optional(
          Type.String({
            description: 'The shared part that the line is in; absent when it is in the text itself.',
            examples: ['partials/party.njk'],
          }),
        ),
        message: Type.String({
          description: 'What is wrong and what to do, without the place.',
          examples: ['there is no such filter; there are blank, date'],
        }),
      },
      { title: 'Fault of a text' },
    ),
  ),
  { description: 'Every fault that was found at once.' },
);

export const TemplateProblem = component(
  'schemas/TemplateProblem',
  problem(
    {
      line: Type.Optional(line),
      column: Type.Optional(column),
      faults: Type.Optional(TextFaults),
    },
    'A text that cannot be published: the message and the place are those of the first of its faults.',
  ),
);

export const Failure = component(
  'schemas/Failure',
  Type.Object(
    { status: Type.Literal('error'), message },
    { description: 'No document, for a reason that is not in one field of the body.' },
  ),
);

const InvalidField = component(
  'schemas/InvalidField',
  Type.Object(
    {
      field: Type.String({
        description: 'Path of the field, relative to `data`; of the fields beside `data`, their names.',
        examples: ['parties[0].definition'],
      }),
      message: Type.String({
        description: 'What would be right, to show beside the field; never the value that was sent.',
        examples: ['must be a value from the Supported Countries list, such as Nigeria'],
      }),
    },
    { description: 'A field with a wrong value.' },
  ),
);

export const ValidationError = component(
  'schemas/ValidationError',
  Type.Object(
    {
      error: Type.Literal('validation_error'),
      message,
      details: Type.Object(
        {
          missing_fields: Type.Array(Type.String(), {
            description: 'Paths of the required fields that are absent, null or blank; always there.',
            examples: [['employmentDuration', 'parties[0].definition']],
          }),
          invalid_fields: Type.Optional(
            Type.Array(InvalidField, {
              description: 'The fields with a wrong value; left out when there are none.',
            }),
          ),
        },
        { description: 'Every fault at once.' },
      ),
    },
    { description: 'Fields that are missing or wrong, every one of them.' },
  ),
);
