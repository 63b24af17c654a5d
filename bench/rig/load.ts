import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface LoadRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** A fixed number of connections, each of which sends a request when it has the response to the last. */
export interface ClosedLoop {
  readonly url: string;
  readonly connections: number;
  /** Requests in all, or the time in which as many are sent as are answered. */
  readonly amount?: number;
  readonly seconds?: number;
  /** Requests that a connection sends before it has their answers; 1 when left out. */
  readonly pipelining?: number;
  readonly requests: readonly LoadRequest[];
}

/** Requests at an even rate, whether or not earlier ones were answered. */
export interface Arrivals {
  readonly url: string;
  readonly perSecond: number;
  readonly amount: number;
  readonly requests: readonly LoadRequest[];
}

export interface Answer {
  readonly status: number;
  /** Whether the response had `Retry-After`; open loop only. */
  readonly retryAfter?: boolean;
  /** Times on the load generator's clock: request sent, response complete. */
  readonly startedMs: number;
  readonly endedMs: number;
}

export interface LoadResult {
  readonly answers: readonly Answer[];
  /** Why requests got no response, one message for each. */
  readonly errors: readonly string[];
}

/** The load generator, a process of its own. */
export class Load implements AsyncDisposable {
  readonly #child: ChildProcess = fork(path.join(import.meta.dirname, 'load-process.ts'));
  #result = Promise.withResolvers<LoadResult>();

  constructor() {
    this.#child.on('message', (result: LoadResult) => this.#result.resolve(result));
    this.#child.on('exit', () => this.#result.reject(new Error('the load generator exited')));
  }

  get pid(): number {
    return this.#child.pid as number;
  }

  /** @throws when a request got no response */
  async run(load: ClosedLoop | Arrivals): Promise<readonly Answer[]> {
    this.#result = Promise.withResolvers();
    this.#child.send(load);
    const { answers, errors } = await this.#result.promise;
    if (errors.length > 0)
      throw new Error(`${errors.length} of ${load.amount ?? 'the'} requests got no answer: ${errors[0]}`);
    return answers;
  }

  /** Responses per second, from the first request to the last response. @throws when one has another status */
  async rate(load: ClosedLoop, status = 200): Promise<number> {
    const answers = await this.run(load);
    expectStatus(answers, [status]);
    const first = Math.min(...answers.map(({ startedMs }) => startedMs));
    const last = Math.max(...answers.map(({ endedMs }) => endedMs));
    return answers.length / ((last - first) / 1_000);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const gone = once(this.#child, 'exit');
    // The process exits when its parent's channel closes, which is not an error of the load.
    this.#result.promise.catch(() => {});
    this.#child.disconnect();
    await gone;
  }
}

/** Milliseconds of each response, by status. */
export function latencies(answers: readonly Answer[]): Map<number, number[]> {
  const groups = Map.groupBy(answers, ({ status }) => status);
  return new Map(
    groups
      .entries()
      .map(([status, group]) => [status, group.map(({ startedMs, endedMs }) => endedMs - startedMs)]),
  );
}

/** @throws when a response has another status */
export function expectStatus(answers: readonly Answer[], statuses: readonly number[]): void {
  const counts = [...latencies(answers)].map(([status, times]) => `${times.length} × ${status}`);
  if (!answers.every(({ status }) => statuses.includes(status)))
    throw new Error(`expected only ${statuses.join(', ')}, got ${counts.join(', ')}`);
}
