/** What the measures use of the peers, so that the types are checked where the peers are not installed. */

declare module 'autocannon' {
  import type { EventEmitter } from 'node:events';

  interface Request {
    readonly method: string;
    readonly path: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body: string;
  }

  interface Options {
    readonly url: string;
    readonly connections: number;
    readonly pipelining: number;
    readonly amount: number;
    readonly timeout: number;
    readonly sampleInt: number;
    readonly excludeErrorStats: boolean;
    readonly requests: readonly Request[];
  }

  export default function autocannon(
    options: Options,
  ): EventEmitter & PromiseLike<{ readonly errors: number }>;
}
