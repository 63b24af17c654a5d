import { type Dispatcher, request } from 'undici';
import { DocumentServiceError, type TextFault } from '../../../clients/typescript/src/error.ts';
import type { Patience } from '../../../clients/typescript/src/patience.ts';
import { type Sending, send as sendTo } from '../../../clients/typescript/src/send.ts';
import { CommandFailure } from './failure.ts';
import { adminToken, companyKey, serverUrl } from './settings.ts';

/** A full service is waited for; one that is not there is told at once. */
const PATIENCE: Patience = { busyMs: 120_000, lostMs: 0 };

/** A load balancer's answers when the instance that it chose does not answer: the service never has these. */
const OF_BALANCERS = [502, 504];

/** Query parameters; undefined ones are left out. */
export type Query = Readonly<Record<string, string | undefined>>;

/** Like `ask`. @throws CommandFailure refused or unreachable */
export async function send(...request: Parameters<typeof ask>): Promise<Response> {
  try {
    return await ask(...request);
  } catch (error) {
    throw error instanceof DocumentServiceError ? failureOf(error) : error;
  }
}

/**
 * Sends one request to the server.
 * @param path from the root, with encoded segments
 * @param headers with the content type of a body that is another one
 * @param body an object to send as JSON, the text of a template, or a file
 * @throws DocumentServiceError, or the signal's reason
 */
export async function ask(
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: object | Uint8Array<ArrayBuffer>,
  { signal, patience = PATIENCE }: { signal?: AbortSignal; patience?: Patience } = {},
): Promise<Response> {
  const sending: Sending = {
    method,
    headers: { ...(body !== undefined && { 'content-type': contentTypeOf(body) }), ...headers },
    ...(body !== undefined && { body: body instanceof Uint8Array ? body : JSON.stringify(body) }),
  };
  return sendTo({ baseUrl: serverUrl(), fetch: fetchOnAnyPort, ...patience }, path, sending, signal);
}

/** Browsers' `fetch`, which Node has too, refuses some ports. */
async function fetchOnAnyPort(url: string | URL | Request, init: RequestInit = {}): Promise<Response> {
  const sent = { method: 'GET', ...init } as { method: Dispatcher.HttpMethod } & Sending & {
      signal: AbortSignal;
    };
  const { statusCode, headers, body } = await request(String(url), sent as Parameters<typeof request>[1]);
  const bytes = await body.arrayBuffer();
  const answered = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string]);
  return new Response(bytes.byteLength === 0 ? null : bytes, { status: statusCode, headers: answered });
}

export function failureOf(error: DocumentServiceError): CommandFailure {
  const { status, code, body: answer } = error;
  if (status === 0) return new CommandFailure('unreachable', describeSilence(error), { cause: error });
  const reason = code === 'no_answer' && OF_BALANCERS.includes(status) ? 'unreachable' : 'refused';
  return new CommandFailure(reason, describeRefusal(error), { answer });
}

function describeSilence({ message, cause }: DocumentServiceError): string {
  if ((cause as NodeJS.ErrnoException).code === 'ECONNREFUSED')
    return (
      `Nothing listens at ${serverUrl()}. Start the service, and wait for "Server listening at" in its log; ` +
      'or set DOCGEN_URL to its address.'
    );
  return `${message}. Set DOCGEN_URL to the address of the service.`;
}

function contentTypeOf(body: object): string {
  return body instanceof Uint8Array ? 'text/html; charset=utf-8' : 'application/json';
}

/** Sends one administration request. Encodes the names in `path` and the values in `query`. */
export async function callAdminApi<Body>(
  method: string,
  path: readonly string[],
  body?: object | Uint8Array<ArrayBuffer>,
  query: Query = {},
): Promise<Body> {
  const headers = { authorization: `Bearer ${adminToken()}`, accept: 'application/json' };
  const target = encode(['admin', 'v1', ...path]) + encodeQuery(query);
  return jsonOf(await send(method, target, headers, body));
}

/** @returns undefined for an answer without content */
async function jsonOf<Body>(answer: Response): Promise<Body> {
  const text = await answer.text();
  return (text === '' ? undefined : JSON.parse(text)) as Body;
}

/** Sends one request with a company's key and returns its JSON. Encodes the names in `path` and the values in `query`. */
export async function callApi<Body>(
  method: string,
  path: readonly string[],
  keyFile: string | undefined,
  body?: object,
  query: Query = {},
): Promise<Body> {
  const headers = { 'x-key': await companyKey(keyFile) };
  return jsonOf(await send(method, apiTarget(path, query), headers, body));
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

/** A refusal in words: the server's message, every invalid field, every fault of a text, and when to try again. */
function describeRefusal(error: DocumentServiceError): string {
  const { status, code, message, missingFields, invalidFields, faults, retryAfter } = error;
  if (code === 'route_not_found') {
    return `The server has no such route (${status}). It serves administration only when it was started with ADMIN_TOKEN; DOCGEN_URL must be its root.`;
  }
  return [
    `The server refused (${status}): ${message}`,
    ...missingFields.map((field) => `  ${field}: missing`),
    ...invalidFields.map(({ field, message }) => `  ${field}: ${message}`),
    ...faults.slice(1).map((fault) => `  ${describeFault(fault)}`),
    ...(retryAfter === undefined ? [] : [`Try again in ${retryAfter} s.`]),
  ].join('\n');
}

function describeFault({ line, column, part, message }: TextFault): string {
  const place = [
    ...(part === undefined ? [] : [part]),
    ...(line === undefined ? [] : [`line ${line}, column ${column}`]),
  ];
  return `${place.join(', ')}${place.length > 0 ? ': ' : ''}${message}`;
}
