/** OpenTelemetry traces. Imported only when OTEL_EXPORTER_OTLP_ENDPOINT is set, since the import takes 100 ms. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout } from 'node:timers/promises';
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { ExportResultCode, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import {
  defaultResource,
  detectResources,
  envDetector,
  resourceFromAttributes,
} from '@opentelemetry/resources';
import {
  AlwaysOnSampler,
  BatchSpanProcessor,
  type SpanExporter,
  TracerProvider,
} from '@opentelemetry/sdk-trace';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { BaseLogger } from 'pino';
import type { DocumentRecord, Making, Trail } from '../use-cases/trail.ts';
import { PROBES } from './request-log.ts';
import { SERVICE_VERSION } from './service-version.ts';

/** Timeout of an export, retries included; spans that the collector does not accept are dropped. */
const SEND_TIMEOUT_MS = 2_000;

/** Timeout of the last export during a shutdown. */
const LAST_SPANS_MS = 3_000;

export interface Traces {
  /** Makes a span of each request, in the trace of its `traceparent`, and adds `traceId` to its log lines. */
  traceRequests(app: FastifyInstance): void;
  /** @returns the same trail; each document and each of its steps becomes a span below that of the request */
  traceDocuments(trail: Trail): Trail;
  /** Exports the remaining spans. Does not throw. */
  close(): Promise<void>;
}

/** @param endpoint of a collector that takes OTLP over HTTP */
export function openTraces(endpoint: string, log: Pick<BaseLogger, 'info' | 'warn'>): Traces {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = tellOfFailures(new OTLPTraceExporter({ url, timeoutMillis: SEND_TIMEOUT_MS }), log);
  const provider = new TracerProvider({
    resource: defaultResource()
      .merge(resourceFromAttributes({ 'service.name': 'docgen', 'service.version': SERVICE_VERSION }))
      .merge(detectResources({ detectors: [envDetector] })),
    // By default the `traceparent` of the caller decides, who could so hide its requests.
    sampler: new AlwaysOnSampler(),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  });
  const tracer = provider.getTracer('docgen', SERVICE_VERSION);
  const propagator = new W3CTraceContextPropagator();
  const spans = new WeakMap<FastifyRequest, Span>();
  /** Context of the request that is being handled. */
  const current = new AsyncLocalStorage<Context>();

  const end = (request: FastifyRequest, status: number | undefined) => {
    const { failure } = request;
    const span = spans.get(request);
    if (status !== undefined) span?.setAttribute('http.response.status_code', status);
    if (failure !== null) span?.setAttribute('error.type', failure.code);
    if (status === undefined || status >= 500) span?.setStatus({ code: SpanStatusCode.ERROR });
    span?.end();
    spans.delete(request);
  };

  return {
    traceRequests: (app) => {
      app.addHook('onRequest', async (request, reply) => {
        const { method, headers, routeOptions } = request;
        const { url: route } = routeOptions;
        if (PROBES.has(route ?? '')) return;
        // Without `tracestate`, which is a text of the caller's choice and would be sent with each span.
        const { traceparent } = headers;
        const parent = propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter);
        // Neither the path nor headers: a misspelt one could contain anything.
        const attributes = {
          'http.request.method': method,
          ...(route !== undefined && { 'http.route': route }),
        };
        const name = route === undefined ? method : `${method} ${route}`;
        const span = tracer.startSpan(name, { kind: SpanKind.SERVER, attributes }, parent);
        spans.set(request, span);
        request.log = request.log.child({ traceId: span.spanContext().traceId });
        reply.log = request.log;
      });
      app.addHook('preHandler', (request, _reply, done) => {
        const span = spans.get(request);
        if (span === undefined) done();
        else current.run(trace.setSpan(ROOT_CONTEXT, span), done);
      });
      app.addHook('onResponse', async (request, reply) => end(request, reply.statusCode));
      app.addHook('onRequestAbort', async (request) => end(request, undefined));
    },
    traceDocuments: (trail) => ({
      record: (entry, making) => {
        const parent = current.getStore();
        if (parent !== undefined) traceDocument(entry, making, parent);
        return trail.record(entry, making);
      },
    }),
    close: async () => {
      await Promise.race([
        provider.shutdown().catch(() => {}),
        setTimeout(LAST_SPANS_MS, undefined, { ref: false }),
      ]);
    },
  };

  function traceDocument(entry: DocumentRecord, { laps, pages }: Making, parent: Context): void {
    const { templateId, version, source, documentId, format, outcome, bytes, requestedAt, milliseconds } =
      entry;
    const attributes = {
      'docgen.template': templateId,
      'docgen.version': version,
      'docgen.source': source,
      ...(documentId !== null && { 'docgen.document_id': documentId }),
      'docgen.format': format,
      'docgen.outcome': outcome,
      ...(bytes !== null && { 'docgen.bytes': bytes }),
      ...(pages !== undefined && { 'docgen.pages': pages }),
    };
    const document = tracer.startSpan('document', { startTime: requestedAt, attributes }, parent);
    const below = trace.setSpan(parent, document);
    // Converts from the clock of performance.now() to that of Date.now().
    const zero = Date.now() - performance.now();
    for (const { step, startedAt, milliseconds } of laps.all) {
      const startTime = zero + startedAt;
      tracer.startSpan(step, { startTime }, below).end(startTime + milliseconds);
    }
    if (outcome === 'failed') document.setStatus({ code: SpanStatusCode.ERROR });
    document.end(requestedAt.getTime() + milliseconds.total);
  }
}

/** Logs the first failed export, and the first success after it. */
function tellOfFailures(exporter: SpanExporter, log: Pick<BaseLogger, 'info' | 'warn'>): SpanExporter {
  let isFailing = false;
  return {
    export: (spans, done) =>
      exporter.export(spans, (result) => {
        const failed = result.code === ExportResultCode.FAILED;
        if (failed && !isFailing)
          log.warn(
            { err: result.error },
            'traces cannot be sent to OTEL_EXPORTER_OTLP_ENDPOINT: they are lost',
          );
        if (!failed && isFailing) log.info('traces are sent again');
        isFailing = failed;
        done(result);
      }),
    shutdown: () => exporter.shutdown(),
  };
}
