import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { describe, expect } from 'vitest';
import { answerConnectionError } from '../../../src/service/http/connection-errors.ts';
import type { TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';

const VALIDATE = '/api/v1/documents/validate';
const BODY = '{"templateId":"esg-policy","format":"pdf","data":{}}';
const NO_ROUTE = { error: 'route_not_found', message: 'No such route; GET /docs lists the routes' };
const TOO_LARGE = { error: 'body_too_large', message: 'The body must not be larger than 262144 bytes' };
const notJson = (reason: string) => ({
  error: 'validation_error',
  message: `The body must be JSON in UTF-8; ${reason}`,
  details: { missing_fields: [] },
});
const NOT_UTF_8 = notJson('some of its bytes are not UTF-8');
const stopsAt = (column: number) => `it stops being JSON at line 1, column ${column}`;
const VALID = { valid: true, warnings: expect.any(Array), blanks: expect.any(Array) };
const MALFORMED = { error: 'malformed_request', message: 'The request is not well-formed HTTP/1.1' };
const TLS = {
  error: 'malformed_request',
  message: 'The request is not well-formed HTTP/1.1; send it as http://, without TLS',
};

const NO_HOST = {
  error: 'malformed_request',
  message: 'The request must have one Host header, as HTTP/1.1 asks for',
};
const UNKNOWN_EXPECT = {
  error: 'request_refused',
  message: 'The service can only be expected to 100-continue; leave out the Expect header',
};

/** Everything received on a connection until the other side closes it. */
async function receive(socket: Socket): Promise<string> {
  const received: Buffer[] = [];
  socket.on('data', (bytes) => received.push(bytes)).on('error', () => {});
  await once(socket, 'close');
  return Buffer.concat(received).toString();
}

/** Status and body of every response. */
const answersIn = (text: string) =>
  text.split(/(?=HTTP\/1\.1 \d{3} )/).map((answer) => {
    const [, status] = /^HTTP\/1\.1 (\d{3}) /.exec(answer) ?? [];
    const body = answer.slice(answer.indexOf('\r\n\r\n') + 4);
    return [Number(status), body === '' ? undefined : JSON.parse(body)];
  });

describe('on the wire', () => {
  let service: TestService;
  test.beforeAll(({ service: shared }) => {
    service = shared;
  });

  const exchange = async (...sent: string[]) => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    for (const text of sent) socket.write(text);
    return receive(socket);
  };

  const head = (line: string, ...headers: string[]) =>
    `${[line, 'Host: docgen', 'Connection: close', ...headers].join('\r\n')}\r\n\r\n`;
  const post = (...headers: string[]) =>
    head(`POST ${VALIDATE} HTTP/1.1`, `X-Key: ${service.key}`, 'Content-Type: application/json', ...headers);

  const sendBytes = async (body: Buffer | string) => {
    const headers = { 'x-key': service.key, 'content-type': 'application/json' };
    const { status, json } = await service.send('POST', VALIDATE, headers, body);
    return [status, json];
  };

  describe('an unknown path is answered with 404:', () => {
    test.each(['/nope', '/api/v1/nope', '/admin/v1/companies/x/nope', '/docs/nope'])(
      '%s, whatever the body',
      async (path) => {
        const bodies = [
          ['application/json', '{'],
          ['application/json', 'x'.repeat(300_000)],
          ['text/plain', 'hello'],
        ] as const;
        for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
          for (const [type, body] of bodies) {
            const answer = await service.send(method, path, { 'content-type': type }, body);
            expect([answer.status, answer.json]).toEqual([404, NO_ROUTE]);
          }
        }
      },
    );

    test.each(['GET /docs/static/../../package.json', 'GET /docs/static/%00', 'GET /%ff', 'QUERY /nope'])(
      '%s',
      async (line) => {
        const answer = await exchange(head(`${line} HTTP/1.1`, 'X-Request-Id: mine'));
        expect(answersIn(answer)).toEqual([[404, NO_ROUTE]]);
        expect(answer).toMatch(/^x-request-id: mine\r$/m);
      },
    );
  });

  test.each([
    ['/api/v1/documents/generate/', '/api/v1/documents/generate'],
    ['/API/v1/Documents/Generate?x=1', '/api/v1/documents/generate'],
    ['/generate/', '/api/v1/documents/generate'],
    ['/documents/validate', '/api/v1/documents/validate'],
    ['/api/documents/generate', '/api/v1/documents/generate'],
    ['/api/v1/documents/genrate', '/api/v1/documents/generate'],
    ['/api/v1/template/secret-name', '/api/v1/templates/{templateId}'],
    ['/admin/v1/companies/acme/key/', '/admin/v1/companies/{companyId}/keys'],
    ['/live', '/livez'],
  ])('%s, which is no route, is answered with the nearest one: %s', async (path, nearest) => {
    const answer = await service.send('POST', path, {}, '{');
    expect([answer.status, answer.json]).toEqual([
      404,
      {
        error: 'route_not_found',
        message: `No such route; did you mean ${nearest}? GET /docs lists the routes`,
      },
    ]);
  });

  test('the studio with a slash behind it is answered with its path', async () => {
    const { status, json } = await service.send('GET', '/studio/');
    const message = 'No such route; did you mean /studio? GET /docs lists the routes';
    expect([status, json]).toEqual([404, { error: 'route_not_found', message }]);
  });

  describe('a body', () => {
    test.each([
      ['with invalid UTF-8', Buffer.from(BODY.replace('{}', '{"companyName":"Caf\u00e9"}'), 'latin1')],
      ['with half a surrogate pair', Buffer.from(`${BODY.slice(0, -2)}"a":"\u00ed\u00a0\u0080"}}`, 'latin1')],
    ])('%s is answered with 400', async (_title, body) => {
      expect(await sendBytes(body)).toEqual([400, NOT_UTF_8]);
    });

    test.each([
      ['{"templateId":', 15],
      [Buffer.from(BODY, 'utf16le'), 2],
      ['   ', 4],
      [`${BODY}${BODY}`, BODY.length + 1],
      ["{'a':1}", 2],
      ['{"a":1,}', 8],
      ['{"a":NaN}', 6],
      ['{"a":"\u0000"}', 7],
    ] as const)('that is not JSON is answered with 400: %j', async (body, column) => {
      expect(await sendBytes(body)).toEqual([400, notJson(stopsAt(column))]);
    });

    test.each([
      ['with a byte order mark', `\ufeff${BODY}`],
      ['with a duplicate key', `{"templateId":"x",${BODY.slice(1)}`],
      ['with a number that is too large under an unknown key', `{"more":1e400,${BODY.slice(1)}`],
    ])('%s is accepted', async (_title, body) => {
      expect(await sendBytes(body)).toEqual([200, VALID]);
    });

    test('in chunks is accepted up to the limit', async () => {
      const chunked = (size: number) => {
        const whole = BODY.padEnd(size);
        const chunks = [whole.slice(0, 10), whole.slice(10)];
        const sent = chunks.map((chunk) => `${chunk.length.toString(16)}\r\n${chunk}\r\n`).join('');
        return exchange(post('Transfer-Encoding: chunked'), `${sent}0\r\n\r\n`);
      };
      expect(answersIn(await chunked(262_144))).toEqual([[200, VALID]]);
      expect(answersIn(await chunked(262_145))).toEqual([[413, TOO_LARGE]]);
      expect(answersIn(await chunked(2_000_000))).toEqual([[413, TOO_LARGE]]);
    });

    test('is requested with 100 Continue', async () => {
      const answer = await exchange(post('Expect: 100-continue', `Content-Length: ${BODY.length}`), BODY);
      expect(answersIn(answer)).toEqual([
        [100, undefined],
        [200, VALID],
      ]);
    });
  });

  describe('administration', () => {
    const admin = (method: string, path: string, body: string | undefined) =>
      service.send(
        method,
        `/admin/v1${path}`,
        { authorization: `Bearer ${service.adminToken}`, 'content-type': 'application/json' },
        body,
      );

    test.each([
      ['{"companyId":', stopsAt(14)],
      ['\u0000', stopsAt(1)],
      [Buffer.from('{"companyId":"u","name":"Caf\u00e9"}', 'latin1'), 'some of its bytes are not UTF-8'],
    ])('refuses a body that is not JSON in its own error format', async (body, reason) => {
      const answer = await admin('POST', '/companies', body as string);
      expect([answer.status, answer.json]).toEqual([
        422,
        { error: 'unprocessable', message: `The body must be JSON in UTF-8; ${reason}` },
      ]);
    });

    test('accepts a request without a body that has a content type', async () => {
      const issued = await admin('POST', `/companies/${service.companyId}/keys`, undefined);
      const { keyId } = issued.json as { keyId: string };
      const version = `/companies/${service.companyId}/templates/esg-policy/versions/9.9.9`;
      const answers = [
        issued,
        await admin('POST', `/companies/${service.companyId}/keys/${keyId}/rotate`, undefined),
        await admin('DELETE', `/companies/${service.companyId}/keys/${keyId}`, undefined),
        await admin('DELETE', version, undefined),
        await admin('GET', version, undefined),
      ];
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 204, 404, 404]);
    });
  });

  test('pipelined requests are answered in order', async () => {
    const one = (line: string, body = '') =>
      `${line} HTTP/1.1\r\nHost: docgen\r\nX-Key: ${service.key}\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${body.length}\r\n\r\n${body}`;
    const text = await exchange(
      one(`POST ${VALIDATE}`, BODY) +
        one(`POST ${VALIDATE}`, '{"a":') +
        one('POST /nope', BODY) +
        one(`POST ${VALIDATE}`, BODY) +
        head('GET /livez HTTP/1.1'),
    );
    expect(answersIn(text)).toEqual([
      [200, VALID],
      [400, notJson(stopsAt(6))],
      [404, NO_ROUTE],
      [200, VALID],
      [200, { status: 'alive' }],
    ]);
  });

  test('HTTP/1.0 is served', async () => {
    const text = await exchange(
      `POST ${VALIDATE} HTTP/1.0\r\nX-Key: ${service.key}\r\nContent-Type: application/json\r\n` +
        `Content-Length: ${BODY.length}\r\n\r\n${BODY}`,
    );
    expect(answersIn(text)).toEqual([[200, VALID]]);
  });

  test.each([
    ['no Host', 'GET /livez HTTP/1.1\r\nConnection: close\r\n\r\n', 400, NO_HOST],
    ['two Hosts', head('GET /livez HTTP/1.1', 'Host: other'), 400, NO_HOST],
    ['no Host and no such path', 'GET /nope HTTP/1.1\r\nConnection: close\r\n\r\n', 400, NO_HOST],
    ['an unknown Expect', head('GET /livez HTTP/1.1', 'Expect: x'), 417, UNKNOWN_EXPECT],
    [
      'an unknown Expect with a body',
      `${head(`POST ${VALIDATE} HTTP/1.1`, 'Expect: x', 'Content-Length: 2')}{}`,
      417,
      UNKNOWN_EXPECT,
    ],
    [
      'CONNECT',
      'CONNECT docgen:443 HTTP/1.1\r\nHost: docgen\r\n\r\n',
      501,
      { error: 'request_refused', message: 'CONNECT is for proxies; this is none' },
    ],
    ['HTTP/2', 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', 400, MALFORMED],
    ['HTTP/3.7', head('GET /livez HTTP/3.7'), 400, MALFORMED],
    ['a length that is no number', head(`POST ${VALIDATE} HTTP/1.1`, 'Content-Length: x'), 400, MALFORMED],
    ['a header without a colon', head('GET /livez HTTP/1.1', 'A'), 400, MALFORMED],
    ['a header with a NUL', head('GET /livez HTTP/1.1', 'A: \u0000'), 400, MALFORMED],
    ['a folded header', head('GET /livez HTTP/1.1', 'A: b', ' c'), 400, MALFORMED],
    ['lines that end in LF', 'GET /livez HTTP/1.1\nHost: docgen\n\n', 400, MALFORMED],
    [
      'chunks after others',
      head(`POST ${VALIDATE} HTTP/1.1`, 'Transfer-Encoding: chunked, gzip'),
      400,
      MALFORMED,
    ],
    ['TLS', '\u0016\u0003\u0001\r\n\r\n', 400, TLS],
    ['no HTTP', '\u0000\u0003\u0001\r\n\r\n', 400, MALFORMED],
    ['an unknown method', head('FOO /livez HTTP/1.1'), 400, MALFORMED],
    ['a header with a blank in its name', head('GET /livez HTTP/1.1', 'A B: c'), 400, MALFORMED],
    [
      'two lengths',
      head(`POST ${VALIDATE} HTTP/1.1`, 'Content-Length: 5', 'Content-Length: 6'),
      400,
      MALFORMED,
    ],
    [
      'a length and chunks',
      head(`POST ${VALIDATE} HTTP/1.1`, 'Content-Length: 5', 'Transfer-Encoding: chunked'),
      400,
      MALFORMED,
    ],
    [
      'headers of 20 KB',
      head('GET /livez HTTP/1.1', `A: ${'x'.repeat(20_000)}`),
      431,
      {
        error: 'headers_too_large',
        message: 'The path and headers must not be larger than 16384 bytes together',
      },
    ],
    ['a path of 20 KB', head(`GET /${'x'.repeat(20_000)} HTTP/1.1`), 431, expect.anything()],
  ])('%s is refused in the same format, and the connection is closed', async (_title, sent, status, body) => {
    expect(answersIn(await exchange(sent))).toEqual([[status, body]]);
  });

  test('a body over the limit is answered while it is sent; its rest is dropped, and the next request answered', async () => {
    const { hostname, port } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    const request = post('Content-Length: 300000').replace('Connection: close', 'Connection: keep-alive');
    const received = receive(socket);
    socket.write(`${request}${' '.repeat(100_000)}`);
    await once(socket, 'data');
    socket.write(' '.repeat(200_000));
    socket.write(`${post(`Content-Length: ${BODY.length}`)}${BODY}`);
    expect(answersIn(await received)).toEqual([
      [413, TOO_LARGE],
      [200, VALID],
    ]);
  });

  test('a malformed chunk of a body is refused in the same format', async () => {
    expect(answersIn(await exchange(post('Transfer-Encoding: chunked'), 'x\r\n'))).toEqual([
      [400, MALFORMED],
    ]);
  });

  test('a request that times out is refused in the same format', async () => {
    const timeout = Object.assign(new Error('time is up'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
    const server = createServer((socket) => answerConnectionError(timeout, socket)).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const text = await receive(connect(port, '127.0.0.1'));
    server.close();
    expect(answersIn(text)).toEqual([
      [408, { error: 'request_timeout', message: 'The request did not arrive in time; send it again' }],
    ]);
  });
});
