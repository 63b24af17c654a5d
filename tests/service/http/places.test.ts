import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { describe, expect, test, vi } from 'vitest';
import { type Answer, asCompany, startEmbedded, type TestService } from '../../service.ts';

/** With two workers of each kind, a company has eight places for documents, and four of each other kind but texts. */
const SMALL = { PDF_PAGES: '2', RENDER_PROCESSES: '2', MAX_QUEUE: '20' };

const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'docx',
  data: { parties: [{ fullName: 'Ada Obi' }, { fullName: 'Obi Ada' }] },
};

const FULL = { status: 'error', message: 'The service is full; try again in a moment' };

type Caller = Pick<TestService, 'url' | 'key'>;

function headOf({ url, key }: Caller, route: string, type: string, length: number): string {
  return (
    `POST /api/v1/documents/${route} HTTP/1.1\r\nHost: ${new URL(url).host}\r\nX-Key: ${key}\r\n` +
    `Content-Type: ${type}\r\nContent-Length: ${length}\r\n\r\n`
  );
}

async function open({ url }: Caller): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {});
  await once(socket, 'connect');
  return socket;
}

/** Requests whose bodies never end: they keep their places until their sockets are destroyed. */
async function hold(
  caller: Caller,
  amount: number,
  [route, type, start]: readonly [route: string, type: string, start: string] = [
    'generate',
    'application/json',
    '{',
  ],
): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let count = 0; count < amount; count += 1) {
    const socket = await open(caller);
    socket.write(headOf(caller, route, type, 200_000) + start);
    sockets.push(socket);
  }
  return sockets;
}

function release(sockets: readonly Socket[]): void {
  for (const socket of sockets) socket.destroy();
}

/** @returns when so many requests are accepted, and so many of them wait */
async function until(service: TestService, accepted: number, waiting: number): Promise<void> {
  const numbers = async () => {
    const text = (await service.send('GET', '/metrics')).bytes.toString();
    return ['accepted', 'waiting'].map((name) =>
      Number(new RegExp(`^documents_${name} (\\d+)`, 'm').exec(text)?.[1]),
    );
  };
  await vi.waitFor(async () => expect(await numbers()).toEqual([accepted, waiting]), { timeout: 60_000 });
}

function answerOf({ status, json, headers }: Answer) {
  return [status, json, headers['retry-after']];
}

describe('a request', () => {
  test.each([
    ['generate', 'application/json', '{"templateId":', 8],
    ['validate', 'application/json', '{"templateId":', 4],
    ['compare', 'application/json', '{"templateId":', 4],
    ['seal/prepare', 'application/json', '{"file":"', 4],
    ['seal/complete', 'application/json', '{"prepared":"', 4],
    ['read', 'application/pdf', '%PDF-1.7', 4],
  ] as const)(
    'to %s takes a place before it reads its body, and frees it when the caller hangs up',
    async (route, type, start, places) => {
      await using service = await startEmbedded(SMALL);
      const held = await hold(service, places + 3, [route, type, start]);
      await until(service, places + 3, 3);
      // Requests of another company, and of another kind, do not wait for them.
      const other = await asCompany(service, 'other');
      const beside = [await other.generate(NDA)];
      if (route !== 'generate') beside.push(await service.generate(NDA));
      expect(beside.map(({ status }) => status)).toEqual(beside.map(() => 200));
      release(held);
      await until(service, 0, 0);
    },
  );

  test('to preview takes its place before its body; a key has one, and of those that wait the newest', async () => {
    await using service = await startEmbedded(SMALL);
    const preview = ['preview', 'application/json', '{'] as const;
    const [first] = await hold(service, 1, preview);
    await until(service, 1, 0);
    const { format: _, ...body } = NDA;
    const key = { 'x-key': service.key };
    const ask = () => service.send('POST', '/api/v1/documents/preview', key, body);
    const answers = [ask(), ask()].map(async (asked, index) => [index, (await asked).status]);
    // Which of the two came first is not known.
    const [, isOver] = (await Promise.race(answers)) as number[];
    expect(isOver).toBe(503);
    first?.destroy();
    expect((await Promise.all(answers)).map(([, status]) => status).sort()).toEqual([200, 503]);
    const other = await asCompany(service, 'other');
    const [held] = await hold(service, 1, preview);
    await until(service, 1, 0);
    const shown = await other.send('POST', '/api/v1/documents/preview', { 'x-key': other.key }, body);
    expect(shown.status).toBe(200);
    held?.destroy();
    await until(service, 0, 0);
  });

  test('that waits is looked at when its turn comes: checks 1 to 3 are made before, 4 to 8 after it', async () => {
    await using service = await startEmbedded({ ...SMALL, MAX_QUEUE: '0' });
    const path = '/api/v1/documents/generate';
    const key = { 'x-key': service.key };
    const bodies: readonly (readonly [headers: Record<string, string>, body: string, status: number])[] = [
      [{ ...key, 'content-type': 'text/plain' }, 'text', 415],
      [key, '{', 400],
      [key, JSON.stringify({ ...NDA, templateId: 'none' }), 404],
      [key, JSON.stringify({ ...NDA, data: { parties: [] } }), 500],
      [key, JSON.stringify({ ...NDA, data: { parties: 1 } }), 400],
    ];
    const send = () =>
      Promise.all(bodies.map(([headers, body]) => service.send('POST', path, headers, body)));
    expect((await send()).map(({ status }) => status)).toEqual(bodies.map(([, , status]) => status));

    const held = await hold(service, 8);
    await until(service, 8, 0);
    const known = [
      await service.send('POST', path, {}, NDA),
      await service.send('POST', path, { 'x-key': 'wrong' }, NDA),
      await service.send('GET', path, key),
      await service.send('POST', '/api/v1/documents/validate', key, NDA),
      await service.send('GET', '/api/v1/templates', key),
    ];
    expect(known.map(({ status }) => status)).toEqual([401, 403, 405, 200, 200]);
    const began = performance.now();
    expect((await send()).map(answerOf)).toEqual(bodies.map(() => [503, FULL, '1']));
    expect(performance.now() - began).toBeGreaterThan(990);
    release(held);
    await until(service, 0, 0);
    expect((await send()).map(({ status }) => status)).toEqual(bodies.map(([, , status]) => status));
  });

  test('that has waited for QUEUE_TIMEOUT_MS is refused, and those of the connection after it', async () => {
    await using service = await startEmbedded({ ...SMALL, QUEUE_TIMEOUT_MS: '1500' });
    const held = await hold(service, 8);
    await until(service, 8, 0);
    const socket = await open(service);
    let received = '';
    socket.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const body = JSON.stringify(NDA);
    const began = performance.now();
    socket.write((headOf(service, 'generate', 'application/json', body.length) + body).repeat(3));
    const refused = Array(3).fill('HTTP/1.1 503');
    await vi.waitFor(() => expect(received.match(/HTTP\/1\.1 \d+/g)).toEqual(refused), { timeout: 60_000 });
    expect(performance.now() - began).toBeGreaterThan(1_490);
    expect(received.match(/^retry-after: \d+/gim)).toEqual(Array(3).fill('retry-after: 1'));
    await until(service, 8, 0);
    release(held);
    await until(service, 0, 0);
    socket.destroy();
  });

  test('waits with others of its connection, is made in their order, and leaves with them', async () => {
    await using service = await startEmbedded(SMALL);
    const held = await hold(service, 8);
    await until(service, 8, 0);
    const body = JSON.stringify(NDA);
    const pipelined = (headOf(service, 'generate', 'application/json', body.length) + body).repeat(6);
    const [made, gone] = [await open(service), await open(service)];
    let received = '';
    made.setEncoding('latin1').on('data', (text: string) => {
      received += text;
    });
    made.write(pipelined);
    await until(service, 14, 6);
    gone.write(pipelined);
    await until(service, 20, 12);
    gone.destroy();
    await until(service, 14, 6);
    release(held);
    const statuses = () => received.match(/HTTP\/1\.1 \d+/g);
    await vi.waitFor(() => expect(statuses()).toEqual(Array(6).fill('HTTP/1.1 200')), { timeout: 60_000 });
    made.destroy();
    await until(service, 0, 0);
  });

  test('that waits is finished by a shutdown, and one that comes then is refused', async () => {
    const service = await startEmbedded(SMALL);
    const held = await hold(service, 8);
    await until(service, 8, 0);
    const waiting = [service.generate(NDA), service.generate(NDA)];
    await until(service, 10, 2);
    // Its head is there before the shutdown, so that its connection stays open.
    const late = await open(service);
    let received = '';
    late.setEncoding('utf8').on('data', (text: string) => {
      received += text;
    });
    const body = JSON.stringify(NDA);
    const head = headOf(service, 'generate', 'application/json', body.length);
    late.write(head.slice(0, -2));
    const closed = service[Symbol.asyncDispose]();
    await new Promise(setImmediate);
    late.write(`\r\n${body}`);
    await once(late, 'close');
    expect(received).toMatch(/^HTTP\/1\.1 503 .*is shutting down/s);
    release(held);
    expect((await Promise.all(waiting)).map(({ status }) => status)).toEqual([200, 200]);
    await closed;
  });
});
