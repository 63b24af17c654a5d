import type { TObject, TSchema } from '@sinclair/typebox';
import { component } from '../../../../schemas/shared/component.ts';
import { acceptNull } from './accept-null.ts';
import type { DescribedRoute } from './described-routes.ts';

/** The published form of a body that has more details than the schema that validates it. */
export interface PublishedBody {
  readonly schema: object;
  readonly examples: Readonly<Record<string, object>>;
}

export type PublishedBodies = ReadonlyMap<TSchema, PublishedBody>;

const REQUEST_ID = component('parameters/X-Request-Id', {
  name: 'X-Request-Id',
  in: 'header',
  required: false,
  description:
    "A name of your own for the request, of 1 to 128 letters, digits and `_.:-`. The answer and the service's log have it.",
  schema: { type: 'string', pattern: '^[A-Za-z0-9_.:-]{1,128}$' },
  example: 'order-4711',
});

/** The header of conditional requests. */
export const IF_NONE_MATCH = component('parameters/If-None-Match', {
  name: 'If-None-Match',
  in: 'header',
  required: false,
  description: 'The `ETag` of an answer that you keep: the answer is 304 if that is still right.',
  schema: { type: 'string' },
});

/** A route as OpenAPI's Operation Object. */
export function describeOperation(route: DescribedRoute, bodies: PublishedBodies): object {
  const { operationId, tag, summary, description, security, parameters = [], body } = route;
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    security,
    parameters: [
      ...parametersOf('path', route.params),
      ...parametersOf('query', route.querystring),
      ...parameters,
      REQUEST_ID,
    ],
    ...(body !== undefined && { requestBody: describeBody(route, bodies.get(body) ?? bodyOf(body)) }),
    responses: route.response,
  };
}

function describeBody({ bodyOptional = false, otherBodies = {} }: DescribedRoute, body: object) {
  const others = Object.entries(otherBodies).map(([type, other]) => [type, bodyOf(other)]);
  return {
    required: !bodyOptional,
    content: { 'application/json': body, ...Object.fromEntries(others) },
  };
}

function bodyOf(body: TSchema): object {
  const { examples, ...schema } = acceptNull(body);
  const [example] = Array.isArray(examples) ? examples : [];
  return { schema, ...(example !== undefined && { example }) };
}

function parametersOf(place: 'path' | 'query', schema: TObject | undefined): object[] {
  return Object.entries(schema?.properties ?? {}).map(([name, field]) => {
    const { description, examples: [example] = [], ...type } = field as TSchema;
    const required = schema?.required?.includes(name) ?? false;
    return { name, in: place, required, description, schema: type, example };
  });
}
