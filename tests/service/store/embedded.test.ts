import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import type { ApiKeys, IssuedKey } from '../../../src/service/store/accounts/api-keys.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';

const WRITER = path.join(import.meta.dirname, 'writer.ts');

const inUse = ({ options }: Place) =>
  `Another process uses the embedded database in ${options.dataDir}. Stop that process, give this one a DATA_DIR ` +
  'of its own, or set DATABASE_URL: several processes can share a PostgreSQL.';

function makeFolder(): Promise<Place> {
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database');
  return embedded.makePlace();
}

describe('embedded database', () => {
  it('is used by one process; after that is killed, the next one finds everything that was stored', async () => {
    await using place = await makeFolder();
    const writer = spawn(process.execPath, [WRITER, place.options.dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const ended = once(writer, 'exit');
    const stored: string[] = [];
    for await (const companyId of createInterface({ input: writer.stdout })) {
      stored.push(companyId);
      if (stored.length !== 20) continue;
      await expect(openDatabase(place.options)).rejects.toThrow(inUse(place));
      writer.kill('SIGKILL');
    }
    expect(await ended).toEqual([null, 'SIGKILL']);
    const database = await openDatabase(place.options);
    const { companies } = await openAccounts(database, console);
    const found = (await companies.list()).map(({ companyId }) => companyId);
    await database.close();
    expect(found).toEqual(expect.arrayContaining(stored));
    // The last write may be there too: stored, but killed before it was reported.
    expect(found.length - stored.length).toBeLessThanOrEqual(1);
  });

  it('cannot be opened twice in a process, but again after it was closed', async () => {
    await using place = await makeFolder();
    const first = await openDatabase(place.options);
    await expect(openDatabase(place.options)).rejects.toThrow(inUse(place));
    await first.close();
    const second = await openDatabase(place.options);
    await second.close();
  });

  it('begins as a copy of one empty database, also after a copy that was not finished', async () => {
    await using place = await makeFolder();
    const identifiers = new Set<string>();
    for (const name of ['one', 'other']) {
      const dataDir = path.join(place.options.dataDir, name);
      await mkdir(path.join(dataDir, 'postgres-unfinished', 'base'), { recursive: true });
      const database = await openDatabase({ dataDir });
      // PostgreSQL gives each database that it makes an identifier of its own.
      const sql = 'SELECT system_identifier::text AS id FROM pg_control_system()';
      for (const { id } of await database.query<{ id: string }>(sql)) identifiers.add(id);
      await database.close();
      expect((await readdir(dataDir)).filter((file) => file.startsWith('postgres'))).toEqual(['postgres']);
    }
    expect(identifiers.size).toBe(1);
  });

  it('reports broken files, and unlocks the folder for another attempt', async () => {
    await using place = await makeFolder();
    const dataDir = path.join(place.options.dataDir, 'broken');
    await mkdir(dataDir);
    await writeFile(path.join(dataDir, 'postgres'), 'a file where a folder should be');
    const message = `The embedded database in ${dataDir} cannot be opened ({"name":"ErrnoError","errno":54}). Restore the folder from a backup, or set DATA_DIR to another.`;
    await expect(openDatabase({ dataDir })).rejects.toThrow(message);
    await expect(openDatabase({ dataDir })).rejects.toThrow(message);
  });
});

describe('embedded database that has kept a key and was closed', () => {
  let place: Place;
  let dataDir: string;
  let issued: IssuedKey;
  let apiKeys: ApiKeys;

  beforeAll(async () => {
    place = await makeFolder();
    dataDir = path.join(place.options.dataDir, 'not', 'there', 'yet');
    const database = await openDatabase({ dataDir });
    const accounts = await openAccounts(database, console);
    apiKeys = accounts.apiKeys;
    await accounts.companies.create({ companyId: 'acme', name: 'Acme' });
    issued = await apiKeys.issue('acme');
    await database.query('CHECKPOINT');
    await database.close();
  });

  afterAll(() => place[Symbol.asyncDispose]());

  it('has a folder that only its owner may access', async () => {
    expect(((await stat(dataDir)).mode & 0o777).toString(8)).toBe('700');
  });

  it('has the id of the key in its files, but not the key', async () => {
    const entries = await readdir(dataDir, { recursive: true, withFileTypes: true });
    const files = entries.filter((entry) => entry.isFile());
    const contents = await Promise.all(
      files.map(({ parentPath, name }) => readFile(path.join(parentPath, name))),
    );
    expect(contents.some((bytes) => bytes.includes(issued.keyId))).toBe(true);
    expect(contents.some((bytes) => bytes.includes(issued.key.slice(18, 70)))).toBe(false);
  });

  it('is not queried for a mistyped key', async () => {
    const { key } = issued;
    const mistyped = key.slice(0, -1) + (key.endsWith('a') ? 'b' : 'a');
    await expect(apiKeys.verifyKey(key)).rejects.toThrow();
    expect(await apiKeys.verifyKey(mistyped)).toBeUndefined();
  });
});
