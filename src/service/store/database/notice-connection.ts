import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { NoticeListener } from './database.ts';
import { PING } from './ping.ts';

/** Exponential back-off between attempts to reconnect: the first and the longest delay. */
const RECONNECT_MS = { first: 100, longest: 2_000 };

/** The one connection on which all notices arrive: opened for the first listener, and reopened whenever it is lost. */
export class NoticeConnection {
  readonly #databaseUrl: string;
  readonly #listeners: { readonly channel: string; readonly listener: NoticeListener }[] = [];
  readonly #closing = new AbortController();
  #connection: Promise<pg.Client> | undefined;
  #connected: pg.Client | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** @returns when it is listening; an error of the first connection is thrown, later ones are retried */
  async listen(channel: string, listener: NoticeListener): Promise<void> {
    // One after the other, since a connection runs one statement at a time.
    this.#connection = (this.#connection ?? this.#connect()).then(async (client) => {
      this.#listeners.push({ channel, listener });
      await hear(client, channel);
      return client;
    });
    await this.#connection;
  }

  /** Gives up the connection, if there is one, and opens another. */
  reconnect(): void {
    this.#connected?.end().catch(() => {});
  }

  async close(): Promise<void> {
    this.#closing.abort();
    const client = await this.#connection?.catch(() => undefined);
    await client?.end();
  }

  async #connect(): Promise<pg.Client> {
    const client = new pg.Client({
      connectionString: this.#databaseUrl,
      application_name: 'docgen notices',
      connectionTimeoutMillis: 5_000,
      query_timeout: 5_000,
      // The service sends nothing on this connection: without keep-alive, one that a firewall has dropped would go
      // unnoticed.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // The event `end` follows and is handled; without a listener, this event would end the process.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { listener } of this.#listeners.filter((entry) => entry.channel === channel))
        listener.onNotice(payload);
    });
    try {
      await client.connect();
      await client.query(PING);
      for (const { channel } of this.#listeners) await hear(client, channel);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    this.#connected = client;
    client.once('end', () => {
      this.#connected = undefined;
      if (this.#closing.signal.aborted) return;
      for (const { listener } of this.#listeners) listener.onDisconnect();
      this.#connection = this.#reconnect();
      // Closing ends the attempts, and nobody needs the rejection then.
      this.#connection.catch(() => {});
    });
    return client;
  }

  /** @throws AbortError when the database is being closed; until then it keeps trying */
  async #reconnect(): Promise<pg.Client> {
    for (let pause = RECONNECT_MS.first; ; pause = Math.min(2 * pause, RECONNECT_MS.longest)) {
      await setTimeout(pause, undefined, { signal: this.#closing.signal });
      const client = await this.#connect().catch(() => undefined);
      if (client === undefined) continue;
      for (const { listener } of this.#listeners) listener.onReconnect();
      return client;
    }
  }
}

async function hear(client: pg.Client, channel: string): Promise<void> {
  await client.query(`LISTEN ${pg.escapeIdentifier(channel)}`);
}
