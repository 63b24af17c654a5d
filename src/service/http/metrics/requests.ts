import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Histogram, Registry } from 'prom-client';
import { ERROR_CODES } from '../../../../schemas/error-codes.ts';

/**
 * Gauges of prom-client whose names end in `_total`, which Prometheus reserves for counters; the same values exist
 * without the suffix.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

/** Measures the process, every response by route and status, and refusals by code. */
export function measureRequests(app: FastifyInstance): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  for (const name of MISNAMED) registry.removeSingleMetric(name);
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const refusals = new Counter({
    name: 'http_refusals_total',
    help: 'Requests that were answered with an error, by its code in src/errors.ts',
    labelNames: ['code'],
    registers: [registry],
  });
  // A series that begins with its first refusal hides that one from rates, and so from alerts.
  for (const code of ERROR_CODES) refusals.inc({ code }, 0);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions, failure } = request;
    seconds.observe(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
    if (failure !== null) refusals.inc({ code: failure.code });
  });
  return registry;
}
