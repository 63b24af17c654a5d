import { connect, type Socket } from 'node:net';
import { expect, vi } from 'vitest';
import { readMetrics } from '../../bench/rig/footprint.ts';
import { acceptedBy } from './footprint.ts';
import type { SteadyService } from './service.ts';

const OPENAPI_ANSWERS =
  'http_request_duration_seconds_count{method="GET",route="/openapi.json",status="200"}';

/** Number of responses of 50 KB that are together larger than the kernel's buffers at both ends. */
const MANY = 200;

const LIMIT = { timeout: 60_000, interval: 10 };

export interface RawAnswer {
  readonly head: string;
  readonly body: Buffer;
  readonly isWhole: boolean;
}

/** A connection on which raw bytes are sent and read. */
export class RawCaller implements Disposable {
  readonly socket: Socket;
  readonly #service: SteadyService;

  constructor(service: SteadyService) {
    const { hostname, port } = new URL(service.url);
    this.#service = service;
    this.socket = connect(Number(port), hostname).on('error', () => {});
  }

  /** Requests documents by pipelining: without waiting for responses. */
  ask(...bodies: readonly string[]): void {
    for (const body of bodies) this.socket.write(requestFor(this.#service, body));
  }

  /** Requests a document without the end of the body, which `askRest` sends. */
  askInPart(body: string): void {
    this.socket.write(requestFor(this.#service, body).slice(0, -1));
  }

  askRest(body: string): void {
    this.socket.write(body.slice(-1));
  }

  /**
   * Requests megabytes and then a document in one piece, and reads nothing. Resolves when the service cannot write any
   * more and has accepted the document.
   */
  async getStuck(body: string): Promise<void> {
    const get = 'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n';
    this.socket.write(get.repeat(MANY) + requestFor(this.#service, body));
    await vi.waitFor(async () => expect(await acceptedBy(this.#service)).toBe(1), LIMIT);
    const answered = async () => (await readMetrics(this.#service))(OPENAPI_ANSWERS);
    await vi.waitFor(async () => {
      const before = await answered();
      expect(before).toBeGreaterThan(0);
      expect(await answered()).toBe(before);
      expect(before).toBeLessThan(MANY);
    }, LIMIT);
  }

  /** Reads responses until the service closes the connection. */
  async answers(): Promise<RawAnswer[]> {
    const received: Buffer[] = [];
    for await (const bytes of this.socket) received.push(bytes);
    const answers = [];
    for (let rest = Buffer.concat(received); rest.length > 0; ) {
      const answer = readAnswer(rest);
      answers.push(answer);
      rest = rest.subarray(answer.head.length + answer.body.length);
    }
    return answers;
  }

  /** Reads one response, and calls `rest` between its pieces. */
  async answer(rest = async () => {}): Promise<RawAnswer> {
    let received = Buffer.alloc(0);
    for await (const bytes of this.socket) {
      received = Buffer.concat([received, bytes]);
      const answer = readAnswer(received);
      if (answer.isWhole) return answer;
      await rest();
    }
    throw new Error(`the connection was closed after ${received.length} bytes: ${received.subarray(0, 500)}`);
  }

  [Symbol.dispose](): void {
    this.socket.destroy();
  }
}

/** The bytes of a request for a document. */
export function requestFor({ headers }: SteadyService, body: string): string {
  const all = { host: 'localhost', ...headers, 'content-length': Buffer.byteLength(body) };
  const head = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `POST /api/v1/documents/generate HTTP/1.1\r\n${head.join('')}\r\n${body}`;
}

/** The first response in these bytes. */
function readAnswer(bytes: Buffer): RawAnswer {
  const end = bytes.indexOf('\r\n\r\n') + 4;
  const head = bytes.subarray(0, end).toString();
  const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
  const body = bytes.subarray(end, end + length);
  return { head, body, isWhole: body.length === length };
}
