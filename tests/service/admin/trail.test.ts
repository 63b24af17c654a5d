import { Ajv } from 'ajv';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TrailRecord } from '../../../schemas/trail.ts';
import { isMoment } from '../../../src/templating/validation/formats.ts';
import { databases, type Place } from '../store/databases.ts';
import { trailEntry } from '../store/trail-entries.ts';
import { type Administration, startAdministration } from './administration.ts';

const PATH = '/admin/v1/companies/acme/documents';
const MINUTES = 60_000;
const START = Date.parse('2026-11-21T09:00:00.000Z');

interface Page {
  readonly documents: readonly TrailRecord[];
  readonly nextCursor: string | null;
}

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the trail routes of the administration over ${title}`, () => {
    let place: Place;
    let administration: Administration;
    const failed = {
      outcome: 'failed',
      sha256: null,
      bytes: null,
      milliseconds: { total: 30_002.1 },
    } as const;
    const custom = { source: 'custom', version: '1.1.0', templateSha256: 'c0ffee00'.repeat(8) } as const;

    const documentId = '5d41402a-bc4b-8a76-b971-9d911017c592';

    /** Entries of acme, one per minute; the last two have the same time. */
    const entries = [
      trailEntry('0', { requestedAt: new Date(START) }),
      trailEntry('1', { requestedAt: new Date(START + MINUTES), ...failed }),
      trailEntry('2', { requestedAt: new Date(START + 2 * MINUTES), ...custom }),
      trailEntry('3', { requestedAt: new Date(START + 3 * MINUTES), format: 'docx', documentId }),
      trailEntry('4', {
        requestedAt: new Date(START + 3 * MINUTES),
        format: 'docx',
        templateId: 'esg-policy',
      }),
    ];
    const other = trailEntry('other', { companyId: 'other', sha256: entries[3]?.sha256 ?? null });
    const again = trailEntry('again', { companyId: 'other', documentId });

    beforeAll(async () => {
      place = await makePlace();
      administration = await startAdministration(place);
      for (const companyId of ['acme', 'other', 'quiet']) {
        await administration.send('POST', '/admin/v1/companies', { companyId, name: companyId });
      }
      for (const entry of [...entries, other, again]) administration.trail.record(entry);
    });

    afterAll(async () => {
      await administration[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const get = (path: string) => administration.send('GET', path);
    const idsOf = ({ body }: { readonly body: unknown }) =>
      (body as Page).documents.map(({ requestId }) => requestId).toSorted();

    /** The entry after a round trip through JSON. */
    const sent = (entry: TrailRecord | undefined) => JSON.parse(JSON.stringify(entry));

    it('lists all entries of a company, the newest first', async () => {
      const { status, body } = await get(PATH);
      const { documents, nextCursor } = body as Page;
      expect([status, nextCursor]).toEqual([200, null]);
      // The order of the two entries with the same time does not matter.
      const order = documents.map(({ requestId }) => requestId);
      expect(order.slice(2)).toEqual(['2', '1', '0']);
      expect([...documents].sort((one, two) => one.requestId.localeCompare(two.requestId))).toEqual(
        entries.map(sent),
      );
    });

    it('matches its description in the OpenAPI document', async () => {
      const { paths, components } = (await administration.app.inject('/openapi.json')).json();
      const { documents } = (await get(PATH)).body as Page;
      const { action: _, count: _refusals, ...ofDocuments } = components.schemas.TrailEntry.properties;
      expect(Object.keys(ofDocuments)).toEqual(Object.keys(documents[0] ?? {}));
      for (const path of ['/admin/v1/companies/{companyId}/documents', '/admin/v1/documents/{document}']) {
        const { schema } = paths[path].get.responses[200].content['application/json'];
        const ajv = new Ajv({ strictSchema: false, formats: { 'date-time': isMoment } });
        const isValid = ajv.validate({ ...schema, components }, { documents, nextCursor: null });
        expect([isValid, ajv.errors]).toEqual([true, null]);
      }
    });

    it('lists each entry once over all pages', async () => {
      const pages: Page[] = [];
      for (let cursor: string | null = ''; cursor !== null; cursor = pages.at(-1)?.nextCursor ?? null) {
        const { status, body } = await get(`${PATH}?limit=1${cursor && `&cursor=${cursor}`}`);
        expect(status).toBe(200);
        pages.push(body as Page);
      }
      expect(pages.map(({ documents }) => documents.length)).toEqual([1, 1, 1, 1, 1]);
      const whole = (await get(PATH)).body as Page;
      expect(pages.flatMap(({ documents }) => documents)).toEqual(whole.documents);
    });

    it.each([
      ['from=2026-11-21T09:02:00Z', ['2', '3', '4']],
      ['to=2026-11-21T09:02:00Z', ['0', '1']],
      ['from=2026-11-21T10:01:00%2B01:00&to=2026-11-21T09:01:00.001Z', ['1']],
      ['from=2026-11-21', ['0', '1', '2', '3', '4']],
      ['to=2026-11-21', []],
      ['from=2026-11-22', []],
      ['templateId=non-disclosure-agreement&version=1.0.0', ['0', '1', '3']],
      ['templateId=esg-policy', ['4']],
      ['source=custom', ['2']],
      ['source=custom&version=1.0.0', []],
      ['limit=1000&other=x', ['0', '1', '2', '3', '4']],
    ])('lists the entries for ?%s', async (query, requestIds) => {
      expect(idsOf(await get(`${PATH}?${query}`))).toEqual(requestIds);
    });

    it('lists no entries for a company without documents', async () => {
      expect(await get('/admin/v1/companies/quiet/documents')).toMatchObject({
        status: 200,
        body: { documents: [], nextCursor: null },
      });
    });

    it('answers 404 for an unknown company', async () => {
      expect(await get('/admin/v1/companies/nobody/documents')).toMatchObject({
        status: 404,
        body: {
          error: 'not_found',
          message: 'There is no company nobody; the list of companies has their ids',
        },
      });
    });

    it('finds the entry of a file by its SHA-256 in upper or lower case', async () => {
      const [entry] = entries;
      const expected = { status: 200, body: { documents: [sent(entry)], nextCursor: null } };
      expect(await get(`/admin/v1/documents/${entry?.sha256}`)).toMatchObject(expected);
      expect(await get(`/admin/v1/documents/${entry?.sha256?.toUpperCase()}`)).toMatchObject(expected);
    });

    it('finds every entry with the same file, the newest first, page by page', async () => {
      const path = `/admin/v1/documents/${other.sha256}`;
      const all = (await get(path)).body as Page;
      expect(all).toEqual({ documents: [sent(other), sent(entries[3])], nextCursor: null });
      const first = (await get(`${path}?limit=1`)).body as Page;
      expect(first).toEqual({ documents: [sent(other)], nextCursor: expect.any(String) });
      const second = (await get(`${path}?limit=1&cursor=${first.nextCursor}`)).body;
      expect(second).toEqual({ documents: [sent(entries[3])], nextCursor: null });
    });

    it('finds every entry of a document by its id in upper or lower case, whatever became of the file', async () => {
      const expected = { documents: [sent(again), sent(entries[3])], nextCursor: null };
      expect((await get(`/admin/v1/documents/${documentId}`)).body).toEqual(expected);
      expect((await get(`/admin/v1/documents/${documentId.toUpperCase()}`)).body).toEqual(expected);
    });

    it('answers 404 for the SHA-256 of an unknown file', async () => {
      expect(await get(`/admin/v1/documents/${'0'.repeat(64)}`)).toMatchObject({
        status: 404,
        body: {
          error: 'not_found',
          message:
            'Not known here: it was not made here, or longer ago than the trail is kept; or the service was ended, while its ' +
            'database was away, before it was recorded',
        },
      });
    });

    const moment = 'a date, or a date and time with its zone: 2026-11-21 or 2026-11-21T09:30:00Z';
    const limit = 'entries at the most: a whole number from 1 to 1000; 100 when it is left out';

    it.each([
      ['?from=yesterday', `from is invalid; expected: the first moment: ${moment}.`],
      ['?from=2026-02-30', `from is invalid; expected: the first moment: ${moment}.`],
      ['?from=2026-11-21T09:30:60Z', `from is invalid; expected: the first moment: ${moment}.`],
      ['?from=0000-11-21', `from is invalid; expected: the first moment: ${moment}.`],
      ['?to=2026-11-21T09:30', `to is invalid; expected: the first moment that is too late: ${moment}.`],
      ['?from=2026-11-21&from=2026-11-22', `from is invalid; expected: the first moment: ${moment}.`],
      [
        '?source=ours',
        "source is invalid; expected: global for the texts of the catalogue, custom for the company's own.",
      ],
      ['?limit=0', `limit is invalid; expected: ${limit}.`],
      ['?limit=1001', `limit is invalid; expected: ${limit}.`],
      ['?cursor=x', 'cursor is invalid; expected: the nextCursor of the page before, as it is.'],
    ])('explains why it refuses %s', async (query, message) => {
      expect(await get(PATH + query)).toMatchObject({
        status: 422,
        body: { error: 'unprocessable', message },
      });
    });

    it('explains the format of a SHA-256 and of a documentId', async () => {
      expect(await get('/admin/v1/documents/abc')).toMatchObject({
        status: 422,
        body: {
          error: 'unprocessable',
          message:
            'document is invalid; expected: the SHA-256 of the file, 64 hexadecimal digits, or the documentId that the file names, a UUID.',
        },
      });
    });
  });
}
