import type { TSchema } from '@sinclair/typebox';
import { COMPONENT } from '../../../schemas/shared/component.ts';

/**
 * The schema of a request with `null` wherever the service takes it: for every field that may be left out. Responses and
 * the schemas for forms do not have it, so a component of these is written out.
 */
export function acceptNull({ [COMPONENT]: _name, ...schema }: TSchema & { [COMPONENT]?: string }): TSchema {
  const { properties, items, required = [] } = schema;
  return {
    ...schema,
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries<TSchema>(properties).map(([name, field]) => [
          name,
          required.includes(name) ? acceptNull(field) : orNull(acceptNull(field)),
        ]),
      ),
    }),
    ...(items !== undefined && { items: acceptNull(items) }),
  } as TSchema;
}

function orNull({ type, enum: values, ...schema }: TSchema): TSchema {
  return {
    ...schema,
    type: [type, 'null'],
    ...(values !== undefined && { enum: [...values, null] }),
  } as TSchema;
}
