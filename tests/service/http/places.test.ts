import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startEmbedded, type TestService } from '../../service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2', MAX_QUEUE: '20' });
});
afterAll(() => service[Symbol.asyncDispose]());

test.each([
  ['seal/prepare', 'application/json', '{"file":"'],
  ['seal/complete', 'application/json', '{"prepared":"'],
  ['read', 'application/pdf', '%PDF-1.7'],
])(
  '%s takes a place before it reads its body, and frees it when the caller hangs up',
  async (route, type, start) => {
    const metrics = async () => {
      const text = (await service.send('GET', '/metrics')).bytes.toString();
      return ['accepted', 'waiting'].map((name) =>
        Number(new RegExp(`^documents_${name} (\\d+)`, 'm').exec(text)?.[1]),
      );
    };
    const { hostname, port } = new URL(service.url);
    const head =
      `POST /api/v1/documents/${route} HTTP/1.1\r\nHost: ${hostname}\r\nX-Key: ${service.key}\r\n` +
      `Content-Type: ${type}\r\nContent-Length: 10000000\r\n\r\n${start}`;
    const sockets: Socket[] = [];
    for (let count = 0; count < 7; count += 1) {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => {});
      await once(socket, 'connect');
      socket.write(head);
      sockets.push(socket);
    }
    // Two processes, and for each the next of its documents: four bodies are read, three wait.
    await vi.waitFor(async () => expect(await metrics()).toEqual([7, 3]), { timeout: 10_000 });
    const { status } = await service.generate({
      templateId: 'non-disclosure-agreement',
      format: 'pdf',
      data: { parties: [{ fullName: 'Ada Obi' }] },
    });
    expect(status).toBe(200);
    for (const socket of sockets) socket.destroy();
    await vi.waitFor(async () => expect(await metrics()).toEqual([0, 0]), { timeout: 10_000 });
  },
);
