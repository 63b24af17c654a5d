import { type TSchema, Type } from '@sinclair/typebox';

const adminError = (description: string) =>
  Type.Object({ error: Type.String(), message: Type.String() }, { title: 'Error with a code', description });

const ERRORS = {
  401: adminError('No administration token was sent.'),
  403: adminError('The token is wrong.'),
  404: adminError('No such company, key, template, version or file.'),
  409: adminError('There is one with that id, or it can no longer be changed.'),
  413: adminError('The body is larger than the service accepts.'),
  415: adminError('The content type is not the one that the route takes.'),
  422: adminError(
    'The body, or the query, is not right; the message says what is wrong, and what is expected.',
  ),
  503: Type.Object(
    { status: Type.Literal('error'), message: Type.String() },
    {
      title: 'Error status',
      description: 'The database cannot be reached; Retry-After says when to come again.',
    },
  ),
};

/**
 * What every administration route says of itself to the published interface description. A handler is held to `answers`;
 * failures are thrown.
 */
export function describeRoute<Answers extends Readonly<Record<number, TSchema>>>(
  summary: string,
  answers: Answers,
  failures: readonly (404 | 409 | 413 | 415 | 422)[] = [],
) {
  const errors = ([401, 403, ...failures, 503] as const).map((status) => [status, ERRORS[status]] as const);
  const response: Answers = { ...answers, ...Object.fromEntries(errors) };
  return { tags: ['administration'], summary, security: [{ adminToken: [] }], response };
}
