import { cp, mkdtempDisposable, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { applyMigrations } from '../../src/store/database/migrate.ts';
import { openUnmigrated } from '../../src/store/database/open-database.ts';
import { docgen } from '../cli/docgen.ts';
import { startProcess } from '../process.ts';
import { startService } from '../service.ts';
import { databases, type Place } from '../store/databases.ts';
import { readWord } from '../word/read-word.ts';
import { ndaText, publisherOn } from './publishing.ts';

const MIGRATIONS = fileURLToPath(new URL('../../src/store/database/migrations/', import.meta.url));
const MIGRATE = fileURLToPath(new URL('../../src/migrate.ts', import.meta.url));
const NDA = 'non-disclosure-agreement';

/** The agreement of commit b2c0130 as an override, its sample, and the words of its Word file as that commit made it. */
const FIRST = {
  source: await readFile(path.join(import.meta.dirname, 'first/nda.njk'), 'utf8'),
  data: JSON.parse(await readFile(path.join(import.meta.dirname, 'first/nda.json'), 'utf8')),
  words: spaced(await readFile(path.join(import.meta.dirname, 'first/nda.docx.txt'), 'utf8')),
};
/** A ruled blank is as wide as it was, by other characters. */
function spaced(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}

/** It needs a macro that no version of the service has had. */
const FAILING = `{% from "partials/party.njk" import party_table %}${ndaText('Ada')}`;
const FAULT = /^line 1, column \d+: partials\/party\.njk has no macro party_table; it has [\w, ]+$/;

/** A database as that commit left it, with these texts of the company acme. */
async function fill(place: Place, texts: Readonly<Record<string, string>>): Promise<void> {
  // The embedded database of the tests has today's tables.
  if (place.options.databaseUrl === undefined) await rm(place.options.dataDir, { recursive: true });
  await using folder = await mkdtempDisposable(path.join(tmpdir(), 'docgen-test-'));
  await cp(MIGRATIONS, folder.path, { recursive: true });
  for (const name of await readdir(folder.path)) if (name > '0005') await rm(path.join(folder.path, name));
  const database = await openUnmigrated(place.options);
  await applyMigrations(database, folder.path);
  await database.query('ALTER TABLE migrations DROP COLUMN oldest_code');
  await database.query("INSERT INTO companies (company_id, name) VALUES ('acme', 'Acme Limited')");
  for (const [version, source] of Object.entries(texts))
    await database.query(
      `INSERT INTO overrides (company_id, template_id, version, schema_version, source, warnings)
       VALUES ('acme', $1, $2, '1.0.0', $3, '[]')`,
      [NDA, version, Buffer.from(source)],
    );
  await database.close();
}

async function migrate(place: Place, ...args: readonly string[]) {
  const run = startProcess(place, {}, [], [MIGRATE, ...args]);
  const [exitCode] = await run.exit;
  return { exitCode, output: run.output.replace(/it has [\w, ]+$/m, 'it has …') };
}

async function wordsOfVersion(company: ReturnType<typeof publisherOn>, version: string): Promise<string> {
  const request = { templateId: NDA, version, custom: true, format: 'docx', data: FIRST.data };
  const { status, bytes } = await company.generate(request);
  return status === 200 ? spaced(readWord(bytes).blocks.join('\n')) : String(status);
}

const NAMED = `acme ${NDA} 1.0.0 had no shared parts stored with it and got those of commit b2c0130.\n`;
const FAILED =
  'No document can be made of 1 of 3 own texts of companies (docs/runbooks/failing-texts.md):\n' +
  `  acme ${NDA} 3.0.0: line 1, column 37: partials/party.njk has no macro party_table; it has …\n`;

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`texts that were published before parts were stored, over the ${title}`, () => {
    test('get the parts of their time at a migration, which names those that fail', async () => {
      await using place = await makePlace();
      await fill(place, { '1.0.0': FIRST.source, '2.0.0': ndaText('Ada'), '3.0.0': FAILING });
      const first = await migrate(place);
      expect(first).toEqual({
        exitCode: 0,
        output: expect.stringMatching(/^The database is up to date: applied 0005-[^\n]*\n/),
      });
      expect(first.output.replace(/^.*\n/, '')).toBe(NAMED + FAILED);
      const nothing = 'The database is up to date: nothing to do.\n';
      expect(await migrate(place, '--check-texts')).toEqual({ exitCode: 1, output: nothing + FAILED });
      expect(await migrate(place)).toEqual({ exitCode: 0, output: nothing + FAILED });
    }, 120_000);

    test('print at once after a start as they printed then, and those that fail are known', async () => {
      await using place = await makePlace();
      await fill(place, { '1.0.0': FIRST.source, '3.0.0': FAILING });
      await using service = await startService(place);
      const company = publisherOn(service, 'acme', service.key);
      expect(await wordsOfVersion(company, '1.0.0')).toBe(FIRST.words);
      expect(await wordsOfVersion(company, '3.0.0')).toBe('500');
      const versions = (fault: unknown) => ({
        templates: [
          { templateId: NDA, version: '1.0.0', fault: null },
          { templateId: NDA, version: '3.0.0', fault },
        ],
      });
      const checked = await service.admin('POST', '/companies/acme/templates/check');
      expect(checked.json).toEqual(versions(expect.stringMatching(FAULT)));
      expect((await company.list()).json).toMatchObject(versions(expect.stringMatching(FAULT)));

      const environment = { DOCGEN_URL: service.url, ADMIN_TOKEN: service.adminToken };
      const check = await docgen(['overrides', 'check'], environment);
      expect({ ...check, stdout: check.stdout.replace(/it has .*/, 'it has …') }).toEqual({
        exitCode: 1,
        stdout:
          `acme ${NDA} 3.0.0: line 1, column 37: partials/party.njk has no macro party_table; it has …\n` +
          '1 of 2 versions in use fail.\n',
        stderr: '1 of 2 versions in use fail: see docs/runbooks/failing-texts.md.\n',
      });
      const { stdout } = await docgen(['overrides', 'list', 'acme'], environment);
      expect(stdout.split('\n').map((line) => /(1|3)\.0\.0 .*(in use|FAILS)/.exec(line)?.slice(1))).toEqual([
        undefined,
        ['1', 'in use'],
        ['3', 'FAILS'],
        undefined,
      ]);
      const failing = async () =>
        /^failing_texts (\d+)$/m.exec((await service.send('GET', '/metrics')).bytes.toString())?.[1];
      expect(await failing()).toBe('1');
      await company.retire(NDA, '3.0.0');
      expect(await failing()).toBe('0');
      expect((await docgen(['overrides', 'check', 'acme'], environment)).exitCode).toBe(0);
    }, 120_000);

    test('are named in the log of a start, which does not wait for their check', async () => {
      await using place = await makePlace();
      await fill(place, { '3.0.0': FAILING });
      await using service = startProcess(place, { LOG_LEVEL: 'info' });
      await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
      expect(service.output).not.toContain('party_table');
      const line = await service.printed(/^\{[^\n]*no document can be made[^\n]*\}$/m);
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        companyId: 'acme',
        templateId: NDA,
        version: '3.0.0',
        fault: expect.stringMatching(FAULT),
        msg: "no document can be made of a company's own text",
      });
    }, 120_000);
  });
}
