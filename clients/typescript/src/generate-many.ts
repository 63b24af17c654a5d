import type { Client } from 'openapi-fetch';
import type { components, paths } from './interface.d.ts';

type GenerationRequest = components['schemas']['GenerationRequest'];

/** What became of one request of many. */
export type Generated =
  | {
      /** Place of the request among all, from 0. */
      readonly index: number;
      readonly file: Uint8Array<ArrayBuffer>;
      readonly documentId: string;
      readonly warnings: number;
      readonly blanks: number;
    }
  | {
      readonly index: number;
      readonly status: number;
      /** The body of the error response. */
      readonly error: unknown;
    };

export interface ManyOptions {
  /** Requests at the same time; more than twice the service's printing pages gains nothing. Default: 4. */
  readonly concurrency?: number;
  readonly signal?: AbortSignal;
}

interface Requested {
  readonly index: number;
  readonly request: GenerationRequest;
}

/** The method of a client; see there. */
export async function* generateMany(
  client: Client<paths>,
  requests: Iterable<GenerationRequest> | AsyncIterable<GenerationRequest>,
  { concurrency = 4, signal }: ManyOptions = {},
): AsyncGenerator<Generated, void, undefined> {
  const ended = new AbortController();
  const both = signal === undefined ? ended.signal : AbortSignal.any([ended.signal, signal]);
  const source = numbered(requests);
  const running = new Map<number, Promise<Generated>>();
  let isDone = false;
  try {
    for (;;) {
      while (!isDone && running.size < concurrency) {
        const next = await source.next();
        if (next.done) isDone = true;
        else running.set(next.value.index, generate(client, next.value, both));
      }
      if (running.size === 0) return;
      const generated = await Promise.race(running.values());
      running.delete(generated.index);
      yield generated;
    }
  } finally {
    ended.abort();
    await Promise.allSettled(running.values());
    await source.return(undefined);
  }
}

async function* numbered(
  requests: Iterable<GenerationRequest> | AsyncIterable<GenerationRequest>,
): AsyncGenerator<Requested, void, undefined> {
  let index = 0;
  for await (const request of requests) yield { index: index++, request };
}

async function generate(
  client: Client<paths>,
  { index, request }: Requested,
  signal: AbortSignal,
): Promise<Generated> {
  const { data, error, response } = await client.POST('/api/v1/documents/generate', {
    body: request,
    parseAs: 'arrayBuffer',
    signal,
  });
  if (data === undefined) return { index, status: response.status, error };
  const { headers } = response;
  return {
    index,
    file: new Uint8Array(data),
    documentId: headers.get('x-document-id') ?? '',
    warnings: Number(headers.get('x-warnings')),
    blanks: Number(headers.get('x-blanks')),
  };
}
