import type { IncomingHttpHeaders } from 'node:http';

/** All of the service's error bodies; which fields are present depends on the error. */
interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly details?: {
    readonly missing_fields?: readonly string[];
    readonly invalid_fields?: readonly { readonly field: string; readonly message: string }[];
  };
  /** Of a text; the message is the first of them. */
  readonly faults?: readonly TextFault[];
}

interface TextFault {
  readonly line?: number;
  readonly column?: number;
  readonly part?: string;
  readonly message: string;
}

/** An error response in words: the server's message, every invalid field, every fault of a text, and when to try again. */
export function describeRefusal(
  status: number,
  headers: IncomingHttpHeaders,
  { error, message, details, faults = [] }: ErrorBody,
): string {
  if (error === 'route_not_found') {
    return `The server has no such route (${status}). It serves administration only when it was started with ADMIN_TOKEN; DOCGEN_URL must be its root.`;
  }
  const again = headers['retry-after'];
  return [
    `The server refused (${status}): ${message ?? error ?? 'it gave no reason'}`,
    ...(details?.missing_fields ?? []).map((field) => `  ${field}: missing`),
    ...(details?.invalid_fields ?? []).map(({ field, message }) => `  ${field}: ${message}`),
    ...faults.slice(1).map((fault) => `  ${describeFault(fault)}`),
    ...(again === undefined ? [] : [`Try again in ${again} s.`]),
  ].join('\n');
}

function describeFault({ line, column, part, message }: TextFault): string {
  const place = [
    ...(part === undefined ? [] : [part]),
    ...(line === undefined ? [] : [`line ${line}, column ${column}`]),
  ];
  return `${place.join(', ')}${place.length > 0 ? ': ' : ''}${message}`;
}

/** Parses an error body. A response that comes from a proxy, not from the service, may not be JSON. */
export function readRefusal(bytes: Buffer): ErrorBody {
  try {
    return Object(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}
