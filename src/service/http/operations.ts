import { type FastifyPluginAsyncTypebox, Type } from '@fastify/type-provider-typebox';
import type { Registry } from 'prom-client';
import { anyErrors } from '../../../schemas/error-responses.ts';
import { Alive, NotReady, Ready } from '../../../schemas/operations.ts';
import { file, json } from '../../../schemas/shared/response.ts';

/** Whether the service can take requests, and if not, why. It listens only when it is ready. */
export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unready' | 'draining'; readonly reason: string };

interface Workers {
  /** Why none can be started now; the log says more. */
  readonly problem: unknown;
}

export function readinessOf(isLeaving: boolean, printer: Workers, renderer: Workers): Readiness {
  if (isLeaving) return { status: 'draining', reason: 'the service is shutting down' };
  if (printer.problem !== undefined)
    return { status: 'unready', reason: 'no printing page can be started; the log says why' };
  if (renderer.problem !== undefined)
    return { status: 'unready', reason: 'no render process can be started; the log says why' };
  return { status: 'ready' };
}

export interface OperationsRoutesOptions {
  readonly readiness: () => Readiness;
  /** The browser that prints, and its age; the security of the service depends on it. */
  readonly chromium: () => { readonly version: string; readonly ageDays: number; readonly isOld: boolean };
  readonly metrics: Registry;
}

/** Routes for the platform: liveness, readiness, metrics. */
export const operationsRoutes: FastifyPluginAsyncTypebox<OperationsRoutesOptions> = async (
  app,
  { readiness, chromium, metrics },
) => {
  app.get(
    '/livez',
    {
      schema: {
        operationId: 'isAlive',
        tag: 'operations',
        summary: 'Is the process alive?',
        description: 'A platform starts the process anew when it does not answer.',
        response: { 200: json('It answers.', Alive), ...anyErrors },
      },
    },
    async () => ({ status: 'alive' as const }),
  );

  app.get(
    '/readyz',
    {
      schema: {
        operationId: 'isReady',
        tag: 'operations',
        summary: 'May it be sent work?',
        description:
          'A load balancer sends work while this is 200. It is 503 from the moment the service begins to leave, and while no ' +
          'document can be made.',
        response: {
          200: json('It may be sent work.', Ready),
          ...anyErrors,
          503: json('It makes no documents now; `reason` says why.', NotReady),
        },
      },
    },
    async (_request, reply) => {
      const state = readiness();
      if (state.status === 'ready') return { ...state, chromium: chromium() };
      reply.code(503);
      return state;
    },
  );

  app.get(
    '/metrics',
    {
      schema: {
        operationId: 'readMetrics',
        tag: 'operations',
        summary: 'Read the measurements',
        description: 'For Prometheus. Nothing in them is from a document or names a key.',
        response: {
          200: file("Prometheus' text format.", ['text/plain'], Type.String()),
          ...anyErrors,
        },
      },
    },
    async (_request, reply) => {
      reply.type(metrics.contentType);
      return metrics.metrics();
    },
  );
};
