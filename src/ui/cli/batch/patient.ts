import { DocumentServiceError } from '../../../../clients/typescript/src/error.ts';
import { type Patience, pauseFor } from '../../../../clients/typescript/src/patience.ts';
import { CommandFailure } from '../failure.ts';
import { apiTarget, ask, failureOf, type Query } from '../server.ts';

/** A restart of the service behind a load balancer takes less. */
const GONE_AFTER_MS = 60_000;

/** With these no request of the key can succeed. */
const FINAL = [401, 403, 404];

/** Sends requests of a company and waits while the service is full, gone for a moment, or the key over its rate. */
export class PatientCaller {
  readonly #headers: Readonly<Record<string, string>>;
  /** Requests that wait to be sent again. */
  waiting = 0;
  readonly #patience: Patience = {
    busyMs: Number.POSITIVE_INFINITY,
    lostMs: GONE_AFTER_MS,
    pause: async (milliseconds, signal) => {
      this.waiting += 1;
      await pauseFor(milliseconds, signal).finally(() => {
        this.waiting -= 1;
      });
    },
  };

  constructor(key: string) {
    this.#headers = { 'x-key': key };
  }

  /**
   * @param path below /api/v1
   * @throws CommandFailure
   */
  async get<Body>(path: readonly string[], query: Query = {}): Promise<Body> {
    try {
      return (await (await this.#send('GET', apiTarget(path, query))).json()) as Body;
    } catch (error) {
      throw error instanceof DocumentServiceError ? failureOf(error) : error;
    }
  }

  /**
   * @param path from the root
   * @throws DocumentServiceError when the request's content is refused; CommandFailure unreachable after a minute of
   * silence, refused when no request of the key can succeed; the signal's reason
   */
  post(path: string, body: object, signal: AbortSignal): Promise<Response> {
    return this.#send('POST', path, body, signal);
  }

  async #send(method: 'GET' | 'POST', path: string, body?: object, signal?: AbortSignal): Promise<Response> {
    const options = { patience: this.#patience, ...(signal && { signal }) };
    try {
      return await ask(method, path, this.#headers, body, options);
    } catch (error) {
      if (!(error instanceof DocumentServiceError)) throw error;
      const failure = failureOf(error);
      if (failure.reason === 'unreachable')
        throw new CommandFailure(
          'unreachable',
          `${failure.message}\nThe same command again goes on where this one ended.`,
        );
      throw FINAL.includes(error.status) ? failure : error;
    }
  }
}
