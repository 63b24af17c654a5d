import { setTimeout } from 'node:timers/promises';
import pg from 'pg';
import type { NoticeListener } from './database.ts';

/** Between two attempts to connect again: this at first, then twice as long each time, up to the second number. */
const RECONNECT_MS = { first: 100, longest: 2_000 };

/** The one connection on which all notices arrive: opened for the first listener, and again whenever it is lost. */
export class NoticeConnection {
  readonly #databaseUrl: string;
  readonly #listeners: { readonly channel: string; readonly listener: NoticeListener }[] = [];
  readonly #closing = new AbortController();
  #connection: Promise<pg.Client> | undefined;

  constructor(databaseUrl: string) {
    this.#databaseUrl = databaseUrl;
  }

  /** @returns when it hears; an error of the first connection is thrown, later ones are tried again */
  async listen(channel: string, listener: NoticeListener): Promise<void> {
    // Each waits for the one before it, for a connection takes one statement at a time.
    this.#connection = (this.#connection ?? this.#connect()).then(async (client) => {
      this.#listeners.push({ channel, listener });
      await hear(client, channel);
      return client;
    });
    await this.#connection;
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
      // Nothing is ever sent on it: without these probes a connection that a firewall forgot would be silent for ever.
      keepAlive: true,
      keepAliveInitialDelayMillis: 10_000,
    });
    // The end of the connection follows, and says enough; unheard, the event would end the process.
    client.on('error', () => {});
    client.on('notification', ({ channel, payload = '' }) => {
      for (const { listener } of this.#listeners.filter((entry) => entry.channel === channel))
        listener.onNotice(payload);
    });
    try {
      await client.connect();
      for (const { channel } of this.#listeners) await hear(client, channel);
    } catch (error) {
      client.end().catch(() => {});
      throw error;
    }
    client.once('end', () => {
      if (this.#closing.signal.aborted) return;
      for (const { listener } of this.#listeners) listener.onDisconnect();
      this.#connection = this.#reconnect();
      // Closing ends the attempts, and then nobody waits for them.
      this.#connection.catch(() => {});
    });
    return client;
  }

  /** @throws AbortError when the database is being closed; until then it goes on trying */
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
