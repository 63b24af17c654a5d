import { cp, mkdtempDisposable, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { applyMigrations } from '../../../src/service/store/database/migrate.ts';
import { openDatabase, openUnmigrated } from '../../../src/service/store/database/open-database.ts';
import { MIGRATE, startProcess } from '../../process.ts';
import { databases, type Place } from './databases.ts';

const MIGRATIONS = fileURLToPath(new URL('../../../src/service/store/database/migrations/', import.meta.url));

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
        `The database lacks the migrations ${last}, and MIGRATIONS is "check". Run "node src/start/migrate.ts" with the ` +
          'same DATABASE_URL, or set MIGRATIONS=apply.',
      );
    });

    /** Applies the migrations of a newer version of the service, which has these files too. */
    const upgrade = async (
      options: Parameters<typeof openDatabase>[0],
      files: Readonly<Record<string, string>>,
    ) => {
      await using newer = await mkdtempDisposable(path.join(tmpdir(), 'docgen-test-'));
      await cp(MIGRATIONS, newer.path, { recursive: true });
      for (const [name, script] of Object.entries(files))
        await writeFile(path.join(newer.path, name), script);
      const database = await openUnmigrated(options);
      try {
        return await applyMigrations(database, newer.path);
      } finally {
        await database.close();
      }
    };
    const migrate = (place: Place) => startProcess(place, {}, [], [MIGRATE]);
    const WIDER = '-- Runs with code from: 0001\nALTER TABLE companies ADD COLUMN note text;';
    const BREAKING = '-- Runs with code from: 9998\nALTER TABLE companies RENAME COLUMN name TO title;';

    it('of a newer version do not stop this one if they name an older one as running on them', async () => {
      await using place = await makePlace();
      await change(place.options, 'SELECT');
      expect(await upgrade(place.options, { '9998-wider.sql': WIDER })).toEqual(['9998-wider.sql']);
      for (const migrations of ['apply', 'check'] as const) {
        const database = await openDatabase({ ...place.options, migrations });
        const companies = `INSERT INTO companies (company_id, name) VALUES ('${migrations}', 'Acme') RETURNING note`;
        expect(await database.query(companies)).toEqual([{ note: null }]);
        await database.close();
      }
      const again = migrate(place);
      expect([await again.exit, again.output]).toEqual([
        [0, null],
        'The database is up to date: nothing to do.\n',
      ]);
    });

    it('of a newer version stop the start without changes if this one does not run on them', async () => {
      await using place = await makePlace();
      await change(place.options, 'SELECT');
      await upgrade(place.options, { '9998-wider.sql': WIDER, '9999-breaking.sql': BREAKING });
      const message =
        'The database is of a newer version of the service, and this version cannot run on its migrations ' +
        '9999-breaking.sql. Start the newer version, or restore the backup from before the upgrade ' +
        '(docs/operations.md, "Upgrade and rollback").';
      for (const migrations of ['apply', 'check'] as const)
        await expect(openDatabase({ ...place.options, migrations })).rejects.toThrow(message);
      const failing = migrate(place);
      expect([await failing.exit, failing.output]).toEqual([[1, null], `${message}\n`]);
    });

    it('that do not say which code runs on them are not applied', async () => {
      await using place = await makePlace();
      await expect(upgrade(place.options, { '9998-unmarked.sql': 'SELECT' })).rejects.toThrow(
        'The migration 9998-unmarked.sql has no line "-- Runs with code from: 0000" with a number.',
      );
    });

    it.each([
      ['without', ''],
      ['with', ', oldest_code text'],
    ])('from before 1.0.0 stop the start, %s the oldest code', async (_title, column) => {
      await using place = await makePlace();
      if (place.options.databaseUrl === undefined) await rm(place.options.dataDir, { recursive: true });
      const database = await openUnmigrated(place.options);
      await database.execute(
        `CREATE TABLE migrations (name text PRIMARY KEY, applied_at timestamptz NOT NULL DEFAULT now()${column});
         INSERT INTO migrations (name) VALUES ('0001-companies-and-api-keys.sql'), ('0002-key-life-cycle.sql')`,
      );
      await database.close();
      const message =
        'The database was made by a development version from before 1.0.0, which no release takes over: set ' +
        'DATABASE_URL or DATA_DIR to an empty database.';
      for (const migrations of ['apply', 'check'] as const)
        await expect(openDatabase({ ...place.options, migrations })).rejects.toThrow(message);
      const failing = migrate(place);
      expect([await failing.exit, failing.output]).toEqual([[1, null], `${message}\n`]);
    });

    it('each name as the oldest code a migration that there is, at most themselves', async () => {
      await using place = await makePlace();
      const database = await openDatabase(place.options);
      const applied = await database.query<{ name: string; oldest_code: string }>(
        'SELECT name, oldest_code FROM migrations ORDER BY name',
      );
      await database.close();
      const files = (await readdir(MIGRATIONS)).toSorted();
      expect(applied.map(({ name }) => name)).toEqual(files);
      const numbers = files.map((name) => name.slice(0, 4));
      for (const { name, oldest_code } of applied) {
        expect(numbers).toContain(oldest_code);
        expect(oldest_code <= name.slice(0, 4), name).toBe(true);
      }
    });
  });
}
