import { describe, expect, test } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { OverrideCache } from '../../../src/service/store/overrides/override-cache.ts';
import { Overrides } from '../../../src/service/store/overrides/overrides.ts';
import { MIGRATE, startProcess } from '../../process.ts';
import { startService } from '../../service.ts';
import { docgen } from '../../ui/cli/docgen.ts';
import { databases, type Place } from '../store/databases.ts';
import { ndaRequest, ndaText, publisherOn } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const PARTS = new Map([['partials/party.njk', '{% macro party_list() %}{% endmacro %}']]);

/** It needs a macro that its part does not have, as if another version of the language had accepted that. */
const FAILING = `{% from "partials/party.njk" import party_table %}${ndaText('Ada')}`;
const FAULT = 'line 1, column 37: partials/party.njk has no macro party_table; it has party_list';

/** A database with these texts of the company acme, which nothing has tried. */
async function fill(place: Place, texts: Readonly<Record<string, string>>): Promise<void> {
  const database = await openDatabase(place.options);
  const cache = new OverrideCache(database, { info: () => {}, warn: () => {} });
  await database.query("INSERT INTO companies (company_id, name) VALUES ('acme', 'Acme Limited')");
  for (const [version, source] of Object.entries(texts))
    await new Overrides(database, cache).publish(
      { companyId: 'acme', templateId: NDA, version },
      {
        ...{ schemaVersion: '1.0.0', warnings: [], publisher: 'administration', parts: PARTS },
        ownParts: new Map(),
        isProposal: false,
        definition: null,
        source: Buffer.from(source),
      },
    );
  cache.close();
  await database.close();
}

async function migrate(place: Place, ...args: readonly string[]) {
  const run = startProcess(place, {}, [], [MIGRATE, ...args]);
  const [exitCode] = await run.exit;
  return { exitCode, output: run.output };
}

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`texts of which no document can be made, over the ${title}`, () => {
    test('are named by a migration', async () => {
      await using place = await makePlace();
      await fill(place, { '2.0.0': ndaText('Ada'), '3.0.0': FAILING });
      const output =
        'The database is up to date: nothing to do.\n' +
        'No document can be made of 1 of 2 own texts of companies (docs/runbooks/failing-texts.md):\n' +
        `  acme ${NDA} 3.0.0: ${FAULT}\n`;
      expect(await migrate(place, '--check-texts')).toEqual({ exitCode: 1, output });
      expect(await migrate(place)).toEqual({ exitCode: 0, output });
    }, 120_000);

    test('are told by the lists, the command line and the metrics', async () => {
      await using place = await makePlace();
      await fill(place, { '1.0.0': ndaText('Ada'), '3.0.0': FAILING });
      await using service = await startService(place);
      const company = publisherOn(service, 'acme', service.key);
      const answers = ['1.0.0', '3.0.0'].map((version) => company.generate(ndaRequest({ version })));
      expect((await Promise.all(answers)).map(({ status }) => status)).toEqual([200, 500]);
      const versions = (fault: string | null) => ({
        templates: [
          { templateId: NDA, version: '1.0.0', fault: null },
          { templateId: NDA, version: '3.0.0', fault },
        ],
      });
      const checked = await service.admin('POST', '/companies/acme/templates/check');
      expect(checked.json).toEqual(versions(FAULT));
      expect((await company.list()).json).toMatchObject(versions(FAULT));

      const environment = { DOCGEN_URL: service.url, ADMIN_TOKEN: service.adminToken };
      expect(await docgen(['overrides', 'check'], environment)).toEqual({
        exitCode: 1,
        stdout: `acme ${NDA} 3.0.0: ${FAULT}\n1 of 2 versions in use fail.\n`,
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
      const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
      const line = await service.printed(/^\{[^\n]*no document can be made[^\n]*\}$/m);
      expect(JSON.parse(line)).toMatchObject({
        level: 'error',
        companyId: 'acme',
        templateId: NDA,
        version: '3.0.0',
        fault: FAULT,
        msg: "no document can be made of a company's own text",
      });
      expect(service.output.indexOf(url)).toBeLessThan(service.output.indexOf('party_table'));
    }, 120_000);
  });
}
