import { type AdminFailure, adminErrors } from '../../../schemas/error-responses.ts';

interface RouteText {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
}

/**
 * What every administration route says of itself to the published interface description. A handler is held to `answers`;
 * failures are thrown.
 * @param ownFailures those with a body of their own
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
