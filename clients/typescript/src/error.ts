import type { components } from './interface.d.ts';

/**
 * Why the service refuses a request: its `X-Error-Code`. `no_answer` is the client's own: nothing arrived, or an answer
 * that is not from the service, such as the page of a proxy before it.
 */
export type ErrorCode = components['schemas']['ErrorCode'] | 'no_answer';

export interface InvalidField {
  /** Path of the field. */
  readonly field: string;
  readonly message: string;
}

/** A fault of a text that was sent. */
export interface TextFault {
  /** From 1; absent when the place is not known. */
  readonly line?: number;
  readonly column?: number;
  /** The shared part that the line is in, when it is not in the text itself. */
  readonly part?: string;
  readonly message: string;
}

interface Refused {
  /** 0 when nothing arrived. */
  readonly status: number;
  readonly code: ErrorCode;
  readonly retryAfter?: number | undefined;
  /** The JSON of the answer; {} when it has none. */
  readonly body?: ErrorBody;
}

interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly details?: {
    readonly missing_fields?: readonly string[];
    readonly invalid_fields?: readonly InvalidField[];
  };
  readonly faults?: readonly TextFault[];
}

/** A request without success, whatever the shape of the answer. `message` is what the service says, for people. */
export class DocumentServiceError extends Error {
  override readonly name = 'DocumentServiceError';
  readonly status: number;
  readonly code: ErrorCode;
  /** Paths of the required fields that are missing. */
  readonly missingFields: readonly string[];
  readonly invalidFields: readonly InvalidField[];
  /** Of a text that cannot be published or shown; `message` has the first. */
  readonly faults: readonly TextFault[];
  /** Seconds after which the same request can succeed. */
  readonly retryAfter: number | undefined;
  /** The JSON of the answer. */
  readonly body: object;

  constructor(message: string, { status, code, retryAfter, body = {} }: Refused, options?: ErrorOptions) {
    super(message, options);
    this.status = status;
    this.code = code;
    this.missingFields = body.details?.missing_fields ?? [];
    this.invalidFields = body.details?.invalid_fields ?? [];
    this.faults = body.faults ?? [];
    this.retryAfter = retryAfter;
    this.body = body;
  }
}

/** @param cause why there is none, of `fetch` */
export function noAnswer(url: string, cause: unknown): DocumentServiceError {
  const reason = cause instanceof Error ? cause.message : String(cause);
  return new DocumentServiceError(
    `No answer from ${url}: ${reason}`,
    { status: 0, code: 'no_answer' },
    { cause },
  );
}

/** Whether an answer is from the service, and not from a proxy before it. */
export function isOfService({ ok, headers }: Response): boolean {
  return ok || headers.has('x-error-code');
}

/** The error that an answer without success tells. */
export async function readError(answer: Response): Promise<DocumentServiceError> {
  const { status, headers } = answer;
  const code = (headers.get('x-error-code') ?? 'no_answer') as ErrorCode;
  const retryAfter = secondsIn(headers);
  const body: ErrorBody = await answer.json().then(Object, () => ({}));
  const message =
    code === 'no_answer'
      ? `The answer is not from the service (status ${status})`
      : (body.message ?? body.error ?? `Refused (status ${status})`);
  return new DocumentServiceError(message, { status, code, retryAfter, body });
}

/** `Retry-After` in seconds; undefined when there is none, or a date. */
export function secondsIn(headers: Headers): number | undefined {
  const value = headers.get('retry-after');
  return value !== null && /^\d+$/.test(value) ? Number(value) : undefined;
}
