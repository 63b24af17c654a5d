import { randomBytes } from 'node:crypto';
import type { Database } from '../../../src/service/store/database/database.ts';

/** Waits until all notices that were sent before have arrived: sends another one, because they arrive in order. */
export async function allHeard(database: Database): Promise<void> {
  const channel = `test_${randomBytes(8).toString('hex')}`;
  const { promise, resolve } = Promise.withResolvers<string>();
  await database.listen(channel, { onNotice: resolve, onDisconnect: () => {}, onReconnect: () => {} });
  await database.execute(`NOTIFY ${channel}`);
  await promise;
}
