import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { expect, test } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { startProcess } from '../../process.ts';
import { databases, type Place } from './databases.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

/** Creates a role that may log in to the database of `place` and has no other rights. */
async function makeRole({ options }: Place) {
  const operator = new pg.Client(options.databaseUrl);
  await operator.connect();
  const role = `test_${randomBytes(8).toString('hex')}`;
  await operator.query(`CREATE ROLE ${role} LOGIN PASSWORD '${role}'`);
  const url = new URL(options.databaseUrl ?? '');
  Object.assign(url, { username: role, password: role });
  const place: Place = {
    options: { ...options, databaseUrl: url.href },
    [Symbol.asyncDispose]: async () => {},
  };
  return {
    role,
    place,
    query: async (sql: string) => (await operator.query(sql)).rows,
    [Symbol.asyncDispose]: async () => {
      await operator.query(`DROP OWNED BY ${role}; DROP ROLE ${role}`);
      await operator.end();
    },
  };
}

const BY_ANOTHER =
  'apply the migrations as the role that owns the tables, by "node src/start/migrate.ts", and set MIGRATIONS=check.';

test.skipIf(postgres.isSkipped)(
  `a missing right of the role stops the start with its name and the cure, without changes: ${postgres.title}`,
  async () => {
    await using place = await postgres.makePlace();
    await using limited = await makeRole(place);
    const { role } = limited;
    const [{ schema }] = (await limited.query('SELECT current_schema AS schema')) as [{ schema: string }];
    const refusal = (migrations: 'apply' | 'check') =>
      openDatabase({ ...limited.place.options, migrations }).then(
        (database) => database.close(),
        (error: Error) => error.message,
      );

    expect(await refusal('apply')).toBe(
      `The role ${role} lacks a right in PostgreSQL: no schema has been selected to create in. ` +
        `Give it USAGE and CREATE on a schema of its search_path, or ${BY_ANOTHER}`,
    );

    await limited.query(`GRANT USAGE ON SCHEMA ${schema} TO ${role}`);
    await using service = startProcess(limited.place, {});
    expect(await service.exit).toEqual([1, null]);
    expect(service.errors).toBe(
      `The role ${role} lacks a right in PostgreSQL: permission denied for schema ${schema}. ` +
        `Run "GRANT USAGE, CREATE ON SCHEMA ${schema} TO ${role}", or ${BY_ANOTHER}\n`,
    );
    expect(await limited.query(`SELECT FROM pg_tables WHERE schemaname = '${schema}'`)).toEqual([]);

    await (await openDatabase(place.options)).close();
    expect(await refusal('check')).toBe(
      `The role ${role} lacks a right in PostgreSQL: permission denied for table migrations. ` +
        `Run "GRANT SELECT ON migrations TO ${role}" as its owner.`,
    );

    await limited.query(`GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${role}`);
    await limited.query(`GRANT INSERT, UPDATE, DELETE ON api_keys, companies, company_profiles TO ${role}`);
    await limited.query(
      `GRANT INSERT, UPDATE, DELETE ON template_parts TO ${role}; REVOKE ALL ON document_secret FROM ${role}`,
    );
    await limited.query(`GRANT INSERT ON overrides TO ${role}`);
    expect(await refusal('check')).toBe(
      `The role ${role} lacks rights in PostgreSQL. Run as the owner of the tables:\n` +
        `  GRANT SELECT ON document_secret TO ${role};\n` +
        `  GRANT INSERT, UPDATE, DELETE ON document_trail TO ${role};\n` +
        `  GRANT UPDATE, DELETE ON overrides TO ${role};`,
    );

    await limited.query(
      `GRANT SELECT ON document_secret TO ${role}; GRANT INSERT, UPDATE, DELETE ON document_trail, overrides TO ${role}`,
    );
    expect(await refusal('check')).toBeUndefined();
  },
);
