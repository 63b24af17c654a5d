import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Registry } from 'prom-client';

/** Whether the service may be sent work, and why not. A start listens only when it is ready. */
export type Readiness =
  | { readonly status: 'ready' }
  | { readonly status: 'unready' | 'draining'; readonly reason: string };

export interface OperationsRoutesOptions {
  readonly readiness: () => Readiness;
  /** Which browser prints, and how old it is; its security depends on it. */
  readonly chromium: () => { readonly version: string; readonly ageDays: number; readonly isOld: boolean };
  readonly metrics: Registry;
}

/** What the platform asks: is the process alive, may it be sent work, how is it doing. */
export const operationsRoutes: FastifyPluginAsyncTypebox<OperationsRoutesOptions> = async (
  app,
  { readiness, chromium, metrics },
) => {
  app.get('/livez', { schema: { tags: ['operations'], summary: 'Is the process alive?' } }, async () => ({
    status: 'alive',
  }));

  app.get(
    '/readyz',
    { schema: { tags: ['operations'], summary: 'May it be sent work?' } },
    async (_request, reply) => {
      const state = readiness();
      if (state.status === 'ready') return { ...state, chromium: chromium() };
      reply.code(503);
      return state;
    },
  );

  app.get(
    '/metrics',
    { schema: { tags: ['operations'], summary: 'Measurements for Prometheus' } },
    async (_request, reply) => {
      reply.type(metrics.contentType);
      return metrics.metrics();
    },
  );
};
