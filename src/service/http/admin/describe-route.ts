import type { TSchema } from '@sinclair/typebox';
import { adminErrors } from '../../../../schemas/admin-error-responses.ts';
import type { Description } from '../openapi/described-routes.ts';

interface Route extends Description {
  readonly params?: TSchema;
  readonly querystring?: TSchema;
  readonly body?: TSchema;
  /** What a handler answers, against which it is type-checked. */
  readonly response: Readonly<Record<number, object>>;
}

interface Failures<Failure> {
  /** What a handler may throw. */
  readonly failures?: readonly Failure[];
  /** Failures with a body of their own. */
  readonly ownFailures?: object;
}

/** Makes the schemas of the routes of one kind of sender, with what is the same for all of them. */
export function describer<Failure>(tag: string, errors: (failures: readonly Failure[]) => object) {
  return <Described extends Route>({
    failures = [],
    ownFailures = {},
    ...route
  }: Described & Failures<Failure>): Described => {
    const response = { ...route.response, ...errors(failures), ...ownFailures };
    return { ...route, ...{ tag, response } } as unknown as Described;
  };
}

/** The schema of an administration route. */
export const describeRoute = describer('administration', adminErrors);
