import { hash } from 'node:crypto';
import { request } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { createPublisher, NDA_DATA, ndaRequest, ndaText } from '../overrides/publishing.ts';
import { type Answer, startService, type TestService } from '../service.ts';
import { databases } from '../store/databases.ts';
import { startProxy } from '../store/proxy.ts';

const SMALL = { PDF_PAGES: '2', RENDER_PROCESSES: '2' };
const NDA = { templateId: 'non-disclosure-agreement', format: 'docx', data: NDA_DATA };
const MILLISECONDS = expect.any(Number);

interface Entry {
  readonly requestId: string;
  readonly outcome: string;
}

async function trailOf(service: TestService, companyId: string): Promise<Entry[]> {
  const { json } = await service.admin('GET', `/companies/${companyId}/documents?limit=1000`);
  return (json as { documents: Entry[] }).documents.toReversed();
}

/** What an answer says of itself, as its entry has it. */
const file = ({ bytes, headers }: Answer) => ({
  requestId: headers['x-request-id'],
  sha256: hash('sha256', bytes),
  bytes: bytes.byteLength,
});

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the trail of a service over ${title}`, () => {
    test('has every document whole, from its first moment, and outlives the service', async () => {
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
        // Of what is refused before a document is begun there is no trail, and of other companies another.
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
        templateSha256: null,
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

      // Word files of the same data are the same bytes, whoever has them made.
      const found = (await service.admin('GET', `/documents/${file(docx).sha256}`)).json as {
        documents: { companyId: string }[];
      };
      expect(found.documents.map(({ companyId }) => companyId)).toEqual(['acme', 'blue-moon']);
      expect((await service.admin('GET', `/documents/${hash('sha256', 'another file')}`)).status).toBe(404);
    });

    test('tells how requests ended that got no document', async () => {
      await using place = await makePlace();
      await using service = await startService(place, {
        ...SMALL,
        MAX_QUEUE: '0',
        RENDER_TIMEOUT_MS: '300',
        BODY_LIMIT_BYTES: '12000000',
      });
      // Two thousand pages, which no machine makes in the time that there is.
      const duties = Array.from({ length: 2_000 }, (_, index) => `${index} ${'word '.repeat(800)}`);
      const long = { templateId: 'senior-backend-developer-agreement', format: 'docx', data: { duties } };
      const hangUp = new AbortController();
      const send = async (requestId: string) => {
        const { statusCode, body } = await request(`${service.url}/api/v1/documents/generate`, {
          method: 'POST',
          headers: { 'x-key': service.key, 'x-request-id': requestId, 'content-type': 'application/json' },
          body: JSON.stringify(long),
          signal: hangUp.signal,
        });
        await body.dump();
        return { requestId, statusCode };
      };

      // There is room for one of the two, and it is at work when the other has its answer.
      const both = [send('one'), send('other')];
      const refused = await Promise.race(both);
      expect(refused.statusCode).toBe(503);
      hangUp.abort();
      expect((await Promise.allSettled(both)).map(({ status }) => status).sort()).toEqual([
        'fulfilled',
        'rejected',
      ]);
      await vi.waitFor(async () => expect(await trailOf(service, 'acme')).toHaveLength(2), {
        timeout: 10_000,
      });
      const failed = await service.generate(long);
      expect(failed.status).toBe(500);

      const entries = await trailOf(service, 'acme');
      const ended = Object.fromEntries(entries.map(({ requestId, outcome }) => [requestId, outcome]));
      expect(ended).toEqual({
        [refused.requestId]: 'refused',
        [refused.requestId === 'one' ? 'other' : 'one']: 'aborted',
        [String(failed.headers['x-request-id'])]: 'failed',
      });
      for (const entry of entries) {
        expect(entry).toMatchObject({ sha256: null, bytes: null, milliseconds: { total: MILLISECONDS } });
      }
    });

    test('is not kept where it is not wanted', async () => {
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
  test('holds up no request, and is whole when it is back', async () => {
    await using place = await postgres.makePlace();
    await using proxy = await startProxy(place.options.databaseUrl ?? '');
    const options = { ...place.options, databaseUrl: proxy.databaseUrl };
    await using service = await startService({ ...place, options }, SMALL);
    const metric = async (name: string) => {
      const metrics = (await service.send('GET', '/metrics')).bytes.toString();
      return Number(new RegExp(`^${name} (\\d+)$`, 'm').exec(metrics)?.[1]);
    };

    expect((await service.generate(NDA)).status).toBe(200);
    await vi.waitFor(async () => expect(await metric('trail_entries_waiting')).toBe(0), { timeout: 10_000 });
    await proxy.cut();
    for (let count = 0; count < 5; count++) expect((await service.generate(NDA)).status).toBe(200);
    expect((await service.admin('GET', '/companies/acme/documents')).status).toBe(503);
    await vi.waitFor(async () => expect(await metric('trail_entries_waiting')).toBe(5), { timeout: 10_000 });
    await proxy.mend();
    await vi.waitFor(
      async () =>
        expect((await trailOf(service, 'acme')).map(({ outcome }) => outcome)).toEqual(Array(6).fill('ok')),
      { timeout: 10_000 },
    );
    expect([await metric('trail_entries_waiting'), await metric('trail_entries_dropped_total')]).toEqual([
      0, 0,
    ]);
  });
});
