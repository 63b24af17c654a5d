import type { TSchema } from '@sinclair/typebox';
import { COMPONENT, OF_REQUESTS, SHARED_VALUES } from '../../../../schemas/shared/component.ts';

interface Shared {
  readonly [COMPONENT]?: string;
  readonly [OF_REQUESTS]?: true;
  readonly [SHARED_VALUES]?: object;
}

/**
 * The schema of a request with `null` wherever the service takes it: for every field that may be left out. Responses and
 * the schemas for forms do not have it, so a component of these is written out, unless it is of requests alone.
 */
export function acceptNull({ [COMPONENT]: name, ...schema }: TSchema & Shared): TSchema {
  const { properties, items, required = [] } = schema;
  return {
    ...schema,
    ...(schema[OF_REQUESTS] && { [COMPONENT]: name }),
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

/** For a choice with `anyOf`, because some generators take no `null` among the values. */
function orNull({ type, enum: values, [SHARED_VALUES]: shared, ...schema }: TSchema & Shared): TSchema {
  return {
    ...schema,
    ...(values === undefined
      ? { type: [type, 'null'] }
      : { anyOf: [shared ?? { type, enum: values }, { type: 'null' }] }),
  } as TSchema;
}
