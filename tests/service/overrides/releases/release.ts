import { createHash } from 'node:crypto';
import { cp, mkdtempDisposable, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import type { Database } from '../../../../src/service/store/database/database.ts';
import { applyMigrations } from '../../../../src/service/store/database/migrate.ts';
import { openUnmigrated } from '../../../../src/service/store/database/open-database.ts';
import type { Place } from '../../store/databases.ts';

export const MIGRATIONS = fileURLToPath(
  new URL('../../../../src/service/store/database/migrations/', import.meta.url),
);

/** A database of a release, with a company's own texts, and the words of the documents that the release made of them. */
export interface Release {
  /** Migration → SHA-256 of its file. */
  readonly migrations: Readonly<Record<string, string>>;
  /** Table → its rows. */
  readonly rows: Readonly<Record<string, readonly object[]>>;
  /** A key of the company. */
  readonly key: string;
  readonly documents: readonly {
    readonly request: object;
    readonly documentId: string;
    readonly sha256: string;
    readonly words: readonly string[];
  }[];
}

/** In an order in which each table comes after those that it refers to. */
export const TABLES = [
  ...['migrations', 'document_secret', 'companies', 'api_keys', 'company_profiles'],
  ...['template_parts', 'overrides', 'document_trail'],
];

/** @param version of the service */
export async function readRelease(version: string): Promise<Release> {
  const file = path.join(import.meta.dirname, `${version}.json.gz`);
  return JSON.parse(gunzipSync(await readFile(file)).toString());
}

export async function digestsOfMigrations(): Promise<Record<string, string>> {
  const names = (await readdir(MIGRATIONS)).toSorted();
  const digests = names.map(async (name) => {
    const script = await readFile(path.join(MIGRATIONS, name));
    return [name, createHash('sha256').update(script).digest('hex')] as const;
  });
  return Object.fromEntries(await Promise.all(digests));
}

/** Makes the database of a release in a new place. */
export async function restoreRelease({ migrations, rows }: Release, place: Place): Promise<void> {
  // The embedded database of the tests has today's tables.
  if (place.options.databaseUrl === undefined) await rm(place.options.dataDir, { recursive: true });
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-test-'));
  for (const name of Object.keys(migrations))
    await cp(path.join(MIGRATIONS, name), path.join(folder.path, name));
  const database = await openUnmigrated(place.options);
  await applyMigrations(database, folder.path);
  for (const table of TABLES) {
    const columns = await columnsOf(database, table);
    await database.query(`DELETE FROM ${table}`);
    await database.query(
      `INSERT INTO ${table} (${columns}) SELECT ${columns} FROM json_populate_recordset(null::${table}, $1)`,
      [JSON.stringify(rows[table])],
    );
  }
  await database.close();
}

/** Those that can be written. */
async function columnsOf(database: Database, table: string): Promise<string> {
  const columns = await database.query<{ name: string }>(
    `SELECT column_name AS name FROM information_schema.columns
     WHERE table_schema = current_schema() AND table_name = $1 AND is_generated = 'NEVER'`,
    [table],
  );
  return columns.map(({ name }) => name).join(', ');
}
