import { type AdminFailure, adminErrors } from '../../../schemas/error-responses.ts';

interface RouteText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

/**
 * The part of a route's schema that is the same for every administration route. Handlers are type-checked against
 * `answers`; failures are thrown.
 * @param ownFailures failures with a body of their own
 */
export function describeRoute<Answers extends Readonly<Record<number, object>>>(
  text: RouteText,
  answers: Answers,
  failures: readonly AdminFailure[] = [],
  ownFailures: object = {},
) {
  const response: Answers = { ...answers, ...adminErrors(failures), ...ownFailures };
  return { ...text, tag: 'administration', security: [{ adminToken: [] }], response };
}
