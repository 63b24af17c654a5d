import type { ErrorCode } from '../../../../../schemas/error-codes.ts';
import { key } from './key.ts';

/** The service's error bodies; which fields are present depends on the error. */
export interface Refusal {
  /** Of `X-Error-Code`. */
  readonly code: ErrorCode;
  readonly message: string;
  readonly missing: readonly string[];
  readonly invalid: readonly { readonly field: string; readonly message: string }[];
  /** Of a text that is not published. */
  readonly faults: readonly TextFault[];
}

/** A fault, or a warning, of a text, with its cure. */
export interface TextFault {
  /** From 1; absent when the place is not known. */
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
  /** The shared part that the line is in, when it is not in the text. */
  readonly part?: string;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string | Blob;
}

/** What becomes of a request. */
export type Outcome =
  | { readonly kind: 'done'; readonly response: Response }
  /** The request's content is refused: another try has the same end. */
  | { readonly kind: 'refused'; readonly status: number; readonly refusal: Refusal }
  /** The key is refused: another key may succeed. */
  | { readonly kind: 'key'; readonly message: string }
  /** The service is full, or the key over its rate. */
  | { readonly kind: 'busy'; readonly seconds: number; readonly message: string }
  /** No answer of the service. */
  | { readonly kind: 'gone'; readonly message: string };

const GONE = 'The service does not answer.';
const OTHER = 'This answer is not from the service: a sign-in before it may have ended. Reload this page.';

/**
 * Sends a request with the key.
 * @param body of a POST: JSON, or a file with its type; without it, the request is a GET
 * @param accept the type that the answer must have
 * @throws DOMException AbortError when the signal fires
 */
export function ask(
  path: string,
  body?: object | Blob,
  signal?: AbortSignal,
  accept?: string,
): Promise<Outcome> {
  const isFile = body instanceof Blob;
  const headers = {
    ...(body && { 'Content-Type': isFile ? body.type : 'application/json' }),
    ...(accept && { Accept: accept }),
  };
  const sent = body && { method: 'POST', body: isFile ? body : JSON.stringify(body) };
  return send(path, { ...sent, headers }, signal);
}

/**
 * Sends a request with the key.
 * @param sending without a method, it is a GET
 * @throws DOMException AbortError when the signal fires
 */
export async function send(path: string, sending: Sending, signal?: AbortSignal): Promise<Outcome> {
  const request: RequestInit = {
    ...sending,
    headers: { 'X-Key': key.value, ...sending.headers },
    ...(signal && { signal }),
    redirect: 'manual',
  };
  let response: Response;
  try {
    response = await fetch(path, request);
  } catch (error) {
    signal?.throwIfAborted();
    return { kind: 'gone', message: error instanceof TypeError ? GONE : String(error) };
  }
  return response.ok ? { kind: 'done', response } : await outcomeOf(response);
}

async function outcomeOf(response: Response): Promise<Outcome> {
  const { status, headers } = response;
  const code = headers.get('x-error-code') as ErrorCode | null;
  const body = await response.json().then(Object, () => undefined);
  // Without the code, a proxy answers: the service behind it is gone.
  if (code === null || body === undefined)
    return { kind: 'gone', message: status >= 500 ? `${GONE} (${status})` : OTHER };
  const message = [body.message, body.error].find((one) => typeof one === 'string') ?? `refused (${status})`;
  if (status === 429 || status === 503)
    return { kind: 'busy', seconds: Number(headers.get('retry-after')) || 1, message };
  if (code === 'key_missing' || code === 'key_refused') return { kind: 'key', message };
  const { missing_fields = [], invalid_fields = [] } = Object(body.details);
  const { faults = [] } = body as { readonly faults?: readonly TextFault[] };
  return {
    kind: 'refused',
    status,
    refusal: { code, message, missing: missing_fields, invalid: invalid_fields, faults },
  };
}
