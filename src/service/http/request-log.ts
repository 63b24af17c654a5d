import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors.ts';
import { isRefusal, RefusalLines } from './refusals.ts';

/** What the log holds about a generated document. */
export type GeneratedLog = Readonly<Record<string, string | number>>;

declare module 'fastify' {
  interface FastifyRequest {
    generated: GeneratedLog | null;
    /** The failure that the request was answered with, if any. */
    failure: ServiceError | null;
  }
}

/** Routes that the platform polls every few seconds. */
export const PROBES = new Set(['/livez', '/readyz', '/metrics']);

/** Logs one line per response: who, what, outcome and duration; of many refusals in a second, the first and their number. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('generated', null);
  app.decorateRequest('failure', null);
  const refusals = new RefusalLines();
  app.addHook('onClose', async () => refusals.close());
  app.addHook('onResponse', async (request, reply) => {
    const { failure, sender } = request;
    const tellRest = (refused: number) =>
      app.log.info(
        { status: reply.statusCode, ...sender, code: failure?.code, refused },
        'refused more requests',
      );
    if (isRefusal(failure) && !refusals.isFirst(request, tellRest)) return;
    const { url } = request.routeOptions;
    const isFaulty = isRefusal(failure) && failure?.cause !== undefined;
    const level = isFaulty ? 'warn' : PROBES.has(url ?? '') ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...request.sender,
        ...request.generated,
        ...describeFailure(request),
        ...(isFaulty && { err: failure }),
      },
      'answered',
    );
  });
}

/** Keeps a line of the log readable. */
const MAX_FIELDS = 20;

/** A field path that a schema could have. Unknown keys are the caller's data and may be anything. */
const FIELD_PATH = /^[\w.[\]]{1,128}$/;

/** The error's code and the names of its fields, never their values. */
function describeFailure({ failure }: FastifyRequest): object {
  if (failure === null) return {};
  const { missing_fields: missing = [], invalid_fields: invalid = [] } = failure.details ?? {};
  const fields = [...missing, ...invalid.map(({ field }) => field)].filter((field) => FIELD_PATH.test(field));
  return { code: failure.code, ...(fields.length > 0 && { fields: fields.slice(0, MAX_FIELDS) }) };
}
