import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Registry } from 'prom-client';

export interface OperationsRoutesOptions {
  /** False from the first signal to shut down. */
  readonly isReady: () => boolean;
  /** How old the browser is that prints; its security depends on it. */
  readonly chromium: () => { readonly ageDays: number; readonly isOld: boolean };
  readonly metrics: Registry;
}

/** What the platform asks: is the process alive, may it be sent work, how is it doing. */
export const operationsRoutes: FastifyPluginAsyncTypebox<OperationsRoutesOptions> = async (
  app,
  { isReady, chromium, metrics },
) => {
  app.get('/livez', { schema: { tags: ['operations'], summary: 'Is the process alive?' } }, async () => ({
    status: 'alive',
  }));

  app.get(
    '/readyz',
    { schema: { tags: ['operations'], summary: 'May it be sent work?' } },
    async (_request, reply) => {
      if (isReady()) return { status: 'ready', chromium: chromium() };
      reply.code(503);
      return { status: 'draining', reason: 'the service is shutting down' };
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
