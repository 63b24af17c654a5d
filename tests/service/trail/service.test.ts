import { hash } from 'node:crypto';
import { describe, expect, test, vi } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { startProcess } from '../../process.ts';
import { type Answer, sendTo, startService, type TestService } from '../../service.ts';
import { createPublisher, NDA_DATA, ndaRequest, ndaText, publisherOn } from '../overrides/publishing.ts';
import { TABLES } from '../overrides/releases/release.ts';
import { databases } from '../store/databases.ts';
import { startProxy } from '../store/proxy.ts';

const SMALL = { PDF_PAGES: '2', RENDER_PROCESSES: '2' };
/** As many requests for documents as a company has places. */
const PLACES = Array.from({ length: 8 }, (_, index) => `place-${index}`);
const NDA = { templateId: 'non-disclosure-agreement', format: 'docx', data: NDA_DATA };
/** A text that exceeds the maximum number of steps. */
const ENDLESS =
  '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}';
/** Prints until a time limit. */
const ENDLESS_PAGE = '<p style="height: 100000000px">x</p>';
const MILLISECONDS = expect.any(Number);

/** What describes a document. */
const NULL_IN_REFUSALS = [
  ...['requestId', 'templateId', 'version', 'source', 'templateSha256', 'documentId', 'format'],
  ...['sha256', 'bytes', 'milliseconds'],
];

interface Entry {
  readonly sha256: string | null;
  readonly requestId: string;
  readonly outcome: string;
}

async function trailOf(service: TestService, companyId: string): Promise<Entry[]> {
  const { json } = await service.admin('GET', `/companies/${companyId}/documents?limit=1000`);
  return (json as { documents: Entry[] }).documents.toReversed();
}

/** The part of a trail entry that follows from the response. */
const file = ({ bytes, headers }: Answer) => ({
  requestId: headers['x-request-id'],
  documentId: headers['x-document-id'],
  sha256: hash('sha256', bytes),
  bytes: bytes.byteLength,
});

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the trail of a service over ${title}`, () => {
    test('has a complete entry of every document, and outlives the service', async () => {
      await using place = await makePlace();
      const before = Date.now();
      let answers: Answer[];
      let after: number;
      const source = ndaText('our own');
      {
        await using service = await startService(place, SMALL);
        const company = await createPublisher(service, 'blue-moon');
        await company.publish(NDA.templateId, '1.1.0', source);
        answers = [
          await company.generate({ ...NDA, format: 'pdf' }),
          await company.generate(NDA),
          await company.generate(ndaRequest()),
        ];
        after = Date.now();
        // Requests that are refused before a document is begun have no entries, and other companies have their own.
        const refused = [
          await company.generate({ ...NDA, data: { parties: [] } }),
          await company.generate({ ...NDA, data: { governingLaw: 'x' } }),
          await company.generate({ ...NDA, templateId: 'x' }),
          await company.generate(NDA, '/api/v1/documents/validate'),
          await service.generate(NDA),
        ];
        expect(refused.map(({ status }) => status)).toEqual([500, 400, 404, 200, 200]);
      }
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);

      await using service = await startService(place, SMALL);
      const { keys } = (await service.admin('GET', '/companies/blue-moon/keys')).json as {
        keys: { keyId: string }[];
      };
      const common = {
        companyId: 'blue-moon',
        keyId: keys[0]?.keyId,
        requestedAt: expect.any(String),
        templateId: NDA.templateId,
        version: '1.0.0',
        source: 'global',
        templateSha256: expect.stringMatching(/^[\da-f]{64}$/),
        outcome: 'ok',
      };
      const converted = {
        total: MILLISECONDS,
        queue: MILLISECONDS,
        template: MILLISECONDS,
        convert: MILLISECONDS,
      };
      const [pdf, docx, custom] = answers as [Answer, Answer, Answer];
      const entries = await trailOf(service, 'blue-moon');
      expect(entries).toEqual([
        {
          ...common,
          ...file(pdf),
          format: 'pdf',
          milliseconds: {
            total: MILLISECONDS,
            queue: MILLISECONDS,
            template: MILLISECONDS,
            print: MILLISECONDS,
          },
        },
        { ...common, ...file(docx), format: 'docx', milliseconds: converted },
        {
          ...common,
          ...file(custom),
          version: '1.1.0',
          source: 'custom',
          templateSha256: hash('sha256', source),
          format: 'docx',
          milliseconds: converted,
        },
      ]);
      for (const { requestedAt } of entries as unknown as { requestedAt: string }[]) {
        expect(Date.parse(requestedAt)).toBeGreaterThanOrEqual(before);
        expect(Date.parse(requestedAt)).toBeLessThanOrEqual(after);
      }

      const found = (await service.admin('GET', `/documents/${file(docx).sha256}`)).json as {
        documents: { companyId: string }[];
      };
      expect(found.documents.map(({ companyId }) => companyId)).toEqual(['blue-moon']);
      expect((await service.admin('GET', `/documents/${hash('sha256', 'another file')}`)).status).toBe(404);
    });

    test('has the outcome of requests without a document', async () => {
      await using place = await makePlace();
      await using service = await startService(place, {
        ...SMALL,
        MAX_QUEUE: '0',
        // The documents end when their callers hang up.
        PRINT_TIMEOUT_MS: '600000',
      });
      const hangUp = new AbortController();
      const send = (requestId: string, document: object, signal?: AbortSignal) => {
        const headers = { 'x-key': service.key, 'x-request-id': requestId };
        return service.send('POST', '/api/v1/documents/generate', headers, document, signal);
      };

      // The check of the text does not use these project names.
      const failing = ndaText(
        `ok {% if project == "failing" %}${ENDLESS}{% endif %}{% if project == "long" %}${ENDLESS_PAGE}{% endif %}`,
      );
      const company = publisherOn(service, 'acme', service.key);
      expect((await company.publish(NDA.templateId, '1.1.0', failing)).status).toBe(201);

      // There is no place for another, whose body is not read then.
      const long = ndaRequest({ format: 'pdf', data: { ...NDA_DATA, project: 'long' } });
      const abandoned = Promise.allSettled(PLACES.map((id) => send(id, long, hangUp.signal)));
      const metrics = async () => (await service.send('GET', '/metrics')).bytes.toString();
      await vi.waitFor(async () => expect(await metrics()).toMatch(/^documents_accepted 8$/m), {
        interval: 5,
        timeout: 60_000,
      });
      expect((await send('refused', NDA)).status).toBe(503);
      hangUp.abort();
      expect((await abandoned).map(({ status }) => status)).toEqual(PLACES.map(() => 'rejected'));
      await vi.waitFor(async () => expect(await trailOf(service, 'acme')).toHaveLength(9), {
        timeout: 60_000,
      });
      const failed = await send('failed', ndaRequest({ data: { ...NDA_DATA, project: 'failing' } }));
      expect(failed.status).toBe(500);

      const entries = await trailOf(service, 'acme');
      const ended = Object.fromEntries(entries.map(({ requestId, outcome }) => [requestId, outcome]));
      expect(ended).toEqual({
        ...Object.fromEntries(PLACES.map((id) => [id, 'aborted'])),
        ...{ null: 'refused', failed: 'failed' },
      });
      for (const entry of entries.filter(({ outcome }) => outcome !== 'refused'))
        expect(entry).toMatchObject({ sha256: null, bytes: null, milliseconds: { total: MILLISECONDS } });
    });

    test('has the refusals of each key in a minute as one entry', async () => {
      await using place = await makePlace();
      await using service = await startService(place, { ...SMALL, RATE_LIMIT_PER_MINUTE: '2' });
      const other = await createPublisher(service, 'blue-moon');
      const statuses = [];
      for (let sent = 0; sent < 5; sent++) statuses.push((await service.generate(NDA)).status);
      expect(statuses).toEqual([200, 200, 429, 429, 429]);
      expect((await other.generate(NDA)).status).toBe(200);
      const [refusals, ...minutes] = (await trailOf(service, 'acme')).filter(
        ({ outcome }) => outcome === 'refused',
      ) as unknown as { requestedAt: string; count: number }[];
      // They may have begun a second before the minute was over.
      expect([refusals, ...minutes].reduce((sum, entry) => sum + (entry?.count ?? 0), 0)).toBe(3);
      expect(refusals).toEqual({
        companyId: 'acme',
        keyId: expect.any(String),
        requestedAt: expect.stringMatching(/:00\.000Z$/),
        outcome: 'refused',
        count: expect.any(Number),
        ...Object.fromEntries(NULL_IN_REFUSALS.map((name) => [name, null])),
      });
      expect((await trailOf(service, 'blue-moon')).map(({ outcome }) => outcome)).toEqual(['ok']);
    });

    test('has every file that was sent, when the process is killed at once', async () => {
      await using place = await makePlace();
      const files: string[] = [];
      const process = startProcess(place, { ADMIN_TOKEN: 'administration-token-of-the-tests', ...SMALL });
      const url = await process.printed(/http:\/\/127\.0\.0\.1:\d+/);
      const admin = { authorization: 'Bearer administration-token-of-the-tests' };
      await sendTo(url, 'POST', '/admin/v1/companies', admin, { companyId: 'acme', name: 'Acme' });
      const issued = await sendTo(url, 'POST', '/admin/v1/companies/acme/keys', admin, {});
      const { key } = issued.json as { key: string };
      const answers = [0, 1, 2, 3].map(async () => {
        const answer = await sendTo(url, 'POST', '/api/v1/documents/generate', { 'x-key': key }, NDA);
        expect(answer.status).toBe(200);
        files.push(hash('sha256', answer.bytes));
        process.child.kill('SIGKILL');
      });
      await Promise.allSettled(answers);
      expect(await process.exit).toEqual([null, 'SIGKILL']);
      expect(files.length).toBeGreaterThan(0);
      await using service = await startService(place, SMALL);
      const known = (await trailOf(service, 'acme')).map(({ sha256 }) => sha256);
      expect(files.filter((file) => !known.includes(file))).toEqual([]);
    });

    test('holds no value in the database, and erases the digests of a document', async () => {
      await using place = await makePlace();
      const marked = Array.from({ length: 20 }, (_, index) => `Marker${index}q7x${index}`);
      let documentId = '';
      {
        await using service = await startService(place, {
          ...SMALL,
          DIGEST_SECRET: 'a secret of this test alone, 32+',
        });
        for (const fullName of marked) {
          const made = await service.generate({
            ...NDA,
            data: { parties: [{ fullName }], project: fullName },
          });
          expect(made.status).toBe(200);
          documentId = String(made.headers['x-document-id']);
        }
        const erase = () => service.admin('DELETE', `/documents/${documentId}/digests`);
        expect([(await erase()).status, (await erase()).status]).toEqual([204, 204]);
        const unknown = await service.admin(
          'DELETE',
          `/documents/${'0'.repeat(8)}${'-0000'.repeat(3)}-${'0'.repeat(12)}/digests`,
        );
        expect(unknown.status).toBe(404);
      }
      const database = await openDatabase(place.options);
      const stored: string[] = [];
      for (const table of TABLES) {
        const [row] = await database.query<{ rows: object[] | null }>(
          `SELECT json_agg(${table}) AS rows FROM ${table}`,
        );
        stored.push(JSON.stringify(row?.rows ?? []));
      }
      const erased = await database.query<{ document_id: string }>(
        'SELECT document_id FROM document_trail WHERE value_digests IS NULL',
      );
      await database.close();
      expect(erased).toEqual([{ document_id: documentId }]);
      expect(stored.join('')).toContain('parties[0].fullName');
      expect(stored.join('')).not.toMatch(/marker\d+q7x/i);
    });

    test('is not kept with TRAIL_DAYS=0', async () => {
      await using place = await makePlace();
      await using service = await startService(place, { ...SMALL, TRAIL_DAYS: '0' });
      expect((await service.generate(NDA)).status).toBe(200);
      expect(await trailOf(service, 'acme')).toEqual([]);
    });
  });
}

const postgres = databases.find(({ title }) => title.startsWith('PostgreSQL'));
if (postgres === undefined) throw new Error('PostgreSQL is not among the databases');

describe.skipIf(postgres.isSkipped)(`the trail of a service whose ${postgres.title} is gone`, () => {
  test('delays no request, and is complete when the database is back', async () => {
    await using place = await postgres.makePlace();
    await using proxy = await startProxy(place.options.databaseUrl ?? '');
    const options = { ...place.options, databaseUrl: proxy.databaseUrl };
    await using service = await startService({ ...place, options }, SMALL);
    const metric = async (name: string) => {
      const metrics = (await service.send('GET', '/metrics')).bytes.toString();
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    };

    expect((await service.generate(NDA)).status).toBe(200);
    await vi.waitFor(async () => expect(await trailOf(service, 'acme')).toHaveLength(1), { timeout: 60_000 });
    await proxy.cut();
    for (let count = 0; count < 5; count++) expect((await service.generate(NDA)).status).toBe(200);
    expect((await service.admin('GET', '/companies/acme/documents')).status).toBe(503);
    await vi.waitFor(async () => expect(await metric('trail_entries_waiting')).toBe(5), { timeout: 60_000 });
    await proxy.mend();
    await vi.waitFor(
      async () =>
        expect((await trailOf(service, 'acme')).map(({ outcome }) => outcome)).toEqual(Array(6).fill('ok')),
      { timeout: 60_000 },
    );
    // PostgreSQL shows a row to other connections before it answers the one that wrote it.
    await vi.waitFor(async () => expect(await metric('trail_entries_waiting')).toBe(0), { timeout: 60_000 });
    expect(await metric('trail_entries_dropped_total')).toBe(0);
  });
});
