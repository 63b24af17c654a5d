import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { type FailureCode, ServiceError } from '../../errors.ts';

/** Node's codes for requests that it could not parse; any other is answered as malformed. */
const CODES: ReadonlyMap<string, FailureCode> = new Map<string, FailureCode>([
  ['ERR_HTTP_REQUEST_TIMEOUT', 'request_timeout'],
  ['HPE_HEADER_OVERFLOW', 'headers_too_large'],
]);

const NOT_HTTP = 'The request is not well-formed HTTP/1.1';
/** The first byte of a TLS handshake (RFC 8446, section 5.1). */
const TLS_HANDSHAKE = 0x16;

const MESSAGES: Partial<Record<FailureCode, string>> = {
  request_timeout: 'The request did not arrive in time; send it again',
  headers_too_large: 'The path and headers must not be larger than 16384 bytes together',
};

/**
 * Answers a request that could not be parsed.
 * @param error with `rawPacket`, the bytes that arrived, where the parser failed
 */
export function answerConnectionError(
  error: NodeJS.ErrnoException & { readonly rawPacket?: unknown },
  socket: Duplex,
): void {
  const code = CODES.get(error.code ?? '') ?? 'malformed_request';
  const isTls = Buffer.isBuffer(error.rawPacket) && error.rawPacket[0] === TLS_HANDSHAKE;
  const message = MESSAGES[code] ?? (isTls ? `${NOT_HTTP}; send it as http://, without TLS` : NOT_HTTP);
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
