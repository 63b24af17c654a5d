import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { acceptedBy, readMetrics } from './footprint.ts';
import type { SteadyService } from './service.ts';

const OPENAPI_ANSWERS =
  'http_request_duration_seconds_count{method="GET",route="/openapi.json",status="200"}';

/** Answers of 50 KB, together more than the kernel keeps for both ends. */
const MANY = 200;

const LIMIT = { timeout: 30_000, interval: 10 };

export interface RawAnswer {
  readonly head: string;
  readonly body: Buffer;
}

/** A connection on which bytes are sent and read as they are. */
export class RawCaller implements Disposable {
  readonly socket: Socket;
  readonly #service: SteadyService;
  readonly #received: Buffer[] = [];

  constructor(service: SteadyService) {
    const { hostname, port } = new URL(service.url);
    this.#service = service;
    this.socket = connect(Number(port), hostname).on('error', () => {});
  }

  /** Asks for documents, one behind the other, without waiting for an answer. */
  ask(...bodies: readonly string[]): void {
    for (const body of bodies) this.socket.write(this.#requestFor(body));
  }

  /**
   * Asks for megabytes and then for a document, all of it in one piece, and reads nothing.
   * @returns when the service cannot write any more, and has accepted the document
   */
  async getStuck(body: string): Promise<void> {
    const get = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
    this.socket.write(get.repeat(MANY) + this.#requestFor(body));
    await vi.waitFor(async () => expect(await acceptedBy(this.#service)).toBe(1), LIMIT);
    const answered = async () => (await readMetrics(this.#service))(OPENAPI_ANSWERS);
    await vi.waitFor(async () => {
      const before = await answered();
      expect(before).toBeGreaterThan(0);
      expect(await answered()).toBe(before);
      expect(before).toBeLessThan(MANY);
    }, LIMIT);
  }

  /** Reads what comes until the service closes the connection. */
  async answers(): Promise<RawAnswer[]> {
    this.socket.on('data', (bytes) => this.#received.push(bytes));
    await once(this.socket, 'close');
    const answers = [];
    for (let rest = Buffer.concat(this.#received); rest.length > 0; ) {
      const end = rest.indexOf('\r\n\r\n') + 4;
      const head = rest.subarray(0, end).toString();
      const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
      answers.push({ head, body: rest.subarray(end, end + length) });
      rest = rest.subarray(end + length);
    }
    return answers;
  }

  #requestFor(body: string): string {
    const headers = Object.entries({
      host: 'localhost',
      ...this.#service.headers,
      'content-length': Buffer.byteLength(body),
    });
    const head = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    return `POST /api/v1/documents/generate HTTP/1.1\r\n${head}\r\n${body}`;
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}
