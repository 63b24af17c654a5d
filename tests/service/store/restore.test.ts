import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { expect, test } from 'vitest';
import { startService } from '../../service.ts';
import { databases } from './databases.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'docx',
  data: { parties: [{ fullName: 'Ada Obi' }] },
  options: { at: '2026-11-22T18:00:00Z' },
};
const OWN = { ...NDA, custom: true };
const TEXT = '<h1>Of our own</h1>\n{% for party in parties %}<p>{{ party.fullName }}</p>{% endfor %}\n';

/** Creates a database beside that of the tests. */
async function makeDatabase(url: string) {
  const name = `restored_${randomBytes(8).toString('hex')}`;
  const run = async (statement: string) => {
    const client = new pg.Client(url);
    await client.connect();
    await client.query(statement);
    await client.end();
  };
  await run(`CREATE DATABASE ${name}`);
  return {
    url: url.replace(/\/\w+\?/, `/${name}?`),
    [Symbol.asyncDispose]: () => run(`DROP DATABASE ${name} WITH (FORCE)`),
  };
}

test.skipIf(postgres.isSkipped)(
  'a database restored with pg_restore makes the same documents for the same keys',
  async () => {
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'docgen-dump-'));
    opened.defer(() => rm(folder, { recursive: true }));
    const dump = path.join(folder, 'docgen.dump');
    const place = opened.use(await postgres.makePlace());
    // libpq reads a + as a plus, pg as a space.
    const url = (place.options.databaseUrl ?? '').replaceAll('+', '%20');

    const before = await startService(place);
    const published = await before.send(
      'PUT',
      '/admin/v1/companies/acme/templates/non-disclosure-agreement/versions/3.0.0',
      { authorization: `Bearer ${before.adminToken}`, 'content-type': 'text/html' },
      TEXT,
    );
    expect(published.status).toBe(201);
    const documents = [await before.generate(NDA), await before.generate(OWN)];
    await before[Symbol.asyncDispose]();
    // Only the schema of this test, because other tests use the same database.
    const [schema = ''] = /test_\w+/.exec(url) ?? [];
    execFileSync('pg_dump', ['--format=custom', `--schema=${schema}`, `--file=${dump}`, url]);

    const restored = opened.use(await makeDatabase(url));
    execFileSync('pg_restore', [
      '--no-owner',
      '--exit-on-error',
      '--single-transaction',
      `--dbname=${restored.url}`,
      dump,
    ]);
    const after = await startService({
      ...place,
      options: { ...place.options, databaseUrl: restored.url },
    });
    opened.use(after);
    const send = (body: object) =>
      after.send('POST', '/api/v1/documents/generate', { 'x-key': before.key }, body);
    const again = [await send(NDA), await send(OWN)];
    expect(again.map(({ status, headers, bytes }) => [status, headers['x-template-source'], bytes])).toEqual(
      documents.map(({ bytes }, index) => [200, index === 0 ? 'global' : 'custom', bytes]),
    );
  },
  // Two starts and four documents, which may take long on a busy machine.
  600_000,
);
