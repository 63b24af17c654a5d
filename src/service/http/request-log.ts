import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceError } from '../../errors.ts';

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

/** Logs one line per response: who, what, outcome and duration. */
export function logRequests(app: FastifyInstance): void {
  app.decorateRequest('generated', null);
  app.decorateRequest('failure', null);
  app.addHook('onResponse', async (request, reply) => {
    const { url } = request.routeOptions;
    const level = PROBES.has(url ?? '') ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        route: url,
        status: reply.statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        ...request.sender,
        ...request.generated,
        ...describeFailure(request),
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
