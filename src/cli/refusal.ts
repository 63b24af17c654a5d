import type { IncomingHttpHeaders } from 'node:http';

/** The service's error bodies, all of them: which fields are there depends on where the request failed. */
interface ErrorBody {
  readonly error?: string;
  readonly message?: string;
  readonly details?: {
    readonly missing_fields?: readonly string[];
    readonly invalid_fields?: readonly { readonly field: string; readonly message: string }[];
  };
}

/** A refusal in words: what the server says, every field at fault, and when to come again. */
export function describeRefusal(
  status: number,
  headers: IncomingHttpHeaders,
  { error, message, details }: ErrorBody,
): string {
  if (error === 'route_not_found') {
    return `The server has no such route (${status}). It serves administration only when it was started with ADMIN_TOKEN; DOCGEN_URL must be its root.`;
  }
  const again = headers['retry-after'];
  return [
    `The server refused (${status}): ${message ?? error ?? 'it gave no reason'}`,
    ...(details?.missing_fields ?? []).map((field) => `  ${field}: missing`),
    ...(details?.invalid_fields ?? []).map(({ field, message }) => `  ${field}: ${message}`),
    ...(again === undefined ? [] : [`Try again in ${again} s.`]),
  ].join('\n');
}

/** What the service says of a refusal. An answer that is not its own, of a proxy for example, is not JSON. */
export function readRefusal(bytes: Buffer): ErrorBody {
  try {
    return Object(JSON.parse(bytes.toString()));
  } catch {
    return {};
  }
}
