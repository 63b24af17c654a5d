import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy extends AsyncDisposable {
  /** The URL of the same database through the proxy. */
  readonly databaseUrl: string;
  /** Ends every connection and accepts no new ones, as if the server were down. */
  cut(): Promise<void>;
  /** Keeps every connection and transmits nothing, as if the server were stopped. */
  hang(): void;
  /** Accepts connections and transmits again. */
  mend(): Promise<void>;
}

/** A proxy in front of a shared PostgreSQL, whose connections can be cut. */
export async function startProxy(databaseUrl: string): Promise<DatabaseProxy> {
  const url = new URL(databaseUrl);
  const port = Number(url.port || 5_432);
  const folder = url.searchParams.get('host');
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const upstream = folder ? connect(`${folder}/.s.PGSQL.${port}`) : connect(port, url.hostname);
    for (const end of [socket, upstream]) {
      sockets.add(end);
      end.on('error', () => {});
      end.on('close', () => {
        sockets.delete(end);
        socket.destroy();
        upstream.destroy();
      });
    }
    socket.pipe(upstream).pipe(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address() as AddressInfo;

  url.searchParams.delete('host');
  url.host = `${address.address}:${address.port}`;
  const cut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };
  return {
    databaseUrl: url.href,
    cut,
    hang: () => {
      for (const socket of sockets) socket.unpipe().pause();
    },
    mend: async () => {
      server.listen(address.port, address.address);
      await once(server, 'listening');
    },
    [Symbol.asyncDispose]: cut,
  };
}
