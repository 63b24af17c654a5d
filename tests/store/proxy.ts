import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface DatabaseProxy extends AsyncDisposable {
  /** The same database, by way of the proxy. */
  readonly databaseUrl: string;
  /** Ends every connection and accepts no other, as when the server is gone. */
  cut(): Promise<void>;
  /** Keeps every connection and lets nothing through, as when the server is stopped. */
  hang(): void;
  /** Lets connections through again. */
  mend(): Promise<void>;
}

/** Stands between the service and a PostgreSQL that others use too, and can be cut. */
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
