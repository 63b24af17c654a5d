import { DocumentServiceError } from '../../../../../clients/typescript/src/error.ts';
import { type Sending, type Service, send as sendOnce } from '../../../../../clients/typescript/src/send.ts';
import { key } from './key.ts';

/** Each request is sent once here; `askPatiently` sends it again. */
const SERVICE: Service = { baseUrl: '', busyMs: 0, lostMs: 0 };

export type Outcome =
  | { readonly kind: 'done'; readonly response: Response }
  /** The request's content is refused: another try has the same end. */
  | { readonly kind: 'refused'; readonly refusal: DocumentServiceError }
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
 * @throws the signal's reason
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
 * @throws the signal's reason
 */
export async function send(path: string, sending: Sending, signal?: AbortSignal): Promise<Outcome> {
  const headers = { 'X-Key': key.value, ...sending.headers };
  try {
    const response = await sendOnce(SERVICE, path, { ...sending, headers }, signal);
    return { kind: 'done', response };
  } catch (error) {
    if (error instanceof DocumentServiceError) return outcomeOf(error);
    throw error;
  }
}

function outcomeOf(refusal: DocumentServiceError): Outcome {
  const { status, code, message, retryAfter = 1, cause } = refusal;
  switch (code) {
    case 'no_answer':
      if (cause !== undefined) return { kind: 'gone', message: GONE };
      return { kind: 'gone', message: status >= 500 ? `${GONE} (${status})` : OTHER };
    case 'rate_limited':
    case 'service_unavailable':
      return { kind: 'busy', seconds: retryAfter, message };
    case 'key_missing':
    case 'key_refused':
      return { kind: 'key', message };
    default:
      return { kind: 'refused', refusal };
  }
}
