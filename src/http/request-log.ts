import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServiceError } from '../errors.ts';

/** What a line of the log says of a document that was generated. */
export type GeneratedLog = Readonly<Record<string, string | number>>;

declare module 'fastify' {
  interface FastifyRequest {
    generated: GeneratedLog | null;
    /** What the request was answered with when it failed. */
    failure: ServiceError | null;
  }
}

/** What the platform asks every few seconds. */
export const PROBES = new Set(['/livez', '/readyz', '/metrics']);

/** One line for every answer: who, what, how it ended and how long it took. */
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
        ...request.caller,
        ...request.generated,
        ...describeFailure(request),
      },
      'answered',
    );
  });
}

/** A line of the log stays readable. */
const MAX_FIELDS = 20;

/** A path of fields that a schema could have; an unknown key may be anything, and is the caller's data. */
const FIELD_PATH = /^[\w.[\]]{1,128}$/;

/** The error's code and the names of the fields, never what they hold. */
function describeFailure({ failure }: FastifyRequest): object {
  if (failure === null) return {};
  const { missing_fields: missing = [], invalid_fields: invalid = [] } = failure.details ?? {};
  const fields = [...missing, ...invalid.map(({ field }) => field)].filter((field) => FIELD_PATH.test(field));
  return { code: failure.code, ...(fields.length > 0 && { fields: fields.slice(0, MAX_FIELDS) }) };
}
