import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test, vi } from 'vitest';
import { Admission } from '../../../src/service/http/admission/admission.ts';
import { admit, finishAdmission } from '../../../src/service/http/admission/admit.ts';

/** More than the kernel buffers for a connection, and a quarter of what all callers may leave unread. */
const ANSWER = Buffer.alloc(16 * 1_048_576);

/** A service whose only route answers with 16 MiB; the company stands in a header. */
async function startService() {
  const admission = new Admission({
    workers: { print: 8, render: 8 },
    maxWaiting: 100,
    waitTimeoutMs: 100_000,
  });
  const app = Fastify();
  const made: string[] = [];
  app.decorateRequest('sender', null);
  app.decorateRequest('failure', null);
  finishAdmission(app, admission);
  app.addHook('onRequest', async (request) => {
    request.sender = { companyId: request.headers.company } as typeof request.sender;
  });
  app.addHook('onRequest', admit(admission));
  app.get('/', { config: { place: 'document' } }, async (request) => {
    made.push(String(request.headers.company));
    return ANSWER;
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const ask = async (company: string) => {
    const socket = connect(port, '127.0.0.1').pause();
    await once(socket, 'connect');
    socket.write(`GET / HTTP/1.1\r\nHost: localhost\r\nCompany: ${company}\r\n\r\n`);
    return socket;
  };
  const close = async () => {
    app.server.closeAllConnections();
    await app.close();
  };
  return { admission, made, ask, [Symbol.asyncDispose]: close };
}

/** @returns when so many answers are made, and so many requests wait */
const until = (
  { admission, made }: Awaited<ReturnType<typeof startService>>,
  answers: string[],
  waiting: number,
) => vi.waitFor(() => expect([made, admission.waiting]).toEqual([answers, waiting]), { timeout: 60_000 });

test('a company whose answers nobody reads waits until some are read, and no other waits with it', async () => {
  await using service = await startService();
  const first = await service.ask('acme');
  await until(service, ['acme'], 0);
  const second = await service.ask('acme');
  await until(service, ['acme', 'acme'], 0);
  await service.ask('acme');
  await until(service, ['acme', 'acme'], 1);
  await service.ask('other');
  await until(service, ['acme', 'acme', 'other'], 1);
  first.resume();
  await until(service, ['acme', 'acme', 'other', 'acme'], 0);
  await service.ask('acme');
  await until(service, ['acme', 'acme', 'other', 'acme'], 1);
  second.destroy();
  await until(service, ['acme', 'acme', 'other', 'acme', 'acme'], 0);
});

test('unread answers of all companies are bounded', async () => {
  await using service = await startService();
  const most = ['a', 'a', 'b', 'b', 'c', 'c', 'd', 'd'];
  for (const [index, company] of most.entries()) {
    await service.ask(company);
    await until(service, most.slice(0, index + 1), 0);
  }
  await service.ask('e');
  await until(service, most, 1);
});
