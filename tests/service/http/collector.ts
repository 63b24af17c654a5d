import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status: { readonly code: number };
}

interface Export {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly ReceivedSpan[] }[];
  }[];
}

/** A trace collector that accepts OTLP over HTTP and keeps everything in memory. */
export async function startCollector() {
  const exports: Export[] = [];
  const server = createServer(async (request, response) => {
    if (request.url === '/v1/traces') exports.push((await json(request)) as Export);
    response.setHeader('content-type', 'application/json').end('{}');
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    exports,
    get spans(): ReceivedSpan[] {
      const parts = exports.flatMap(({ resourceSpans }) => resourceSpans);
      return parts.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
    },
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
