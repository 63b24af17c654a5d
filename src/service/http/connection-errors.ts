import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FailureCode, ServiceError } from '../../errors.ts';

/** Node's codes for requests that it could not parse; any other is answered as malformed. */
const CODES: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
]);

const MESSAGES: Partial<Record<FailureCode, string>> = {
  request_timeout: 'The request did not arrive in time; send it again',
  headers_too_large: 'The path and headers must not be larger than 16384 bytes together',
};

/** Answers a request that could not be parsed. */
export function answerConnectionError(error: NodeJS.ErrnoException, socket: Duplex): void {
  const code = CODES.get(error.code ?? '') ?? 'malformed_request';
  const message = MESSAGES[code] ?? 'The request is not well-formed HTTP/1.1';
  refuseConnection(socket, new ServiceError(code, message));
}

/** Answers a request that has no `reply`: writes to the connection and closes it. */
export function refuseConnection(socket: Duplex, failure: ServiceError): void {
  if (socket.writable) {
    const body = JSON.stringify(failure.body);
    socket.write(
      `HTTP/1.1 ${failure.status} ${STATUS_CODES[failure.status]}\r\n` +
        `Connection: close\r\nX-Error-Code: ${failure.code}\r\n` +
        'Content-Type: application/json; charset=utf-8\r\n' +
        `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    );
  }
  socket.destroy();
}
