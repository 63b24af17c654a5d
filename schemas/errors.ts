import { type TSchema, Type } from '@sinclair/typebox';

/** The bodies of the error answers (spec, "Errors"), for the published interface description. */

const SpokenError = Type.Object({ error: Type.String() }, { title: 'Error in words' });

const CodedError = Type.Object(
  { error: Type.String(), message: Type.String() },
  { title: 'Error with a code' },
);

const StatusError = Type.Object(
  { status: Type.Literal('error'), message: Type.String() },
  { title: 'Error status' },
);

const ValidationError = Type.Object(
  {
    error: Type.Literal('validation_error'),
    message: Type.String(),
    details: Type.Object({
      missing_fields: Type.Array(Type.String(), {
        description: 'Paths of required fields that are absent, such as parties[0].definition; always there.',
      }),
      invalid_fields: Type.Optional(
        Type.Array(Type.Object({ field: Type.String(), message: Type.String() }), {
          description: 'Fields with a wrong value, each with what would be right.',
        }),
      ),
    }),
  },
  { title: 'Validation error' },
);

const answer = (description: string, schema: TSchema) => ({ ...schema, description });

/** What every route that needs a company's key may answer. */
const keyErrors = {
  401: answer('No X-Key header.', SpokenError),
  403: answer('The key is unknown, revoked or expired, or its company is suspended.', SpokenError),
  429: answer('The key has used up its rate; Retry-After says when it may come again.', CodedError),
};

const failed = 'The service failed; the X-Request-Id of the answer finds the reason in its log.';
const unavailable = 'The service cannot answer now; Retry-After says when to come again.';

export const catalogueErrors = {
  ...keyErrors,
  500: answer(failed, StatusError),
  503: answer(unavailable, StatusError),
};

export const templateNotFound = {
  404: answer('No such template or version; the message names those there are.', StatusError),
};

export const validationErrors = {
  400: answer('The body is not JSON, or a field of it or of data is missing or invalid.', ValidationError),
  ...keyErrors,
  404: answer('No such template, version or override.', StatusError),
  413: answer('The body is larger than the service accepts.', CodedError),
  415: answer('The content type is not JSON.', CodedError),
  500: answer(`A required array is empty. Or: ${failed}`, StatusError),
  503: answer(unavailable, StatusError),
};

export const generationErrors = {
  ...validationErrors,
  500: answer('A required array is empty, or the document could not be made.', StatusError),
  503: answer(
    'The service is full or shutting down, or its database is away; Retry-After says when to come again.',
    StatusError,
  ),
};
