import type { ErrorCode } from '../schemas/error-codes.ts';

/**
 * Every way in which a request can fail, in one closed table: a failure without a status and a body does not compile,
 * and callers get no other errors. `message` is for the caller and reveals no internals; `cause` is for the log only.
 */

interface ValidationDetails {
  /** Paths of required fields that are absent, relative to `data` (to the body for its own fields). */
  readonly missing_fields: readonly string[];
  readonly invalid_fields?: readonly InvalidField[];
}

export interface InvalidField {
  readonly field: string;
  /** What is wrong and what is expected; never the value that was sent. */
  readonly message: string;
}

/** The specification's shapes of an error body; the shape depends on where the request fails. */
type Shape = 'error' | 'error and message' | 'validation' | 'status and message' | 'unreadable document';

interface Failure {
  readonly status: number;
  readonly shape: Shape;
}

export const FAILURES: Readonly<Record<ErrorCode, Failure>> = {
  key_missing: { status: 401, shape: 'error' },
  key_refused: { status: 403, shape: 'error' },
  right_missing: { status: 403, shape: 'error' },
  rate_limited: { status: 429, shape: 'error and message' },
  unsupported_media_type: { status: 415, shape: 'error and message' },
  body_too_large: { status: 413, shape: 'error and message' },
  validation_error: { status: 400, shape: 'validation' },
  template_not_found: { status: 404, shape: 'status and message' },
  required_array_empty: { status: 500, shape: 'status and message' },
  service_unavailable: { status: 503, shape: 'status and message' },
  generation_failed: { status: 500, shape: 'status and message' },
  malformed_request: { status: 400, shape: 'error and message' },
  request_timeout: { status: 408, shape: 'error and message' },
  headers_too_large: { status: 431, shape: 'error and message' },
  route_not_found: { status: 404, shape: 'error and message' },
  method_not_allowed: { status: 405, shape: 'error and message' },
  /** Any other error of the HTTP layer, with its own status. */
  request_refused: { status: 400, shape: 'error and message' },
  unauthorized: { status: 401, shape: 'error and message' },
  forbidden: { status: 403, shape: 'error and message' },
  not_found: { status: 404, shape: 'error and message' },
  conflict: { status: 409, shape: 'error and message' },
  unreadable_document: { status: 422, shape: 'error and message' },
  template_not_named: { status: 422, shape: 'unreadable document' },
  unprocessable: { status: 422, shape: 'error and message' },
  profile_invalid: { status: 422, shape: 'validation' },
  invalid_signature: { status: 422, shape: 'error and message' },
};

export type FailureCode = ErrorCode;

/** Position of a fault in a text that was sent; both from 1. */
export interface FaultPlace {
  readonly line: number;
  readonly column: number;
}

/** A fault of a text that was sent. */
export interface TextFaultPlace extends Partial<FaultPlace> {
  /** The shared part that has it; absent for the text itself. */
  readonly part?: string;
  /** What is wrong and what to do. */
  readonly message: string;
}

interface ServiceErrorOptions {
  readonly cause?: unknown;
  readonly details?: ValidationDetails;
  readonly place?: FaultPlace | undefined;
  /** All faults of a text, of which the message tells the first. */
  readonly faults?: readonly TextFaultPlace[] | undefined;
  readonly retryAfterSeconds?: number;
  /** Overrides the status of the table. */
  readonly status?: number;
}

export class ServiceError extends Error {
  readonly code: FailureCode;
  readonly status: number;
  readonly details: ValidationDetails | undefined;
  readonly place: FaultPlace | undefined;
  readonly faults: readonly TextFaultPlace[] | undefined;
  readonly retryAfterSeconds: number | undefined;

  constructor(code: FailureCode, message: string, options: ServiceErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'ServiceError';
    this.code = code;
    this.status = options.status ?? FAILURES[code].status;
    this.details = options.details;
    this.place = options.place;
    this.faults = options.faults;
    this.retryAfterSeconds = options.retryAfterSeconds;
  }

  /** The JSON body of the response. */
  get body(): Record<string, unknown> {
    return BODIES[FAILURES[this.code].shape](this);
  }
}

/** @param what The body, or the field that is the file @param bytes that it may have */
export function tooLarge(what: string, bytes: number | undefined): ServiceError {
  return new ServiceError('body_too_large', `${what} must not be larger than ${bytes} bytes`);
}

const BODIES: Record<Shape, (error: ServiceError) => Record<string, unknown>> = {
  error: ({ message }) => ({ error: message }),
  'error and message': ({ code, message, place, faults }) => ({
    ...{ error: code, message, ...place },
    ...(faults && { faults }),
  }),
  validation: ({ message, details }) => ({
    error: 'validation_error',
    message,
    details: details ?? { missing_fields: [] },
  }),
  'status and message': ({ message }) => ({ status: 'error', message }),
  'unreadable document': ({ message }) => ({ error: 'unreadable_document', message }),
};
