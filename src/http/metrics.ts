import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { readCounter, readGauge } from './metrics/read.ts';
import { SERVICE_VERSION } from './service-version.ts';

/**
 * Gauges of prom-client whose names end in `_total`, which Prometheus reserves for counters; the same values exist
 * without the suffix.
 */
const MISNAMED = [
  'nodejs_active_handles_total',
  'nodejs_active_requests_total',
  'nodejs_active_resources_total',
];

interface DocumentCounts {
  /** Documents accepted and not finished. */
  readonly accepted: () => number;
  /** Accepted documents that wait for a printing page. */
  readonly waiting: () => number;
  /** Maximum number of accepted documents; another one is refused. */
  readonly capacity: number;
}

/** Measures every response by route and status, refusals by code, and the documents in progress. */
export function measure(app: FastifyInstance, documents: DocumentCounts): Registry {
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
  readGauge(
    registry,
    'documents_accepted',
    'Documents that are accepted and not finished',
    documents.accepted,
  );
  readGauge(
    registry,
    'documents_waiting',
    'Documents that wait for their first step, or for a printing page',
    documents.waiting,
  );
  readGauge(
    registry,
    'documents_capacity',
    'Documents that may be accepted at a time',
    () => documents.capacity,
  );
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

/** Whether `/readyz` answers 200. */
export function measureReadiness(registry: Registry, isReady: () => boolean): void {
  readGauge(registry, 'service_ready', 'Whether the service takes requests: 1 or 0', () => Number(isReady()));
}

/** @param chromium its version */
export function measureBuild(registry: Registry, chromium: string): void {
  new Gauge({
    name: 'build_info',
    help: 'Always 1; its labels are the versions of the service, of Node and of Chromium',
    labelNames: ['version', 'node', 'chromium'],
    registers: [registry],
  }).set({ version: SERVICE_VERSION, node: process.versions.node, chromium }, 1);
}

/** The age of the browser that prints. */
export function measureChromium(registry: Registry, builtAt: Date): void {
  const help = 'When the Chromium that prints was built, in seconds since 1970';
  readGauge(registry, 'chromium_build_timestamp_seconds', help, () => builtAt.getTime() / 1_000);
}

/** Counts trail entries that are not written yet, and those that were lost. */
export function measureTrail(
  registry: Registry,
  trail: { readonly waiting: number; readonly dropped: number },
): void {
  const dropped = 'Entries of the trail that were lost, because the database was away for too long';
  readGauge(
    registry,
    'trail_entries_waiting',
    'Entries of the trail that are not written yet',
    () => trail.waiting,
  );
  readCounter(registry, 'trail_entries_dropped_total', dropped, () => trail.dropped);
}

/** Counts look-ups of keys that were answered from the cache, and those that asked the database. */
export function measureKeyCache(
  registry: Registry,
  accounts: { readonly keyLookUps: { readonly hits: number; readonly misses: number } },
): void {
  const hits = 'Look-ups of keys that were answered from memory';
  readCounter(registry, 'key_cache_hits_total', hits, () => accounts.keyLookUps.hits);
  readCounter(
    registry,
    'key_cache_misses_total',
    'Look-ups of keys that asked the database',
    () => accounts.keyLookUps.misses,
  );
}

interface ReplacedWorkers {
  /** Replaced workers by kind and cause. */
  readonly counts: Iterable<{ readonly worker: string; readonly cause: string; readonly count: number }>;
}

/** Counts the printing pages and render processes that were replaced. */
export function measureReplacedWorkers(registry: Registry, replaced: ReplacedWorkers): void {
  new Counter({
    name: 'workers_replaced_total',
    help: 'Workers that were replaced, by cause',
    labelNames: ['worker', 'cause'],
    registers: [registry],
    collect() {
      this.reset();
      for (const { worker, cause, count } of replaced.counts) this.inc({ worker, cause }, count);
    },
  });
}

/** Counts companies' own texts that were refused because they made workers be replaced; the log names the text. */
export function measureRefusedTexts(
  registry: Registry,
  texts: { readonly current: number; readonly refusals: number },
): void {
  new Gauge({
    name: 'refused_texts',
    help: "Companies' own texts that are refused now, because they have cost three workers within a minute",
    registers: [registry],
    collect() {
      this.set(texts.current);
    },
  });
  new Counter({
    name: 'refused_text_documents_total',
    help: 'Documents that were refused because their text was',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(texts.refusals);
    },
  });
}

/** Counts companies' own texts in use of which no document can be made; the log names them after a start. */
export function measureFailingTexts(
  registry: Registry,
  texts: { readonly countFailing: () => Promise<number> },
): void {
  new Gauge({
    name: 'failing_texts',
    help: "Companies' own texts in use of which this version of the service can make no document, as far as it has checked them",
    registers: [registry],
    async collect() {
      this.set(await texts.countFailing());
    },
  });
}
