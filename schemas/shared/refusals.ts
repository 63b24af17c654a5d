import type { TSchema } from '@sinclair/typebox';
import { Failure, Problem, Refusal } from '../error-bodies.ts';
import type { ErrorCode } from '../error-codes.ts';
import { component } from './component.ts';
import { type Headers, json } from './response.ts';

/** Error responses, each with the codes that its `X-Error-Code` can have, and an example. */

export function refusal<Schema extends TSchema>(
  name: string,
  codes: readonly ErrorCode[],
  description: string,
  schema: Schema,
  example: object,
  headers: Headers = {},
) {
  const answer = json(description, schema, { ...errorCode(codes), ...headers }, example);
  return component(`responses/${name}`, answer);
}

/** Refusals with one kind of body. @param body of a message, and of the first of the codes */
function answering<Schema extends TSchema>(
  schema: Schema,
  body: (message: string, error: ErrorCode | undefined) => object,
) {
  return (
    name: string,
    codes: readonly ErrorCode[],
    description: string,
    message: string,
    headers: Headers = {},
  ) => refusal(name, codes, description, schema, body(message, codes[0]), headers);
}

export const problem = answering(Problem, (message, error) => ({ error, message }));
export const failure = answering(Failure, (message) => ({ status: 'error', message }));
export const keyRefusal = answering(Refusal, (error) => ({ error }));

function errorCode(codes: readonly ErrorCode[]): Headers {
  return {
    'X-Error-Code': {
      description: 'Why, for programs.',
      required: true,
      schema: { type: 'string', enum: codes },
      example: codes[0] ?? '',
    },
  };
}

/** Written to the connection, before there is a request with an id. */
export function beforeRequest(name: string, code: ErrorCode, description: string, message: string) {
  const content = { 'application/json': { schema: Problem, example: { error: code, message } } };
  return component(`responses/${name}`, { description, headers: errorCode([code]), content });
}
