import { type AddressInfo, connect } from 'node:net';
import { text } from 'node:stream/consumers';
import Fastify from 'fastify';
import { afterEach, expect, test, vi } from 'vitest';
import { Crowd, slowCrowds } from '../../../src/service/http/admission/crowd.ts';

/** Callers at a time who are answered at once, and what each above them adds. */
const FEW = 64;
const MS_A_CALLER = 0.5;

afterEach(() => vi.useRealTimers());

/** A service that answers every path with the status in it; requests are sent by name, each on a connection of its own. */
async function startService() {
  // All callers are there within one second, however slow the machine is.
  vi.useFakeTimers({ toFake: ['performance'] });
  const app = Fastify();
  slowCrowds(app);
  app.all('/:status', async ({ params }, reply) =>
    reply.code(Number((params as { status: string }).status)).send(),
  );
  app.get('/livez', async () => '');
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const answered: string[] = [];
  const ask = async (request: string) => {
    const socket = connect(port, '127.0.0.1');
    socket.write(`${request} HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\nConnection: close\r\n\r\n`);
    await text(socket);
    answered.push(request);
  };
  return { ask, answered, [Symbol.asyncDispose]: () => app.close() };
}

test.each(['GET /200', 'HEAD /200', 'POST /400', 'POST /403'])(
  'answers %s of many connections more slowly',
  async (request) => {
    await using service = await startService();
    await Promise.all(Array.from({ length: FEW }, () => service.ask(request)));
    await Promise.all(Array.from({ length: 400 }, () => service.ask(request)));
    const held = await seconds(() => service.ask(request));
    // A timer may fire a millisecond early.
    expect(held).toBeGreaterThanOrEqual((401 * MS_A_CALLER - 1) / 1_000);
    expect(service.answered).toHaveLength(FEW + 401);
  },
);

test('answers what takes a place, what was held back before, and the probes at once', async () => {
  await using service = await startService();
  await Promise.all(Array.from({ length: FEW + 600 }, () => service.ask('GET /404')));
  const holdMs = vi.spyOn(Crowd.prototype, 'holdMs');
  await Promise.all(['POST /200', 'GET /503', 'GET /livez'].map(service.ask));
  expect(holdMs).not.toHaveBeenCalled();
  await service.ask('GET /404');
  expect(holdMs).toHaveReturnedWith(601 * MS_A_CALLER);
});

test('sends one answer every half millisecond while more than 64 callers ask', () => {
  const crowd = new Crowd();
  const callers = Array.from({ length: 200 }, () => ({}));
  const holds = (from: number, to: number, now: number) =>
    callers.slice(from, to).map((caller) => crowd.holdMs(caller, now));
  expect(holds(0, FEW, 5_000)).toEqual(Array(FEW).fill(0));
  expect(holds(0, FEW, 5_100)).toEqual(Array(FEW).fill(0));
  expect(holds(FEW, FEW + 4, 5_100)).toEqual([0.5, 1, 1.5, 2]);
  expect(holds(0, 2, 5_101)).toEqual([1.5, 2]);
  expect(holds(0, 2, 5_200)).toEqual([0.5, 1]);
  // Within a second after the crowd's last one.
  expect(holds(0, 2, 6_999)).toEqual([0.5, 1]);
  expect(holds(0, 2, 9_000)).toEqual([0, 0]);
});

test('holds no answer back for more than five seconds', () => {
  const crowd = new Crowd();
  const holds = Array.from({ length: 11_000 }, () => crowd.holdMs({}, 1_000));
  expect([holds.at(-900), Math.max(...holds)]).toEqual([5_000, 5_000]);
});

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = process.hrtime.bigint();
  await work();
  return Number(process.hrtime.bigint() - start) / 1e9;
}
