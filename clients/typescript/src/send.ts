import { DocumentServiceError, isOfService, noAnswer, readError, secondsIn } from './error.ts';
import { type Patience, patiently, type Setback } from './patience.ts';

/** Where requests go, and how. */
export interface Service extends Patience {
  /** Address of the service; "" in a page of its own. */
  readonly baseUrl: string;
  /** Used instead of the global `fetch`. */
  readonly fetch?: typeof fetch;
}

export interface Sending {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: NonNullable<RequestInit['body']>;
}

/** A document waits at most 8 s for its place and prints for 30 s by default: after this no answer will come. */
const ANSWER_MS = 120_000;

/** With these a proxy answers when the instance that it chose does not. */
const OF_PROXIES = [502, 503, 504];

/**
 * Sends a request until the service takes it or patience ends.
 * @param path from the root, with encoded segments
 * @returns the answer, whose body has arrived
 * @throws DocumentServiceError, the signal's reason
 */
export async function send(
  service: Service,
  path: string,
  sending: Sending,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await exchange(service, () => [`${service.baseUrl}${path}`, sending], signal);
  if (answer.ok) return answer;
  throw await readError(answer);
}

/**
 * Like `send`, but returns an answer without success too, unread.
 * @param request makes it anew for each attempt
 * @throws DocumentServiceError when nothing arrives, the signal's reason
 */
export async function exchange(
  service: Service,
  request: () => Parameters<typeof fetch>,
  signal?: AbortSignal,
): Promise<Response> {
  const answer = await patiently(() => attempt(service, request(), signal), setbackOf, service, signal);
  if (answer instanceof DocumentServiceError) throw answer;
  return answer;
}

function setbackOf(answer: Response | DocumentServiceError): Setback | undefined {
  if (answer instanceof DocumentServiceError) return { kind: 'lost' };
  const { status, headers } = answer;
  if (!isOfService(answer) && OF_PROXIES.includes(status)) return { kind: 'lost' };
  return status === 429 || status === 503 ? { kind: 'busy', retryAfter: secondsIn(headers) } : undefined;
}

/** An answer is read whole, so that a connection that is lost within it is an attempt without one. */
async function attempt(
  service: Service,
  [input, init]: Parameters<typeof fetch>,
  signal: AbortSignal | undefined,
): Promise<Response | DocumentServiceError> {
  signal?.throwIfAborted();
  const { fetch: fetchNow = fetch } = service;
  const limit = AbortSignal.timeout(ANSWER_MS);
  const either = signal === undefined ? limit : AbortSignal.any([signal, limit]);
  try {
    const answer = await fetchNow(input, { ...init, redirect: 'manual', signal: either });
    // Of a redirection, a browser tells nothing.
    if (answer.type === 'opaqueredirect') return answer;
    const { status, statusText, headers } = answer;
    const bytes = await answer.arrayBuffer();
    return new Response(bytes.byteLength === 0 ? null : bytes, { status, statusText, headers });
  } catch (error) {
    signal?.throwIfAborted();
    const url = input instanceof Request ? input.url : String(input);
    return noAnswer(service.baseUrl || url, error);
  }
}
