import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import path from 'node:path';

/** The environment that `heapOf` needs. */
export const INSPECTABLE = { NODE_OPTIONS: '--inspect=127.0.0.1:0' };

/**
 * The size of a service's heap after garbage collection.
 * @param folder folder with the service's log, in which Node prints the address of its inspector
 * @returns megabytes
 */
export async function heapOf(folder: string): Promise<number> {
  const [address] = /ws:\/\/\S+/.exec(await readFile(path.join(folder, 'log'), 'utf8')) ?? [];
  if (address === undefined) throw new Error('the service has no inspector');
  const socket = new WebSocket(address);
  await once(socket, 'open');
  await call(socket, 'HeapProfiler.collectGarbage');
  const { usedSize } = (await call(socket, 'Runtime.getHeapUsage')) as { usedSize: number };
  socket.close();
  await once(socket, 'close');
  return usedSize / 1_024 / 1_024;
}

async function call(socket: WebSocket, method: string): Promise<unknown> {
  socket.send(JSON.stringify({ id: 1, method }));
  for (;;) {
    const [{ data }] = (await once(socket, 'message')) as [{ data: string }];
    const message = JSON.parse(data) as { id?: number; result?: unknown };
    if (message.id === 1) return message.result;
  }
}
