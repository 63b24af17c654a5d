import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { startService } from '../service.ts';
import { databases } from '../store/databases.ts';

const BODY = { templateId: 'senior-backend-developer-agreement', format: 'pdf', data: {} };

async function startEmbedded(environment: Record<string, string> = {}) {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  const place = await embedded.makePlace();
  const service = await startService(place, environment);
  return {
    ...service,
    [Symbol.asyncDispose]: async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    },
  };
}

describe('the service', () => {
  test('answers the platform, and describes itself', async () => {
    await using service = await startEmbedded();
    const alive = await service.send('GET', '/livez');
    expect([alive.status, alive.json]).toEqual([200, { status: 'alive' }]);
    const ready = await service.send('GET', '/readyz');
    expect([ready.status, ready.json]).toEqual([200, { status: 'ready' }]);
    await service.generate(BODY);
    const metrics = (await service.send('GET', '/metrics')).bytes.toString();
    expect(metrics).toContain(
      'http_request_duration_seconds_count{method="POST",route="/api/v1/documents/generate",status="200"} 1',
    );
    const openapi = (await service.send('GET', '/openapi.json')).json as { openapi: string; paths: object };
    expect(openapi.openapi).toBe('3.1.0');
    expect(Object.keys(openapi.paths)).toContain('/api/v1/documents/generate');
    expect((await service.send('GET', '/docs')).status).toBe(200);
  });

  test('refuses a key over its rate with 429, and no other key', async () => {
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '2' });
    const { key = '' } = (await service.admin('POST', '/companies/acme/keys')).json as Record<string, string>;
    expect((await service.generate('{')).status).toBe(400);
    expect((await service.generate(BODY)).status).toBe(200);
    const answer = await service.generate('{');
    expect([answer.status, answer.json]).toEqual([
      429,
      { error: 'rate_limited', message: 'The key may make 2 requests a minute' },
    ]);
    expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0);
    const other = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, BODY);
    expect(other.status).toBe(200);
  });

  test('answers 503 at once when its queue is full, and serves what it accepted', async () => {
    await using service = await startEmbedded({ PDF_PAGES: '1', MAX_QUEUE: '1' });
    const answers = await Promise.all(Array.from({ length: 12 }, () => service.generate(BODY)));
    const refused = answers.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThan(0);
    for (const { json, headers } of refused) {
      expect([json, headers['retry-after']]).toEqual([
        { status: 'error', message: 'The service is full; try again in a moment' },
        '1',
      ]);
    }
    const served = answers.filter(({ status }) => status === 200);
    expect(served.length + refused.length).toBe(12);
    expect(served.length).toBeGreaterThan(0);
    expect((await service.generate(BODY)).status).toBe(200);
  });

  test('answers 500 when a document takes longer than allowed, and goes on', async () => {
    await using service = await startEmbedded({ PRINT_TIMEOUT_MS: '1000', BODY_LIMIT_BYTES: '8000000' });
    // A thousand pages: several seconds.
    const duties = Array.from({ length: 2_000 }, (_, index) => `${index} ${'word '.repeat(350)}`);
    const answer = await service.generate({ ...BODY, data: { duties } });
    expect([answer.status, answer.json]).toEqual([
      500,
      { status: 'error', message: 'Document generation failed; it took longer than is allowed' },
    ]);
    expect((await service.generate(BODY)).status).toBe(200);
  });

  test('drops the work of a caller who hangs up, and serves the next', async () => {
    await using service = await startEmbedded({ PDF_PAGES: '1' });
    const hangUp = new AbortController();
    const abandoned = Array.from({ length: 20 }, () =>
      request(`${service.url}/api/v1/documents/generate`, {
        method: 'POST',
        headers: { 'x-key': service.key, 'content-type': 'application/json' },
        body: JSON.stringify(BODY),
        signal: hangUp.signal,
      }).catch((error: Error) => error.name),
    );
    const first = await service.generate(BODY);
    hangUp.abort();
    expect(first.status).toBe(200);
    await Promise.all(abandoned);
    const waiting = async () => (await service.send('GET', '/metrics')).bytes.toString();
    while (!/^documents_waiting 0$/m.test(await waiting()));
    expect((await service.generate(BODY)).status).toBe(200);
  });

  test('accepts nothing new while it leaves, and says so', async () => {
    const service = await startEmbedded();
    const { hostname, port } = new URL(service.url);
    const body = JSON.stringify(BODY);
    const socket = connect(Number(port), hostname);
    const received = { text: '' };
    socket.setEncoding('utf8').on('data', (text: string) => {
      received.text += text;
    });
    socket.write(
      `POST /api/v1/documents/generate HTTP/1.1\r\nHost: ${hostname}\r\nX-Key: ${service.key}\r\n` +
        `Content-Type: application/json\r\nContent-Length: ${body.length}\r\nExpect: 100-continue\r\n\r\n`,
    );
    // The request has begun, so its connection stays open; its body comes when the service is leaving.
    await once(socket, 'data');
    const closed = service[Symbol.asyncDispose]();
    await new Promise(setImmediate);
    socket.write(body);
    await once(socket, 'close');
    await closed;
    const [head = '', answer = ''] = received.text
      .replace('HTTP/1.1 100 Continue\r\n\r\n', '')
      .split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 503 /);
    expect(head).toMatch(/^retry-after: 1$/im);
    expect(JSON.parse(answer)).toEqual({
      status: 'error',
      message: 'The service is shutting down; try again in a moment',
    });
  });

  test('has no administration without a token', async () => {
    await using service = await startEmbedded({ ADMIN_TOKEN: ' ' });
    const answer = await service.send('GET', '/admin/v1/companies', { authorization: 'Bearer ' });
    expect(answer.status).toBe(404);
  });
});
