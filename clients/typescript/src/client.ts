import createClient, { type Client } from 'openapi-fetch';
import { type Generated, generateMany, type ManyOptions } from './generate-many.ts';
import type { components, paths } from './interface.d.ts';
import { type Retries, retrying } from './retry.ts';

/** A request for a document, with the fields of the template that its `templateId` names. */
export type GenerationRequest = components['schemas']['GenerationRequest'];
export type ValidationError = components['schemas']['ValidationError'];

export type { Generated, ManyOptions };

export interface DocumentClient extends Client<paths> {
  /**
   * Generates a document for each request, and gives each as it is finished: `for await (const made of …)`. Reads no
   * further ahead than it is asked for. Ending the loop ends what is under way.
   * @throws the signal's reason, or the error of a connection; a refused request is given, not thrown
   */
  generateMany(
    requests: Iterable<GenerationRequest> | AsyncIterable<GenerationRequest>,
    options?: ManyOptions,
  ): AsyncGenerator<Generated, void, undefined>;
}

export interface ClientOptions extends Partial<Retries> {
  /** Address of the service: `https://documents.example.com`. */
  readonly baseUrl: string;
  /** The company's key. */
  readonly key: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

/**
 * A client with a method for each HTTP method, whose paths, bodies and answers are those of the interface description.
 * A request that is answered 429 or 503 is sent again after the seconds of its `Retry-After`: five times in all, unless that
 * is more than 30 seconds away.
 */
export function createDocumentClient({
  baseUrl,
  key,
  attempts = 5,
  maxWaitSeconds = 30,
  fetch: send = fetch,
}: ClientOptions): DocumentClient {
  const client = createClient<paths>({
    baseUrl,
    headers: { 'X-Key': key },
    fetch: retrying(send, { attempts, maxWaitSeconds }),
  });
  return { ...client, generateMany: (requests, options) => generateMany(client, requests, options) };
}
