import { Registry } from 'prom-client';
import { describe, expect, test } from 'vitest';
import { measureDatabase } from '../../../src/service/http/metrics/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases } from '../store/databases.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`database_up of the ${title}`, () => {
    test('is 0 while an open session takes no writes, as after a failover', async () => {
      await using place = await makePlace();
      const registry = new Registry();
      const database = measureDatabase(registry, await openDatabase(place.options));
      const isUp = async () => (await registry.getSingleMetric('database_up')?.get())?.values[0]?.value;
      expect(await isUp()).toBe(1);
      await database.query('SET default_transaction_read_only TO on');
      expect(await isUp()).toBe(0);
      await database.close();
    });
  });
}
