import type { DocumentServiceError, TextFault } from '../../../clients/typescript/src/error.ts';

/** A refusal in words: the server's message, every invalid field, every fault of a text, and when to try again. */
export function describeRefusal(error: DocumentServiceError): string {
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
