import type { TSchema } from '@sinclair/typebox';
import { type AdminFailure, adminErrors } from '../../../../schemas/admin-error-responses.ts';
import type { Description } from '../openapi/described-routes.ts';

interface Route extends Description {
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** What a handler answers, against which it is type-checked. */
  readonly response: Readonly<Record<number, object>>;
}

interface Failures {
  /** What a handler may throw. */
  readonly failures?: readonly AdminFailure[];
  /** Failures with a body of their own. */
  readonly ownFailures?: object;
}

/** The schema of an administration route, with what is the same for all of them. */
export function describeRoute<Described extends Route>({
  failures = [],
  ownFailures = {},
  ...route
}: Described & Failures): Described {
  const response = { ...route.response, ...adminErrors(failures), ...ownFailures };
  return {
    ...route,
    ...{ tag: 'administration', security: [{ adminToken: [] }], response },
  } as unknown as Described;
}
