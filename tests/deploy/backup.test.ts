import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { applyMigrations } from '../../src/service/store/database/migrate.ts';
import { openPostgres } from '../../src/service/store/database/postgres.ts';
import { databases } from '../service/store/databases.ts';
import { read } from './files.ts';

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

interface CronJob {
  readonly spec: {
    readonly jobTemplate: {
      readonly spec: {
        readonly template: { readonly spec: { readonly containers: readonly { command: string[] }[] } };
      };
    };
  };
}

const { spec } = parse(read('deploy/kubernetes/components/backup/cronjob.yaml')) as CronJob;
const [program = '', ...args] = spec.jobTemplate.spec.template.spec.containers[0]?.command ?? [];

test.skipIf(postgres.isSkipped)(
  `the backup job keeps a whole dump of each of fourteen days, over ${postgres.title}`,
  async () => {
    await using opened = new AsyncDisposableStack();
    const folder = await mkdtemp(path.join(tmpdir(), 'docgen-backup-'));
    opened.defer(() => rm(folder, { recursive: true }));
    const place = opened.use(await postgres.makePlace());
    // libpq reads a + as a plus, pg as a space.
    const url = (place.options.databaseUrl ?? '').replaceAll('+', '%20');
    const database = await openPostgres(url);
    await applyMigrations(database);
    await database.close();

    const backups = path.join(folder, 'backups');
    const DATABASE_URL_FILE = path.join(folder, 'database-url');
    await mkdir(backups);
    await writeFile(DATABASE_URL_FILE, `${url}\n`);
    const age = async (name: string, days: number) => {
      const then = Date.now() / 1_000 - days * 86_400;
      await writeFile(path.join(backups, name), '');
      await utimes(path.join(backups, name), then, then);
    };
    await age('docgen-2026-01-02.dump', 13.5);
    await age('docgen-2026-01-01.dump', 14.5);
    await age('docgen-2026-01-01.dump.part', 14.5);
    await age('notes.txt', 100);
    const run = (file: string) =>
      execFileSync(program, args, {
        env: { PATH: process.env.PATH, DATABASE_URL_FILE: file, FOLDER: backups },
        stdio: 'pipe',
      });

    run(DATABASE_URL_FILE);
    const today = expect.stringMatching(/^docgen-\d{4}-\d\d-\d\d\.dump$/);
    const kept = ['docgen-2026-01-02.dump', today, 'notes.txt'];
    expect((await readdir(backups)).sort()).toEqual(kept);
    const [, dump = ''] = (await readdir(backups)).sort();
    const listed = execFileSync('pg_restore', ['--list', path.join(backups, dump)], { encoding: 'utf8' });
    for (const table of ['api_keys', 'companies', 'migrations'])
      expect(listed).toMatch(new RegExp(`TABLE DATA test_\\w+ ${table} `));

    // A dump that fails leaves the old ones, and ends the job with an error.
    const nowhere = path.join(folder, 'nowhere');
    await writeFile(nowhere, 'postgresql://localhost:1/nothing');
    await age('docgen-2026-01-01.dump', 14.5);
    expect(() => run(nowhere)).toThrow('Command failed');
    const after = (await readdir(backups)).filter((name) => !name.endsWith('.part'));
    expect(after.sort()).toEqual(['docgen-2026-01-01.dump', ...kept]);
  },
);
