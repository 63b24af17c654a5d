import { setTimeout as pause } from 'node:timers/promises';
import { CommandFailure } from '../failure.ts';
import { type Answer, apiTarget, ask, isBalancersOwn, type Query, refused } from '../server.ts';

/** A restart of the service behind a load balancer takes less. */
const GONE_AFTER_MS = 60_000;
const TRY_AGAIN_MS = 1_000;

/** Sends requests of a company and waits while the service is full, gone for a moment, or the key over its rate. */
export class PatientCaller {
  readonly #headers: Readonly<Record<string, string>>;
  readonly #signal: AbortSignal;
  /** When the service stopped answering, on the clock of `performance.now()`; undefined while it answers. */
  #silentSince: number | undefined;
  /** Requests that wait to be sent again. */
  waiting = 0;

  /** @param signal fires when nothing more is to be sent */
  constructor(key: string, signal: AbortSignal) {
    this.#headers = { 'x-key': key };
    this.#signal = signal;
  }

  /**
   * @param path below /api/v1
   * @throws as `post`, and CommandFailure when the request is refused
   */
  async get<Body>(path: readonly string[], query: Query = {}): Promise<Body> {
    const answer = await this.#send('GET', apiTarget(path, query));
    if (answer.status >= 300) throw refused(answer);
    return JSON.parse(answer.bytes.toString()) as Body;
  }

  /**
   * @param path from the root
   * @returns the answer; one that refuses the request's content too
   * @throws CommandFailure unreachable after a minute of silence, refused when no request of the key can succeed; the
   * signal's reason
   */
  async post(path: string, body: object): Promise<Answer> {
    return this.#send('POST', path, body);
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer> {
    for (;;) {
      const answer = await this.#once(method, path, body);
      if (answer === undefined) {
        await this.#wait(TRY_AGAIN_MS);
      } else if (answer.status === 429 || answer.status === 503) {
        await this.#wait(1_000 * (Number(answer.headers['retry-after']) || 1));
      } else if ([401, 403, 404].includes(answer.status)) {
        throw refused(answer);
      } else {
        return answer;
      }
    }
  }

  /** @returns undefined when there was no answer, or only a load balancer's, and may be one soon */
  async #once(method: 'GET' | 'POST', path: string, body?: object): Promise<Answer | undefined> {
    try {
      const answer = await ask(method, path, this.#headers, body, this.#signal);
      if (isBalancersOwn(answer)) throw refused(answer);
      this.#silentSince = undefined;
      return answer;
    } catch (error) {
      this.#signal.throwIfAborted();
      this.#silentSince ??= performance.now();
      if (performance.now() - this.#silentSince < GONE_AFTER_MS) return undefined;
      throw error instanceof CommandFailure
        ? new CommandFailure(
            'unreachable',
            `${error.message}\nThe same command again goes on where this one ended.`,
          )
        : error;
    }
  }

  async #wait(milliseconds: number): Promise<void> {
    this.waiting += 1;
    try {
      await pause(milliseconds, undefined, { signal: this.#signal });
    } finally {
      this.waiting -= 1;
    }
  }
}
