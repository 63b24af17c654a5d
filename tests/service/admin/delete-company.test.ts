import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openUnmigrated } from '../../../src/service/store/database/open-database.ts';
import { startService, type TestService } from '../../service.ts';
import { databases, type Place } from '../store/databases.ts';

const NDA = {
  templateId: 'non-disclosure-agreement',
  format: 'docx',
  data: { parties: [{ fullName: 'Ada Obi' }] },
};
const TABLES = ['companies', 'api_keys', 'overrides', 'company_profiles', 'document_trail'];

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`deleting a company over ${title}`, () => {
    let place: Place;
    let service: TestService;

    beforeAll(async () => {
      place = await makePlace();
      service = await startService(place);
      await service.admin('POST', '/companies', { companyId: 'other', name: 'Other' });
      await service.admin('PUT', '/companies/acme/profile', { legalName: 'Acme Limited' });
      await service.generate(NDA);
    });

    afterAll(() => place[Symbol.asyncDispose]());

    it.each([
      ['', 'confirm is missing'],
      ['?confirm=other', 'confirm is invalid; expected: acme, as in the path.'],
    ])('is refused with 422 unless confirm is the company id: "%s"', async (query, message) => {
      const { status, json } = await service.admin('DELETE', `/companies/acme${query}`);
      expect([status, json]).toEqual([
        422,
        { error: 'unprocessable', message: expect.stringContaining(message) },
      ]);
      expect((await service.generate(NDA)).status).toBe(200);
    });

    it('deletes its keys, profile and trail, and no other company', async () => {
      const deleted = await service.admin('DELETE', '/companies/acme?confirm=acme');
      expect([deleted.status, deleted.bytes.byteLength]).toEqual([204, 0]);
      expect((await service.generate(NDA)).status).toBe(403);
      expect((await service.admin('DELETE', '/companies/acme?confirm=acme')).status).toBe(404);
      const { companies } = (await service.admin('GET', '/companies')).json as { companies: object[] };
      expect(companies).toMatchObject([{ companyId: 'other' }]);
      await service[Symbol.asyncDispose]();
      const database = await openUnmigrated(place.options);
      for (const table of TABLES)
        expect(await database.query(`SELECT company_id FROM ${table} WHERE company_id = 'acme'`)).toEqual([]);
      await database.close();
    });
  });
}
