import { readdir } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { openDatabase } from '../../src/store/database/database.ts';
import { startProcess } from '../process.ts';
import { databases } from './databases.ts';

const MIGRATIONS = new URL('../../src/store/database/migrations/', import.meta.url);
const MIGRATE = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`migrations of the ${title}`, () => {
    const change = async (options: Parameters<typeof openDatabase>[0], statement: string) => {
      const database = await openDatabase(options);
      await database.query(statement);
      await database.close();
    };

    it('are only checked with MIGRATIONS=check, and a missing one stops the start', async () => {
      await using place = await makePlace();
      await change(place.options, 'DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)');
      const last = (await readdir(MIGRATIONS)).toSorted().at(-1);
      await expect(openDatabase({ ...place.options, migrations: 'check' })).rejects.toThrow(
        `The database lacks the migrations ${last}, and MIGRATIONS is "check". Run "node src/migrate.ts" with the ` +
          'same DATABASE_URL, or set MIGRATIONS=apply.',
      );
    });

    it('stop the start without changes if the database is of a newer version', async () => {
      await using place = await makePlace();
      await change(place.options, `INSERT INTO migrations (name) VALUES ('9999-of-the-future.sql')`);
      for (const migrations of ['apply', 'check'] as const) {
        await expect(openDatabase({ ...place.options, migrations })).rejects.toThrow(
          'The database is of a newer version of the service: it has the migrations 9999-of-the-future.sql. Start that ' +
            'version, or restore the backup from before the upgrade (docs/operations.md, "Upgrade and rollback").',
        );
      }
    });

    it('are applied by src/migrate.ts, which then exits', async () => {
      await using place = await makePlace();
      const migrate = () => startProcess(place, {}, [], [MIGRATE]);
      await change(place.options, 'SELECT');
      const again = migrate();
      expect([await again.exit, again.output]).toEqual([
        [0, null],
        'The database is up to date: nothing to do.\n',
      ]);
      await change(place.options, `INSERT INTO migrations (name) VALUES ('9999-of-the-future.sql')`);
      const failing = migrate();
      expect(await failing.exit).toEqual([1, null]);
      expect(failing.output).toMatch(/^The database is of a newer version of the service: .*\n$/);
    });
  });
}
