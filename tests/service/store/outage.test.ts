import { expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { Outage } from '../../../src/service/store/database/outage.ts';
import { DatabaseUnavailableError } from '../../../src/service/store/database/unavailable.ts';
import { databases } from './databases.ts';

test('an outage is logged once, even if the database answers some statements', async () => {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database');
  await using place = await embedded.makePlace();
  const database = await openDatabase(place.options);
  const log: string[] = [];
  const outage = new Outage(
    database,
    {
      info: (message: unknown) => log.push(String(message)),
      warn: (_: unknown, message = '') => log.push(message),
    },
    'keys',
  );
  for (let time = 0; time < 100; time++) {
    outage.begin(new DatabaseUnavailableError('no answer'));
    expect(outage.isOn).toBe(true);
    outage.end();
    expect(outage.isOn).toBe(false);
  }
  outage.begin(new DatabaseUnavailableError('no answer'));
  await vi.waitFor(() => expect(outage.isOn).toBe(false), 60_000);
  expect(log).toEqual([
    'the database cannot be reached: keys in use are accepted for 15 minutes',
    'the database can be reached again',
  ]);
  outage.close();
  await database.close();
});
