import type { IncomingHttpHeaders } from 'node:http';
import { type Dispatcher, request } from 'undici';
import { CommandFailure } from './failure.ts';
import { describeRefusal, readRefusal } from './refusal.ts';
import { adminToken, companyKey, messageOf, serverUrl } from './settings.ts';

/** A document may wait 8 s for a page and print for 30 s; after more than that no response will come. */
const ANSWER_TIMEOUT_MS = 60_000;

export interface Answer {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: Buffer;
}

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Like `ask`. @throws CommandFailure refused or unreachable */
export async function send(...request: Parameters<typeof ask>): Promise<Answer> {
  const answer = await ask(...request);
  if (answer.status < 300) return answer;
  throw refused(answer);
}

/**
 * Sends one request to the server, and returns what it answers, also when it refuses.
 * @param path from the root, with encoded segments
 * @param headers with the content type of a body that is another one
 * @param body an object to send as JSON, the text of a template, or a file
 * @throws CommandFailure unreachable, or the signal's reason
 */
export async function ask(
  method: Dispatcher.HttpMethod,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object | Uint8Array,
  signal?: AbortSignal,
): Promise<Answer> {
  const url = serverUrl();
  return exchange(`${url}${path}`, {
    method,
    headers: { ...(body !== undefined && { 'content-type': contentTypeOf(body) }), ...headers },
    body: body === undefined || body instanceof Uint8Array ? (body ?? null) : JSON.stringify(body),
    ...(signal && { signal }),
  }).catch((cause) => {
    signal?.throwIfAborted();
    throw new CommandFailure('unreachable', describeSilence(url, cause), { cause });
  });
}

/** The failure of a request that the server refused, or to which only a load balancer answered, in words. */
export function refused({ status, headers, bytes }: Answer): CommandFailure {
  const refusal = readRefusal(bytes);
  const reason = isBalancersOwn({ status }) ? 'unreachable' : 'refused';
  return new CommandFailure(reason, describeRefusal(status, headers, refusal), { answer: refusal });
}

/** Whether a load balancer answered because the instance that it chose did not: the service never has these statuses. */
export function isBalancersOwn({ status }: Pick<Answer, 'status'>): boolean {
  return status === 502 || status === 504;
}

function describeSilence(url: string, cause: Error & { readonly code?: string }): string {
  if (cause.code === 'ECONNREFUSED')
    return (
      `Nothing listens at ${url}. Start the service, and wait for "Server listening at" in its log; ` +
      'or set DOCGEN_URL to its address.'
    );
  return `No answer from ${url}: ${messageOf(cause)}. Set DOCGEN_URL to the address of the service.`;
}

function contentTypeOf(body: object): string {
  return body instanceof Uint8Array ? 'text/html; charset=utf-8' : 'application/json';
}

/** Sends one administration request. Encodes the names in `path` and the values in `query`. */
export async function callAdminApi<Body>(
  method: Dispatcher.HttpMethod,
  path: readonly string[],
  body?: object | Uint8Array,
  query?: Query,
): Promise<Body> {
  const bytes = await callAdminApiForBytes(method, path, body, query);
  return (bytes.byteLength === 0 ? undefined : JSON.parse(bytes.toString())) as Body;
}

/** Like `callAdminApi`, for a response that is not JSON. */
export async function callAdminApiForBytes(
  method: Dispatcher.HttpMethod,
  path: readonly string[],
  body?: object | Uint8Array,
  query: Query = {},
): Promise<Buffer> {
  const headers = { authorization: `Bearer ${adminToken()}` };
  const target = encode(['admin', 'v1', ...path]) + encodeQuery(query);
  return (await send(method, target, headers, body)).bytes;
}

/** Sends one request with a company's key and returns its JSON. Encodes the names in `path` and the values in `query`. */
export async function callApi<Body>(
  method: Dispatcher.HttpMethod,
  path: readonly string[],
  keyFile: string | undefined,
  body?: object,
  query: Query = {},
): Promise<Body> {
  const headers = { 'x-key': await companyKey(keyFile) };
  const { bytes } = await send(method, apiTarget(path, query), headers, body);
  return JSON.parse(bytes.toString()) as Body;
}

/** A path below /api/v1 as a request has it: with encoded segments, and values of the query. */
export function apiTarget(path: readonly string[], query: Query = {}): string {
  return encode(['api', 'v1', ...path]) + encodeQuery(query);
}

function encode(path: readonly string[]): string {
  return `/${path.map(encodeURIComponent).join('/')}`;
}

function encodeQuery(query: Query): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}

async function exchange(url: string, options: Parameters<typeof request>[1]) {
  const { statusCode, headers, body } = await request(url, {
    ...options,
    headersTimeout: ANSWER_TIMEOUT_MS,
    bodyTimeout: ANSWER_TIMEOUT_MS,
  });
  return { status: statusCode, headers, bytes: Buffer.from(await body.arrayBuffer()) };
}
