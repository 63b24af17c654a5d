import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

export interface LoadRequest {
  readonly method: string;
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** So many connections, each of which sends its next request when it has the answer to the last. */
export interface ClosedLoop {
  readonly url: string;
  readonly connections: number;
  readonly amount: number;
  readonly requests: readonly LoadRequest[];
}

export interface LoadResult {
  /** Status → milliseconds of each request that got it. */
  readonly latencies: Readonly<Record<number, readonly number[]>>;
  /** Requests without an answer. */
  readonly errors: number;
  /** From the first request to the last answer. */
  readonly seconds: number;
}

/** The callers, in a process of their own. */
export class Load implements AsyncDisposable {
  readonly #child: ChildProcess = fork(path.join(import.meta.dirname, 'load-process.ts'));

  get pid(): number {
    return this.#child.pid as number;
  }

  async run(load: ClosedLoop): Promise<LoadResult> {
    this.#child.send(load);
    const answer = await Promise.race([once(this.#child, 'message'), once(this.#child, 'exit')]);
    if (typeof answer[0] !== 'object') throw new Error('the process that makes the load died');
    return answer[0] as LoadResult;
  }

  /** Answers a second, when all of them have this status. @throws when one has not */
  async rate(load: ClosedLoop, status = 200): Promise<number> {
    const { latencies, errors, seconds } = await this.run(load);
    const answered = latencies[status]?.length ?? 0;
    if (answered !== load.amount) {
      const counts = Object.entries(latencies).map(([code, times]) => `${times.length} × ${code}`);
      throw new Error(`${load.amount} × ${status} expected, got ${counts.join(', ')} and ${errors} errors`);
    }
    return answered / seconds;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const gone = once(this.#child, 'exit');
    this.#child.disconnect();
    await gone;
  }
}
