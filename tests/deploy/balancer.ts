import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setInterval } from 'node:timers/promises';
import { request as ask } from 'undici';

/** The period of the readiness probe in deploy/kubernetes/base/deployment.yaml. */
const PROBE_EVERY_MS = 2_000;

interface Instance {
  readonly url: string;
  isReady: boolean;
  /** Number of requests that it has not answered yet. */
  underWay: number;
  /** Number of requests that were sent to it. */
  given: number;
}

/**
 * A load balancer that knows instances by their probes only; a cluster also knows which pods are deleted. It sends
 * requests in turn to the instances that were ready at their last probe, and never repeats a request that was sent. A
 * request that could not be sent, because the port is closed, goes to another one.
 */
export class Balancer implements AsyncDisposable {
  readonly #instances = new Map<string, Instance>();
  readonly #server = createServer((incoming, answer) => this.#forward(incoming, answer));
  readonly #over = new AbortController();
  #turn = 0;

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.#server.listen(0, '127.0.0.1', resolve));
    this.#probe().catch(() => {});
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  add(url: string): void {
    this.#instances.set(url, { url, isReady: false, underWay: 0, given: 0 });
  }

  remove(url: string): void {
    this.#instances.delete(url);
  }

  isReady(url: string): boolean {
    return this.#instances.get(url)?.isReady ?? false;
  }

  underWay(url: string): number {
    return this.#instances.get(url)?.underWay ?? 0;
  }

  given(url: string): number {
    return this.#instances.get(url)?.given ?? 0;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#over.abort();
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #probe(): Promise<void> {
    for await (const _ of setInterval(PROBE_EVERY_MS, undefined, { signal: this.#over.signal })) {
      for (const instance of this.#instances.values()) {
        ask(`${instance.url}/readyz`).then(
          async ({ statusCode, body }) => {
            await body.dump();
            instance.isReady = statusCode === 200;
          },
          () => {
            instance.isReady = false;
          },
        );
      }
    }
  }

  async #forward(incoming: IncomingMessage, answer: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    this.#send(incoming, Buffer.concat(chunks), answer);
  }

  #send(incoming: IncomingMessage, body: Buffer, answer: ServerResponse): void {
    const ready = [...this.#instances.values()].filter(({ isReady }) => isReady);
    const instance = ready[this.#turn++ % Math.max(1, ready.length)];
    if (instance === undefined) {
      answer.writeHead(502).end('no instance is ready');
      return;
    }
    const { method = 'GET', url = '/', headers } = incoming;
    instance.underWay += 1;
    instance.given += 1;
    const outgoing = request(instance.url + url, { method, headers, agent: false }, (from) => {
      answer.writeHead(from.statusCode ?? 502, from.headers);
      from.pipe(answer);
      from.on('error', () => answer.destroy());
    });
    outgoing.once('close', () => {
      instance.underWay -= 1;
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNREFUSED') {
        instance.isReady = false;
        this.#send(incoming, body, answer);
      } else if (answer.headersSent) answer.destroy();
      else answer.writeHead(502).end(error.code);
    });
    outgoing.end(body);
  }
}
