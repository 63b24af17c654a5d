import { hash } from 'node:crypto';
import { appendFile, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../../src/environment/config.ts';
import { buildApp, type Service } from '../../../src/start/app.ts';
import { readCatalogue } from '../../../src/templating/templates/catalogue.ts';
import { docgen, type Outcome } from './docgen.ts';

const ADMIN_TOKEN = 'administration-token-of-the-tests';
const MOMENT = /\d{4}-\d\d-\d\d \d\d:\d\d UTC/;

describe('docgen with a running service', () => {
  let folder: string;
  let service: Service;
  let url: string;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
    service = await buildApp(
      readConfig({ LOG_LEVEL: 'silent', DATA_DIR: path.join(folder, 'data'), ADMIN_TOKEN }),
    );
    url = await service.app.listen({ host: '127.0.0.1', port: 0 });
  });

  afterAll(async () => {
    await service.app.close();
    await rm(folder, { recursive: true });
  });

  const admin = (...args: string[]) => docgen(args, { DOCGEN_URL: url, ADMIN_TOKEN });
  const done = (stdout: unknown) => ({ exitCode: 0, stdout, stderr: '' });
  const refused = (stderr: string) => ({ exitCode: 1, stdout: '', stderr });
  const json = async (...args: string[]) => JSON.parse((await admin(...args, '--json')).stdout);

  it('creates, renames, suspends, resumes and deletes a company', async () => {
    expect(await admin('companies', 'list')).toEqual(
      done('There are no companies. Create one: docgen companies create <companyId> <name>\n'),
    );
    expect(await admin('companies', 'create', 'blue-moon', 'Blue Moon')).toEqual(
      done('Created company blue-moon. Issue it a key: docgen keys issue blue-moon\n'),
    );
    expect(await admin('companies', 'rename', 'blue-moon', 'Blue Moon Studios')).toEqual(
      done('Company blue-moon is now called Blue Moon Studios.\n'),
    );
    const { stdout } = await admin('companies', 'list');
    expect(stdout.replace(MOMENT, '<moment>')).toBe(
      'COMPANY    NAME               CREATED               STATUS\n' +
        'blue-moon  Blue Moon Studios  <moment>  active\n',
    );
    expect(await admin('companies', 'suspend', 'blue-moon')).toEqual(
      done('Suspended company blue-moon: its keys are refused. Undo: docgen companies resume blue-moon\n'),
    );
    expect((await admin('companies', 'list')).stdout).toMatch(/ suspended \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/);
    expect(await admin('companies', 'resume', 'blue-moon')).toEqual(
      done('Resumed company blue-moon: its keys are accepted.\n'),
    );
    expect(await admin('companies', 'delete', 'blue-moon', '--confirm', 'blue-moon')).toEqual(
      done('Deleted company blue-moon with all that was stored of it.\n'),
    );
  });

  it("publishes, lists, shows and retires a company's own versions", async () => {
    await admin('companies', 'create', 'author', 'Author');
    expect(await admin('overrides', 'list', 'author')).toEqual(
      done(
        'Company author has no versions of its own. ' +
          'Publish one: docgen overrides publish author <templateId> <version> <file>\n',
      ),
    );
    const file = path.join(folder, 'nda.njk');
    const source = '<h1>Ọ</h1>\n<p>{{ projekt }}</p>\n';
    await writeFile(file, source);
    const version = ['author', 'non-disclosure-agreement', '1.0.0'];
    expect(await admin('overrides', 'publish', ...version, file)).toEqual(
      done(
        'Company author has non-disclosure-agreement 1.0.0 in use, with the data of 1.0.0.\n' +
          `  ${file}:2:7: there is no field projekt in the data, so that it is always absent here; did you mean project?\n`,
      ),
    );
    expect(await admin('overrides', 'show', ...version)).toEqual(done(source));
    for (const [what, ...of] of [
      ['non-disclosure-agreement 1.0.0', '1.0.0'],
      ['all versions of non-disclosure-agreement'],
    ])
      expect(await admin('overrides', 'retire', 'author', 'non-disclosure-agreement', ...of)).toEqual(
        done(`Retired ${what} of company author. Publishing the same text again puts it back into use.\n`),
      );
    const { stdout } = await admin('overrides', 'list', 'author');
    expect(stdout.replaceAll(new RegExp(MOMENT, 'g'), '<moment>')).toBe(
      'TEMPLATE                  VERSION  DATA OF  BYTES  PUBLISHED             BY              STATUS                        WARNINGS\n' +
        'non-disclosure-agreement  1.0.0    1.0.0    34     <moment>  administration  retired <moment>  1\n',
    );
    const parts = path.join(folder, 'ours');
    await mkdir(path.join(parts, 'partials', 'ours'), { recursive: true });
    await writeFile(path.join(parts, 'partials', 'ours', 'end.njk'), '<p>End</p>');
    await writeFile(path.join(parts, 'readme.txt'), 'not a part');
    await writeFile(file, '{% include "partials/ours/end.njk" %}');
    const own = ['author', 'non-disclosure-agreement', '1.0.1'];
    expect(await admin('overrides', 'publish', ...own, file, '--parts', parts)).toEqual(
      done('Company author has non-disclosure-agreement 1.0.1 in use, with the data of 1.0.0.\n'),
    );
    const shown = await admin('overrides', 'show', ...own, '--json');
    expect(JSON.parse(shown.stdout)).toEqual({
      ...{ templateId: 'non-disclosure-agreement', version: '1.0.1' },
      source: '{% include "partials/ours/end.njk" %}',
      parts: { 'partials/ours/end.njk': '<p>End</p>' },
    });
    expect(
      await admin('overrides', 'publish', ...own, file, '--parts', path.join(parts, 'partials')),
    ).toEqual({
      exitCode: 2,
      stdout: '',
      stderr: `${parts}/partials has no .njk file in layouts/ or partials/; name the folder that these are in\n`,
    });
    await writeFile(file, '<p>\n<script>\n<iframe>');
    expect(await admin('overrides', 'publish', 'author', 'non-disclosure-agreement', '1.1.0', file)).toEqual(
      refused(
        'The server refused (422): The template cannot be published: ' +
          'line 2, column 1: <script> is not allowed in a document; leave it out\n' +
          '  line 3, column 1: <iframe> is not allowed in a document; leave it out\n',
      ),
    );
  });

  it('issues, lists and revokes keys', async () => {
    await admin('companies', 'create', 'keyed', 'Keyed');
    expect(await admin('keys', 'list', 'keyed')).toEqual(
      done('Company keyed has no keys. Issue one: docgen keys issue keyed\n'),
    );
    const { stdout } = await admin('keys', 'issue', 'keyed');
    const [, keyId = '', key = ''] = /^Key (\w+) of company keyed:\n\n {2}(\w+)\n\n/.exec(stdout) ?? [];
    expect(key).toMatch(new RegExp(`^dgs_live_${keyId}_[a-z2-7]{58}$`));
    const listed = await admin('keys', 'list', 'keyed');
    expect(listed.stdout.replace(MOMENT, '<moment>')).toBe(
      'KEY ID    BEGINS WITH        RIGHTS    CREATED               LAST USED  STATUS\n' +
        `${keyId}  dgs_live_${keyId}  generate  <moment>  never      active\n`,
    );
    expect(await admin('keys', 'revoke', 'keyed', keyId)).toEqual(
      done(`Revoked key ${keyId} of company keyed.\n`),
    );
    expect((await admin('keys', 'list', 'keyed')).stdout).toMatch(
      / revoked \d{4}-\d\d-\d\d \d\d:\d\d UTC\n$/,
    );
  });

  it('prints an address of the studio with a key that expires', async () => {
    await admin('companies', 'create', 'linked', 'Linked');
    const issue = ['keys', 'issue', 'linked'];
    const { stdout, stderr, exitCode } = await admin(
      ...issue,
      '--rights',
      'texts',
      '--expires',
      '8h',
      '--link',
    );
    expect(exitCode).toBe(0);
    const [, key = ''] = new RegExp(`^${url}/studio#key=(dgs_live_\\w+)\n$`).exec(stdout) ?? [];
    const keyId = key.slice('dgs_live_'.length, 'dgs_live_'.length + 8);
    expect(stderr.replace(MOMENT, '<moment>')).toBe(
      `Whoever has this address has key ${keyId} of company linked, until <moment>.\n`,
    );
    const { link, ...issued } = await json(
      ...issue,
      '--rights',
      'generate, texts',
      '--link',
      'https://d.example/',
    );
    expect(link).toBe(`https://d.example/studio#key=${issued.key}`);
    expect(issued).toMatchObject({ rights: ['generate', 'texts'], expiresAt: null });
    const { keys } = await json('keys', 'list', 'linked');
    expect(keys).toMatchObject([{ keyId, rights: ['texts'], expiresAt: expect.any(String) }, {}]);
    expect(Date.parse(keys[0].expiresAt) - Date.parse(keys[0].createdAt)).toBe(8 * 3_600_000);
    expect((await admin(...issue, '--rights', 'all')).exitCode).toBe(2);
    expect((await admin(...issue, '--expires', '5s')).stderr).toContain(
      'expiresInSeconds is invalid; expected: ',
    );
  });

  it('rotates a key and prints when the old one expires', async () => {
    await admin('companies', 'create', 'turning', 'Turning');
    const old = (await json('keys', 'issue', 'turning')).keyId;
    const { stdout } = await admin('keys', 'rotate', 'turning', old);
    const [, next = ''] = /^Key (\w+) of company turning:\n\n {2}dgs_live_\1_\w{58}\n\n/.exec(stdout) ?? [];
    expect(stdout.endsWith(`\nHow long key ${old} is still accepted: docgen keys list turning\n`)).toBe(true);
    const last = (await json('keys', 'rotate', 'turning', next, '--overlap', '0')).keyId;
    const listed = (await admin('keys', 'list', 'turning')).stdout;
    const statuses = listed.matchAll(/^(\w+) .* never +(.*?)(?: \d{4}-\d\d-\d\d \d\d:\d\d UTC)?$/gm);
    expect([...statuses].map(([, keyId, status]) => [keyId, status])).toEqual([
      [old, 'active until'],
      [next, 'expired'],
      [last, 'active'],
    ]);
    expect(await admin('keys', 'rotate', 'turning', next)).toEqual(
      refused(`The server refused (409): Key ${next} has expired and cannot be rotated; issue a new one\n`),
    );
  });

  it('prints JSON with --json', async () => {
    const moment = expect.stringMatching(/^\d{4}-.*Z$/);
    const company = {
      companyId: 'scripted',
      name: 'S',
      createdAt: moment,
      suspended: false,
      suspendedAt: null,
    };
    expect(await json('companies', 'create', 'scripted', 'S')).toEqual(company);
    expect((await json('companies', 'list')).companies).toContainEqual(company);
    const { key, ...issued } = await json('keys', 'issue', 'scripted');
    expect(key).toContain(issued.prefix);
    expect(await json('keys', 'list', 'scripted')).toEqual({
      keys: [{ ...issued, rights: ['generate'], lastUsedAt: null, expiresAt: null, revokedAt: null }],
    });
    expect(await json('keys', 'revoke', 'scripted', issued.keyId)).toEqual({
      companyId: 'scripted',
      keyId: issued.keyId,
    });
  });

  it('prints the reason when the service refuses a request', async () => {
    await admin('companies', 'create', 'taken', 'Taken');
    expect(await admin('companies', 'create', 'taken', 'Taken')).toEqual(
      refused('The server refused (409): There is a company taken already; choose another companyId\n'),
    );
    expect(await admin('keys', 'list', '../companies')).toEqual(
      refused('The server refused (404): There is nothing of that name; the lists have the identifiers\n'),
    );
    expect(await docgen(['companies', 'list'], { DOCGEN_URL: url, ADMIN_TOKEN: 'wrong' })).toEqual(
      refused('The server refused (403): This is not the administration token of this service\n'),
    );
    const elsewhere = { DOCGEN_URL: `${url}/elsewhere`, ADMIN_TOKEN };
    expect(await docgen(['companies', 'list'], elsewhere)).toEqual(
      refused(
        'The server has no such route (404). It serves administration only when it was started with ADMIN_TOKEN; ' +
          'DOCGEN_URL must be its root.\n',
      ),
    );
  });

  it('prints the error response of the service as JSON with --json', async () => {
    await admin('companies', 'create', 'twice', 'Twice');
    const { exitCode, stdout, stderr } = await admin('companies', 'create', 'twice', 'Twice', '--json');
    const message = 'There is a company twice already; choose another companyId';
    expect([exitCode, JSON.parse(stdout), stderr]).toEqual([
      1,
      { error: 'conflict', message },
      `The server refused (409): ${message}\n`,
    ]);
  });

  describe('with a key', () => {
    const templateId = 'non-disclosure-agreement';
    let keyFile: string;
    let key: string;
    let sample: string;

    beforeAll(async () => {
      await admin('companies', 'create', 'writer', 'Writer');
      key = (await json('keys', 'issue', 'writer')).key;
      keyFile = path.join(folder, 'writer.key');
      await writeFile(keyFile, `${key}\n`);
      const [template] = (await readCatalogue()).get(templateId) ?? [];
      sample = JSON.stringify(template?.sample);
    });

    it('generates a document from a data file, with the key in the environment', async () => {
      const data = path.join(folder, 'data.json');
      const out = path.join(folder, 'nda.pdf');
      await writeFile(data, sample);
      const outcome = await docgen(['generate', templateId, '--data', data, '--out', out], {
        DOCGEN_URL: url,
        DOCGEN_KEY: key,
      });
      const bytes = await readFile(out);
      expect(outcome).toEqual(
        done(`Wrote ${out}: ${templateId} 1.0.0, ${Math.ceil(bytes.byteLength / 1_000)} kB.\n`),
      );
      expect(bytes.subarray(0, 5).toString()).toBe('%PDF-');
    });

    it('generates a Word file, as its name says, from standard input, with the key in a file, and reports it as JSON', async () => {
      const out = path.join(folder, 'nda.DOCX');
      const args = ['generate', templateId, '--data', '-', '--out', out];
      const outcome = await docgen(
        [...args, '--template-version', '1.0.0', '--key-file', keyFile, '--json'],
        { DOCGEN_URL: url, DOCGEN_KEY: 'not this one' },
        sample,
      );
      const bytes = await readFile(out);
      expect(outcome).toMatchObject({ exitCode: 0, stderr: '' });
      expect(JSON.parse(outcome.stdout)).toEqual({
        file: out,
        bytes: bytes.byteLength,
        templateId,
        version: '1.0.0',
        source: 'global',
      });
      expect(bytes.subarray(0, 2).toString()).toBe('PK');
    });

    it('lists the documents of a company, and finds the entry of a file', async () => {
      await admin('companies', 'create', 'traced', 'Traced');
      expect(await admin('documents', 'list', 'traced')).toEqual(
        done('Company traced had no documents made in that time.\n'),
      );
      const issued = await json('keys', 'issue', 'traced');
      const environment = { DOCGEN_URL: url, DOCGEN_KEY: issued.key };
      const out = path.join(folder, 'traced.pdf');
      await docgen(['generate', templateId, '--data', '-', '--out', out], environment, sample);
      const sha256 = hash('sha256', await readFile(out));
      const { documents } = await json('documents', 'find', '--sha256', sha256);
      const { documentId } = documents[0];
      expect(documentId).toMatch(/^[\da-f-]{36}$/);
      const listed = done(
        'REQUESTED             COMPANY  KEY ID    TEMPLATE                  VERSION  FORMAT  OUTCOME  MS  DOCUMENT ID                           SHA-256\n' +
          `<moment>  traced   ${issued.keyId}  ${templateId}  1.0.0    pdf     ok       <ms>  ${documentId}  ${sha256}\n`,
      );
      const readable = ({ stdout, ...outcome }: Outcome) => ({
        ...outcome,
        stdout: stdout
          .replace(MOMENT, '<moment>')
          .replace(/MS +DOC/, 'MS  DOC')
          .replace(/ok {7}\d+ +/, 'ok       <ms>  '),
      });
      expect(readable(await admin('documents', 'list', 'traced'))).toEqual(listed);
      const { companies } = await json('documents', 'top', '--from', '2020-01-01');
      expect(companies).toContainEqual({ companyId: 'traced', requests: 1, refused: 0 });
      expect(await admin('documents', 'top', '--from', '2999-01-01')).toEqual(
        done('Nobody has asked for a document since 2999-01-01.\n'),
      );
      expect(readable(await admin('documents', 'find', out))).toEqual(listed);
      // What was filled in has other bytes and the same id.
      await appendFile(out, '% filled in');
      expect(readable(await admin('documents', 'find', out))).toEqual({
        ...listed,
        stderr:
          `${out} has the same documentId as the file below, and other bytes: it was filled in, signed or changed since. ` +
          '`docgen read` says what was changed.\n',
      });
      expect(readable(await admin('documents', 'find', '--id', documentId))).toEqual(listed);
      const word = path.join(folder, 'traced.docx');
      const other = ['--template', 'esg-policy', '--source', 'global', '--template-version', '1.0.0'];
      expect((await json('documents', 'list', 'traced', ...other)).documents).toEqual([]);
      const page = await json('documents', 'find', '--sha256', sha256);
      expect(page).toMatchObject({ documents: [{ companyId: 'traced', sha256 }], nextCursor: null });
      expect(await json('documents', 'list', 'traced', '--from', '2020-01-01T00:00:00+01:00')).toEqual(page);
      expect(await json('documents', 'list', 'traced', '--to', '2020-01-01')).toEqual({
        documents: [],
        nextCursor: null,
      });
      await docgen(
        ['generate', templateId, '--data', '-', '--format', 'docx', '--out', word],
        environment,
        sample,
      );
      await appendFile(word, 'saved again');
      const found = await json('documents', 'find', word);
      expect(found).toMatchObject({ documents: [{ companyId: 'traced', format: 'docx' }] });
    });

    it('lists what a key had made, page by page, and finds one of it', async () => {
      await admin('companies', 'create', 'mine', 'Mine');
      const environment = { DOCGEN_URL: url, DOCGEN_KEY: (await json('keys', 'issue', 'mine')).key };
      const mine = async (...args: string[]) => docgen(['documents', 'mine', ...args], environment);
      expect(await mine()).toEqual(done('The key had no such documents made.\n'));
      for (const id of [templateId, 'esg-policy']) {
        const generate = ['generate', id, '--data', '-', '--format', 'docx', '--out', '-'];
        await docgen(generate, environment, id === templateId ? sample : '{}');
      }
      const whole = await json('documents', 'list', 'mine');
      expect(JSON.parse((await mine('--json')).stdout)).toEqual(whole);
      const [, before = ''] =
        /\n\nThere are more: add --before (\S+)\n$/.exec((await mine('--limit', '1')).stdout) ?? [];
      const last = { documents: whole.documents.slice(1), nextCursor: null };
      const { documentId, sha256 } = whole.documents[1];
      for (const args of [
        ['--before', before],
        ['--template', templateId],
        ['--sha256', sha256],
        [documentId],
      ])
        expect(JSON.parse((await mine(...args, '--json')).stdout)).toEqual(last);
      expect(await mine(documentId, '--sha256', sha256)).toMatchObject({
        exitCode: 2,
        stderr: 'With a documentId, leave out --template and --sha256.\n',
      });
    });

    it('continues a list of documents at the end of the page before', async () => {
      await admin('companies', 'create', 'paged', 'Paged');
      const environment = { DOCGEN_URL: url, DOCGEN_KEY: (await json('keys', 'issue', 'paged')).key };
      const generate = ['generate', templateId, '--data', '-', '--format', 'docx', '--out', '-'];
      for (let count = 0; count < 2; count++) await docgen(generate, environment, sample);
      const { stdout } = await admin('documents', 'list', 'paged', '--limit', '1');
      const [, cursor = ''] = /\n\nThere are more: add --cursor (\S+)\n$/.exec(stdout) ?? [];
      const whole = await json('documents', 'list', 'paged');
      const second = await json('documents', 'list', 'paged', '--limit', '1', '--cursor', cursor);
      expect(second).toEqual({ documents: whole.documents.slice(1), nextCursor: null });
    });

    it('explains an unknown file and an invalid limit', async () => {
      expect(await admin('documents', 'find', keyFile)).toEqual(
        refused(
          'The server refused (404): Not known here: it was not made here, or longer ago than the trail is kept; or the service was ' +
            'ended, while its database was away, before it was recorded\n',
        ),
      );
      expect(await admin('documents', 'list', 'writer', '--limit', '0')).toEqual(
        refused(
          'The server refused (422): limit is invalid; expected: entries at the most: a whole number from 1 to ' +
            '1000; 100 when it is left out.\n',
        ),
      );
    });

    const withKey = (args: string[], input = '') => docgen(args, { DOCGEN_URL: url, DOCGEN_KEY: key }, input);

    it('lists the templates and shows one', async () => {
      const { stdout } = await withKey(['templates', 'list']);
      const lines = stdout.trimEnd().split('\n');
      expect([lines[0], lines.length]).toEqual([
        'TEMPLATE                                TITLE                                        KIND       VERSIONS      OWN VERSIONS',
        10,
      ]);
      expect(await withKey(['templates', 'show', templateId])).toEqual(
        done(
          'TEMPLATE                  TITLE                     KIND       VERSIONS  OWN VERSIONS\n' +
            'non-disclosure-agreement  Non-disclosure agreement  agreement  1.0.0     -\n',
        ),
      );
      const list = JSON.parse((await withKey(['templates', 'list', '--json'])).stdout);
      const one = JSON.parse((await withKey(['templates', 'show', templateId, '--json'])).stdout);
      expect(one).toMatchObject({ templateId, latestVersion: '1.0.0', customVersions: [] });
      expect(list.templates).toContainEqual(one);
    });

    it('lists the fields of a template or prints its JSON Schema', async () => {
      const { stdout } = await withKey(['templates', 'schema', 'studio-booking-agreement']);
      const rows = new Map(
        stdout.split('\n').map((line) => [line.split(' ')[0], line.split(/ {2,}/).slice(1)]),
      );
      expect(rows.get('FIELD')).toEqual(['VALUE', 'REQUIRED', 'DESCRIPTION']);
      expect(rows.get('parties')?.slice(0, 2)).toEqual(['list of objects', 'yes']);
      expect(rows.get('parties[].definition')?.slice(0, 2)).toEqual(['Artist | Studio', 'yes']);
      expect(rows.get('session')?.slice(0, 2)).toEqual(['true | false', '-']);
      expect(rows.get('totalHours')?.slice(0, 2)).toEqual(['text', 'if session is true']);
      expect(rows.get('depositPercent')?.slice(0, 2)).toEqual(['number, 0 to 100', 'if deposit is true']);
      expect(rows.get('equipment')?.slice(0, 2)).toEqual(['list of texts', '-']);
      expect(rows.get('governingLaw')?.[0]).toMatch(/^one of \d{3} names$/);
      const args = ['templates', 'schema', templateId, '--template-version', '1.0.0', '--json'];
      expect(JSON.parse((await withKey(args)).stdout)).toMatchObject({
        $id: `/api/v1/templates/${templateId}/versions/1.0.0/schema`,
        required: ['parties'],
      });
    });

    it('prints a sample that validate accepts', async () => {
      const printed = await withKey(['templates', 'sample', templateId]);
      expect([printed.exitCode, JSON.parse(printed.stdout)]).toEqual([0, JSON.parse(sample)]);
      expect(await withKey(['templates', 'sample', templateId, '--custom'])).toEqual(
        refused(
          'The server refused (404): Template not found: your company has no override of it; leave out custom for the ' +
            'global template\n',
        ),
      );
      const args = ['validate', templateId, '--data', '-'];
      expect(await withKey(args, printed.stdout)).toEqual(
        done(`Valid: ${templateId} can be generated from it.\n`),
      );
      const { stdout, ...json } = await withKey([...args, '--json'], printed.stdout);
      expect([json, JSON.parse(stdout)]).toEqual([
        { exitCode: 0, stderr: '' },
        { valid: true, warnings: [], blanks: [] },
      ]);
    });

    it('prints warnings to standard error, and fails on them with --strict', async () => {
      const data = JSON.stringify({ parties: [{ rcNme: 'Acme' }], ndaDuration: '3' });
      const unknown = 'parties[0].rcNme is not known here and has no effect; did you mean rcName?';
      const unit = 'ndaDuration is a number without a unit; write, for example, "3 months"';
      const stderr = `Warning (unknown_field): ${unknown}\nWarning (missing_unit): ${unit}\n`;
      const validated = await withKey(['validate', templateId, '--data', '-'], data);
      expect(validated).toMatchObject({ exitCode: 0, stderr });
      expect(validated.stdout).toMatch(/^Valid: .*\nBlanks to fill in by hand: parties\[0\]\./);
      const generated = ['generate', templateId, '--format', 'docx', '--data', '-', '--out', '-'];
      expect(await withKey(generated, data)).toMatchObject({ exitCode: 0, stderr });
      expect(await withKey([...generated, '--strict'], data)).toMatchObject({
        exitCode: refused('').exitCode,
        stdout: '',
        stderr: expect.stringContaining('  ndaDuration: is a number without a unit'),
      });
    });

    it('names every invalid field, and the known templates and versions', async () => {
      const args = ['validate', 'studio-booking-agreement', '--data', '-'];
      expect(await withKey(args, '{"session":true,"serviceFee":"5"}')).toEqual(
        refused(
          'The server refused (400): Missing required fields: parties, totalHours, overtime, governingLaw. ' +
            'Invalid fields: serviceFee.\n' +
            '  parties: missing\n  totalHours: missing\n  overtime: missing\n  governingLaw: missing\n' +
            '  serviceFee: must be a number, without quotes\n',
        ),
      );
      const noVersion = refused(
        `The server refused (404): Template not found: ${templateId} has the versions 1.0.0\n`,
      );
      const version = ['--template-version', '7.0.0'];
      expect(await withKey(['validate', templateId, '--data', '-', ...version], sample)).toEqual(noVersion);
      expect(await withKey(['templates', 'sample', templateId, ...version])).toEqual(noVersion);
      expect(await withKey(['templates', 'show', 'x/y'])).toEqual(
        refused(expect.stringContaining('Template not found: templateId must be one of ')),
      );
    });

    it('names every invalid field when it generates', async () => {
      const args = [
        'generate',
        templateId,
        '--data',
        '-',
        '--key-file',
        keyFile,
        '--out',
        path.join(folder, 'no'),
      ];
      expect(await docgen(args, { DOCGEN_URL: url }, '{"effectiveDate":"tomorrow"}')).toEqual(
        refused(expect.stringMatching(/^The server refused \(400\): .*\n(?: {2}\S+: .+\n)+$/)),
      );
    });

    it('explains that the key was revoked', async () => {
      const { key, keyId } = await json('keys', 'issue', 'writer');
      await admin('keys', 'revoke', 'writer', keyId);
      const args = ['generate', templateId, '--data', '-', '--out', path.join(folder, 'no')];
      expect(await docgen(args, { DOCGEN_URL: url, DOCGEN_KEY: key }, sample)).toEqual(
        refused('The server refused (403): Forbidden: invalid or revoked API key\n'),
      );
    });
  });
});
