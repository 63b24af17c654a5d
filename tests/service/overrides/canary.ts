import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Listens on this machine with IPv4, IPv6 and UDP, and records everything it receives. */
export interface Canary extends AsyncDisposable {
  readonly origin: string;
  readonly hits: readonly string[];
  /** Puts the canary's addresses into a payload: ORIGIN, HOSTPORT, PORT, UDPPORT, HOSTN, FILE, FILEPNG, FILECSS. */
  fill(payload: string): string;
}

export async function startCanary(): Promise<Canary> {
  const hits: string[] = [];
  const server = createServer((request, response) => {
    hits.push(`HTTP ${request.method} ${request.url}`);
    response.setHeader('access-control-allow-origin', '*').end('canary');
  });
  // A connection without data is a hit too.
  server.on('connection', (socket) => hits.push(`TCP ${socket.remoteAddress}`));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const overIPv6 = createServer((_, response) => response.end('canary'));
  overIPv6.on('connection', (socket) => hits.push(`TCP ${socket.remoteAddress}`));
  overIPv6.listen(port, '::1');
  await once(overIPv6, 'listening');
  const datagrams = createSocket('udp4', () => hits.push('UDP'));
  datagrams.bind(0, '127.0.0.1');
  await once(datagrams, 'listening');
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
  const file = path.join(folder, 'secret.txt');
  await writeFile(file, 'FILE-CANARY');

  const origin = `http://127.0.0.1:${port}`;
  const values: Readonly<Record<string, string>> = {
    ORIGIN: origin,
    HOSTPORT: `127.0.0.1:${port}`,
    UDPPORT: String(datagrams.address().port),
    PORT: String(port),
    HOSTN: `localhost:${port}`,
    FILEPNG: file,
    FILECSS: file,
    FILE: file,
  };
  return {
    origin,
    hits,
    fill: (payload) =>
      payload.replace(
        /\b(ORIGIN|HOSTPORT|UDPPORT|PORT|HOSTN|FILEPNG|FILECSS|FILE)\b/g,
        (name) => values[name] ?? name,
      ),
    [Symbol.asyncDispose]: async () => {
      for (const one of [server, overIPv6]) {
        one.closeAllConnections();
        one.close();
      }
      datagrams.close();
      await rm(folder, { recursive: true });
    },
  };
}
