import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

interface DocumentCounts {
  /** Accepted and not finished. */
  readonly accepted: () => number;
  /** Of these, those that wait for a printing page. */
  readonly waiting: () => number;
}

/** Measures every answer by route and status, and counts the documents under way. */
export function measure(app: FastifyInstance, { accepted, waiting }: DocumentCounts): Registry {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time from the request to its answer',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers: [registry],
  });
  const gauge = (name: string, help: string, count: () => number) =>
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(count());
      },
    });
  gauge('documents_accepted', 'Documents that are accepted and not finished', accepted);
  gauge('documents_waiting', 'Documents that wait for a printing page', waiting);
  app.addHook('onResponse', async (request, reply) => {
    const { method, routeOptions } = request;
    seconds.observe(
      { method, route: routeOptions.url ?? 'unknown', status: reply.statusCode },
      reply.elapsedTime / 1_000,
    );
  });
  return registry;
}

/** Counts the entries of the trail that are not in the database yet, and those that never will be. */
export function measureTrail(
  registry: Registry,
  trail: { readonly waiting: number; readonly dropped: number },
): void {
  new Gauge({
    name: 'trail_entries_waiting',
    help: 'Entries of the trail that are not written yet',
    registers: [registry],
    collect() {
      this.set(trail.waiting);
    },
  });
  new Counter({
    name: 'trail_entries_dropped_total',
    help: 'Entries of the trail that were lost, because the database was away for too long',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(trail.dropped);
    },
  });
}
