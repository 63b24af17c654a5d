import { once } from 'node:events';
import { connect } from 'node:net';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, vi } from 'vitest';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { test } from '../../shared-service.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText } from '../overrides/publishing.ts';

const BODY = { templateId: 'senior-backend-developer-agreement', format: 'pdf', data: {} };

function rateOf(headers: Answer['headers']): unknown[] {
  return ['ratelimit-limit', 'ratelimit-remaining', 'ratelimit-reset', 'retry-after'].map(
    (name) => headers[name],
  );
}

/** Matches a number of seconds in a header; a few seconds may have passed. */
function near(seconds: number): unknown {
  return expect.stringMatching(new RegExp(`^(${seconds}|${seconds / 10 - 1}\\d)$`));
}

describe('the service', () => {
  const COUNT =
    /^http_request_duration_seconds_count\{method="POST",route="\/api\/v1\/documents\/generate",status="200"\} (\d+)$/m;

  test('serves probes, metrics and the interface description', async ({ service }) => {
    const alive = await service.send('GET', '/livez');
    expect([alive.status, alive.json]).toEqual([200, { status: 'alive' }]);
    const ready = await service.send('GET', '/readyz');
    expect([ready.status, ready.json]).toEqual([
      200,
      {
        status: 'ready',
        chromium: {
          version: expect.stringMatching(/^\d+(\.\d+){3}$/),
          ageDays: expect.any(Number),
          isOld: expect.any(Boolean),
        },
      },
    ]);
    const counted = async () =>
      Number(COUNT.exec((await service.send('GET', '/metrics')).bytes.toString())?.[1] ?? 0);
    const before = await counted();
    await service.generate(BODY);
    expect(await counted()).toBe(before + 1);
    const openapi = (await service.send('GET', '/openapi.json')).json as { openapi: string; paths: object };
    expect(openapi.openapi).toBe('3.1.0');
    expect(Object.keys(openapi.paths)).toContain('/api/v1/documents/generate');
    expect((await service.send('GET', '/docs')).status).toBe(200);
  });

  test('answers 429 to a key over its rate, and not to other keys', async () => {
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '3' });
    const { key = '' } = (await service.admin('POST', '/companies/acme/keys')).json as Record<string, string>;
    const validate = (body: unknown) =>
      service.send('POST', '/api/v1/documents/validate', { 'x-key': service.key }, body);
    const answers = [
      await validate('{'),
      await validate(BODY),
      await service.send('GET', '/api/v1/templates', { 'x-key': service.key }),
      await service.generate('{'),
    ];
    expect(answers.map(({ status, headers }) => [status, rateOf(headers)])).toEqual([
      [400, ['3', '2', near(20), undefined]],
      [200, ['3', '1', near(40), undefined]],
      [200, ['3', '0', near(60), undefined]],
      [429, ['3', '0', near(20), near(20)]],
    ]);
    expect(answers.at(-1)?.json).toEqual({
      error: 'rate_limited',
      message: 'The key may make 3 requests a minute',
    });
    // The method is checked before the rate.
    const wrong = await service.send('PUT', '/api/v1/documents/generate', { 'x-key': service.key });
    expect([wrong.status, rateOf(wrong.headers)]).toEqual([405, Array(4).fill(undefined)]);
    const other = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, BODY);
    expect([other.status, rateOf(other.headers)]).toEqual([200, ['3', '2', near(20), undefined]]);
  });

  test('accepts a request again after Retry-After', async () => {
    await using service = await startEmbedded({ RATE_LIMIT_PER_MINUTE: '60' });
    const list = () => service.send('GET', '/api/v1/templates', { 'x-key': service.key });
    // A token is refilled within a second, which is longer than 61 requests take.
    let answer = await list();
    while (answer.status !== 429) answer = await list();
    expect(rateOf(answer.headers)).toEqual(['60', '0', '1', '1']);
    while ((await list()).status !== 200);
  });

  test('has no limit and no rate headers without RATE_LIMIT_PER_MINUTE', async ({ service }) => {
    for (let count = 0; count < 3; count++) {
      const answer = await service.send('GET', '/api/v1/templates', { 'x-key': service.key });
      expect([answer.status, rateOf(answer.headers)]).toEqual([200, Array(4).fill(undefined)]);
    }
  });

  describe('with a short queue', () => {
    let service: TestService;
    beforeAll(async () => {
      service = await startEmbedded({ PDF_PAGES: '2', MAX_QUEUE: '2' });
    });
    afterAll(() => service[Symbol.asyncDispose]());

    test('gives a place and a worker to each request of a company beside the flood of another', async () => {
      await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
      const { key = '' } = (await service.admin('POST', '/companies/other/keys')).json as Record<
        string,
        string
      >;
      let isOver = false;
      const flood = Array.from({ length: 16 }, async () => {
        const statuses = new Set<number>();
        while (!isOver) statuses.add((await service.generate(BODY)).status);
        return statuses;
      });
      const statuses: number[] = [];
      for (let number = 0; number < 5; number += 1) {
        const answer = await service.send('POST', '/api/v1/documents/generate', { 'x-key': key }, BODY);
        statuses.push(answer.status);
      }
      isOver = true;
      const flooded = new Set((await Promise.all(flood)).flatMap((one) => [...one]));
      expect([statuses, flooded]).toEqual([[200, 200, 200, 200, 200], new Set([503, 200])]);
    });
  });

  test('answers 500 when a document exceeds its time limit, and serves the next', async ({ service }) => {
    // An endless page for one project name, which the check of the text does not use.
    const endless = ndaText(
      'ok {% if project == "endless" %}<p style="height: 100000000px">x</p>{% endif %}',
    );
    const company = await createPublisher(service, 'endless');
    expect((await company.publish('non-disclosure-agreement', '1.0.0', endless)).status).toBe(201);
    const request = ndaRequest({ format: 'pdf', data: { ...NDA_DATA, project: 'endless' } });
    const answer = await company.generate(request);
    expect([answer.status, answer.json]).toEqual([
      500,
      { status: 'error', message: 'Document generation failed; it took longer than is allowed' },
    ]);
    expect((await service.generate(BODY)).status).toBe(200);
  });

  test('drops the documents of a caller who hangs up, and serves the next', async ({ service }) => {
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

  test('answers 503 to new requests while it shuts down', async () => {
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
    // The request has begun, so its connection stays open. Its body is sent while the service shuts down.
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

  test('finishes accepted documents before it exits', async () => {
    const service = await startEmbedded();
    const duties = Array.from({ length: 500 }, (_, index) => `${index} ${'word '.repeat(20)}`);
    const asked = service.generate({ ...BODY, data: { duties } });
    const metrics = async () => (await service.send('GET', '/metrics')).bytes.toString();
    while (!/^documents_accepted 1$/m.test(await metrics()));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const closed = service[Symbol.asyncDispose]();
    await new Promise(setImmediate);
    vi.advanceTimersByTime(24_000);
    vi.useRealTimers();
    expect((await asked).status).toBe(200);
    await closed;
  });
});
