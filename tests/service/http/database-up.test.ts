import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { measureDatabaseUp } from '../../../src/service/http/metrics/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { TrailWriter } from '../../../src/service/store/trail/trail-writer.ts';
import { databases } from '../store/databases.ts';
import { trailEntry } from '../store/trail-entries.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`database_up of the ${title}`, () => {
    test('is 0 while an open session takes no writes, as after a failover', async () => {
      await using place = await makePlace();
      const registry = new Registry();
      const database = await openDatabase(place.options);
      measureDatabaseUp(registry, database, { isAway: false });
      const isUp = async () => (await registry.getSingleMetric('database_up')?.get())?.values[0]?.value;
      expect(await isUp()).toBe(1);
      await database.query('SET default_transaction_read_only TO on');
      expect(await isUp()).toBe(0);
      await database.close();
    });

    test('is 0 while the trail cannot be written, until it is', async () => {
      await using place = await makePlace();
      const registry = new Registry();
      const database = await openDatabase(place.options);
      const trail = new TrailWriter(database, { info: () => {}, warn: () => {} });
      measureDatabaseUp(registry, database, trail);
      const isUp = async () => (await registry.getSingleMetric('database_up')?.get())?.values[0]?.value;
      await database.execute('ALTER TABLE document_trail RENAME TO away');
      await trail.record(trailEntry('a'));
      expect(await isUp()).toBe(0);
      await database.execute('ALTER TABLE away RENAME TO document_trail');
      await trail.write();
      expect([await isUp(), trail.waiting]).toEqual([1, 0]);
      await trail.close();
      await database.close();
    });

    test('comes with an error that says so when the disk is full', async () => {
      await using place = await makePlace();
      const database = await openDatabase(place.options);
      await expect(database.query('DO $$ BEGIN RAISE disk_full; END $$')).rejects.toMatchObject({
        name: 'DatabaseFullError',
        message: 'The database has no space left on its disk; try again in a moment',
      });
      await database.close();
    });
  });
}
