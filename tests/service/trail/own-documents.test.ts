import { hash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Answer, startService, type TestService } from '../../service.ts';
import { NDA_DATA } from '../overrides/publishing.ts';
import { databases, type Place } from '../store/databases.ts';

const AT = { at: '2026-11-22T18:00:00Z' };
const NDA = { templateId: 'non-disclosure-agreement', format: 'docx', data: NDA_DATA, options: AT };
const POLICY = { templateId: 'esg-policy', format: 'docx', data: {} };
const DOCUMENTS = '/api/v1/documents';

interface Entry {
  readonly keyId: string;
  readonly requestId: string;
  readonly documentId: string;
  readonly requestedAt: string;
}

interface Page {
  readonly documents: readonly Entry[];
  readonly nextCursor: string | null;
}

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`the documents of a key over ${title}`, () => {
    let place: Place;
    let service: TestService;
    /** Keys of acme: two that make documents, one that reads what all keys had made; and one of another company. */
    const keys = { own: '', second: '', all: '', other: '' };
    /** The answers of `own` in order, then one of `second` and one of `other`. */
    let made: Answer[];

    beforeAll(async () => {
      place = await makePlace();
      service = await startService(place, { RENDER_PROCESSES: '2', PDF_PAGES: '2' });
      await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
      const issue = async (companyId: string, rights = ['generate']) =>
        ((await service.admin('POST', `/companies/${companyId}/keys`, { rights })).json as { key: string })
          .key;
      keys.own = service.key;
      keys.second = await issue('acme');
      keys.all = await issue('acme', ['trail']);
      keys.other = await issue('other');
      made = [];
      for (const [key, body] of [
        [keys.own, NDA],
        [keys.own, NDA],
        [keys.own, POLICY],
        [keys.second, NDA],
        [keys.other, NDA],
      ] as const)
        made.push(await service.send('POST', `${DOCUMENTS}/generate`, { 'x-key': key }, body));
      expect(made.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    });

    afterAll(async () => {
      await service[Symbol.asyncDispose]();
      await place[Symbol.asyncDispose]();
    });

    const ask = (key: string, rest = '') => service.send('GET', DOCUMENTS + rest, { 'x-key': key });
    const pageOf = async (key: string, rest = ''): Promise<Page> => {
      const answer = await ask(key, rest);
      expect([answer.status, answer.headers['cache-control']]).toEqual([200, 'no-store']);
      return answer.json as Page;
    };
    /** The indices in `made` of the entries of a page. */
    const listed = async (key: string, rest = '') => {
      const { documents } = await pageOf(key, rest);
      const ids = made.map(({ headers }) => headers['x-request-id']);
      return documents.map(({ requestId }) => ids.indexOf(requestId));
    };
    const idOf = (index: number) => String(made[index]?.headers['x-document-id']);

    test('are its entries of the trail, as the administration has them, the newest first', async () => {
      expect(await listed(keys.own)).toEqual([2, 1, 0]);
      const { json } = await service.admin('GET', '/companies/acme/documents');
      const { keyId } = (await service.send('GET', '/api/v1/key', { 'x-key': keys.own })).json as Entry;
      const documents = (json as Page).documents.filter((entry) => entry.keyId === keyId);
      expect(await pageOf(keys.own)).toEqual({ documents, nextCursor: null });
    });

    test('are those of the company with the right trail', async () => {
      expect(await listed(keys.all)).toEqual([3, 2, 1, 0]);
      expect(await listed(keys.all, `/${idOf(0)}`)).toEqual([3, 1, 0]);
    });

    test.each([
      ['templateId=esg-policy', () => '', [2]],
      ['documentId=', () => idOf(0).toUpperCase(), [1, 0]],
      ['sha256=', () => hash('sha256', made[2]?.bytes ?? ''), [2]],
      ['templateId=non-disclosure-agreement&sha256=', () => hash('sha256', made[2]?.bytes ?? ''), []],
      ['templateId=unknown', () => '', []],
    ])('are filtered by %s', async (query, value, expected) => {
      expect(await listed(keys.own, `?${query}${value()}`)).toEqual(expected);
    });

    test('come in pages, each entry once', async () => {
      const first = await pageOf(keys.own, '?limit=2');
      expect(first).toMatchObject({ documents: [{}, {}], nextCursor: expect.any(String) });
      expect(await listed(keys.own, `?limit=2&before=${first.nextCursor}`)).toEqual([0]);
      expect(await listed(keys.own, `?before=${first.documents[1]?.requestedAt}`)).toEqual([0]);
      const ofOne = await pageOf(keys.own, `/${idOf(0)}?limit=1`);
      expect(await listed(keys.own, `/${idOf(0)}?before=${ofOne.nextCursor}`)).toEqual([0]);
    });

    test('are found one by one by the documentId', async () => {
      expect(await listed(keys.own, `/${idOf(0)}`)).toEqual([1, 0]);
      expect(await listed(keys.own, `/${idOf(2)}`)).toEqual([2]);
    });

    test('of other keys and companies are not known', async () => {
      const unknown = {
        error: 'not_found',
        message:
          'Not known here: it was made with another key, or not here, or longer ago than the trail is kept; or the service ' +
          'was ended, while its database was away, before it was recorded',
      };
      const none = '5d41402a-bc4b-8a76-b971-9d911017c592';
      for (const [key, id] of [
        [keys.second, idOf(2)],
        [keys.other, idOf(2)],
        [keys.own, none],
        [keys.all, none],
      ] as const) {
        const answer = await ask(key, `/${id}`);
        expect([answer.status, answer.headers['x-error-code'], answer.json]).toEqual([
          404,
          'not_found',
          unknown,
        ]);
      }
      expect(await listed(keys.other, `?documentId=${idOf(2)}`)).toEqual([]);
    });

    const moment = 'a date, or a date and time with its zone: 2026-11-21 or 2026-11-21T09:30:00Z';
    const before = `must be the nextCursor of the page before, as it is; or ${moment}: entries that are older`;
    const limit = 'must be entries at the most: a whole number from 1 to 100; 20 when it is left out';
    test.each([
      ['?company=other', 'company', 'is not known; there are templateId, documentId, sha256, before, limit'],
      ['?keyId=x', 'keyId', 'is not known; there are templateId, documentId, sha256, before, limit'],
      ['?limit=101', 'limit', limit],
      ['?limit=0', 'limit', limit],
      ['?before=x', 'before', before],
      ['?before=2026-02-30', 'before', before],
      ['?sha256=abc', 'sha256', 'must be the SHA-256 of a file, 64 hexadecimal digits'],
      ['?documentId=abc', 'documentId', 'must be the documentId that the file names, a UUID'],
      ['?templateId=%00', 'templateId', 'must be the id of a template'],
      ['/5d41402a-bc4b-8a76-b971-9d911017c592?x=1', 'x', 'is not known; there are before, limit'],
      [`/${'-'.repeat(36)}`, 'documentId', 'must be the documentId that the file names, a UUID'],
    ])('refuse %s', async (rest, field, message) => {
      const { status, json } = await ask(keys.own, rest);
      expect([status, json]).toEqual([
        400,
        {
          error: 'validation_error',
          message: `Invalid fields: ${field}.`,
          details: { missing_fields: [], invalid_fields: [{ field, message }] },
        },
      ]);
    });

    test('leave the answers about other paths below /documents as they are', async () => {
      const send = async (method: string, path: string) => {
        const { status, headers, json } = await service.send(method, DOCUMENTS + path, {
          'x-key': keys.own,
        });
        return [status, headers.allow, (json as { message: string }).message];
      };
      const meant = 'No such route; did you mean /api/v1/documents/generate? GET /docs lists the routes';
      expect(await send('POST', '/generat')).toEqual([404, undefined, meant]);
      expect(await send('GET', '/generat')).toEqual([404, undefined, meant]);
      expect(await send('GET', '/generate')).toEqual([405, 'POST', 'The methods of this path are: POST']);
      expect(await send('POST', `/${idOf(0)}`)).toEqual([
        405,
        'GET, HEAD',
        'The methods of this path are: GET, HEAD',
      ]);
      expect(await send('GET', `x/${idOf(0)}`)).toEqual([
        404,
        undefined,
        'No such route; did you mean /api/v1/documents/{documentId}? GET /docs lists the routes',
      ]);
    });
  });
}
