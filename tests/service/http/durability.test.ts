import { request } from 'undici';
import { describe, expect, test } from 'vitest';
import { openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import type { IssuedKey } from '../../../src/service/store/accounts/api-keys.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { startProcess } from '../../process.ts';
import { startService } from '../../service.ts';
import { ndaText } from '../overrides/publishing.ts';
import { databases } from '../store/databases.ts';

const ADMIN_TOKEN = 'a-token-of-more-than-32-characters';
const WRITERS = 8;
/** With six writes each, a little more than 1,000 writes. */
const COMPANIES = 170;
const NDA = 'non-disclosure-agreement';
const STATUSES = { POST: 201, PUT: 201, PATCH: 200, DELETE: 204 };

/** The state of a company in the database that the received responses promise. */
interface Written {
  readonly companyId: string;
  readonly keys: Map<string, { revoked: boolean; rotated: boolean }>;
  suspended: boolean;
  /** The state of its own text. */
  text: undefined | 'published' | 'retired';
}

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`a service that leaves over ${title}`, () => {
    test('has stored when its keys were last used', async () => {
      await using place = await makePlace();
      const service = await startService(place, { PDF_PAGES: '2', RENDER_PROCESSES: '2' });
      expect((await service.send('GET', '/api/v1/templates', { 'x-key': service.key })).status).toBe(200);
      await service[Symbol.asyncDispose]();
      const database = await openDatabase(place.options);
      const rows = await database.query('SELECT last_used_at FROM api_keys');
      await database.close();
      expect(rows).toEqual([{ last_used_at: expect.any(Date) }]);
    });
  });

  describe.skipIf(isSkipped)(
    `a process that is killed at the 500th of 1,000 administration writes over ${title}`,
    () => {
      test('has lost no write that it had answered', async () => {
        await using place = await makePlace();
        await using service = startProcess(place, { ADMIN_TOKEN, PDF_PAGES: '2', RENDER_PROCESSES: '2' });
        const url = await service.printed(/http:\/\/127\.0\.0\.1:\d+/);
        let answers = 0;

        /** @throws Error if there is no response */
        const send = async (method: keyof typeof STATUSES, path: string, body: object | string = {}) => {
          const isText = typeof body === 'string';
          const answer = await request(`${url}/admin/v1/companies${path}`, {
            method,
            headers: {
              authorization: `Bearer ${ADMIN_TOKEN}`,
              'content-type': isText ? 'text/html' : 'application/json',
            },
            body: isText ? body : JSON.stringify(body),
          });
          const text = await answer.body.text();
          expect([answer.statusCode, text]).toEqual([STATUSES[method], expect.anything()]);
          answers++;
          if (answers === 500) service.child.kill('SIGKILL');
          return text === '' ? undefined : JSON.parse(text);
        };

        const written: Written[] = [];
        let next = 0;
        /** Writes companies until none is left. Only one gets its own text, because checking it takes longest. */
        const write = async () => {
          for (let number = next++; number < COMPANIES; number = next++) {
            const companyId = `company-${number}`;
            await send('POST', '', { companyId, name: 'Company' });
            const keys: Written['keys'] = new Map();
            const company: Written = { companyId, keys, suspended: false, text: undefined };
            written.push(company);
            if (number < WRITERS) {
              const override = `/${companyId}/templates/${NDA}/versions/1.0.0`;
              await send('PUT', override, ndaText('own'));
              company.text = 'published';
              if (number % 2 === 0) {
                await send('DELETE', override);
                company.text = 'retired';
              }
            }
            const issue = async (path: string) => {
              const { keyId } = (await send('POST', `/${companyId}/keys${path}`)) as IssuedKey;
              const state = { revoked: false, rotated: false };
              keys.set(keyId, state);
              return { keyId, state };
            };
            const first = await issue('');
            const second = await issue('');
            await issue(`/${first.keyId}/rotate`);
            first.state.rotated = true;
            await send('DELETE', `/${companyId}/keys/${second.keyId}`);
            second.state.revoked = true;
            await send('PATCH', `/${companyId}`, { suspended: true });
            company.suspended = true;
          }
        };
        const ends = await Promise.allSettled(Array.from({ length: WRITERS }, write));
        for (const end of ends)
          expect(end).toMatchObject({
            reason: { code: expect.stringMatching(/^(UND_ERR_SOCKET|ECONN|EPIPE)/) },
          });
        expect(await service.exit).toEqual([null, 'SIGKILL']);

        const database = await openDatabase(place.options);
        const accounts = await openAccounts(database, console);
        const companies = new Map((await accounts.companies.list()).map((one) => [one.companyId, one]));
        for (const { companyId, keys, suspended, text } of written) {
          // A write that was killed before it was answered may be there too.
          if (suspended) expect(companies.get(companyId)?.suspendedAt).toBeInstanceOf(Date);
          const [override] = await accounts.overrides.list(companyId);
          if (text !== undefined) expect(override?.bytes).toBe(ndaText('own').length);
          if (text === 'retired') expect(override?.retiredAt).toBeInstanceOf(Date);
          const found = new Map((await accounts.apiKeys.list(companyId)).map((key) => [key.keyId, key]));
          for (const [keyId, { revoked, rotated }] of keys) {
            const { revokedAt, expiresAt } = found.get(keyId) ?? {};
            if (revoked) expect(revokedAt).toBeInstanceOf(Date);
            if (rotated) expect(expiresAt).toBeInstanceOf(Date);
            expect(found.has(keyId)).toBe(true);
          }
        }
        await accounts.close();
        await database.close();
      });
    },
  );
}
