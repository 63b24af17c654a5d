import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Profiles } from '../../src/store/accounts/profiles.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { databases, type Place } from './databases.ts';
import { allHeard } from './notices.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

const SILENT = { info: () => {}, warn: () => {} };
const NOT_FOUND = {
  code: 'not_found',
  message: 'There is no company nobody; the list of companies has their ids',
};

const ACME = {
  profile: { footer: 'RC 1', legalName: 'Acme Limited', address: '1 Marina' },
  bitmapLogo: null,
};

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`company profiles over ${title}`, () => {
    let place: Place;
    let database: WatchedDatabase;
    let profiles: Profiles;
    let companyId = 'company-0';

    beforeAll(async () => {
      place = await makePlace();
      database = watch(await openDatabase(place.options));
    });
    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });
    beforeEach(async () => {
      companyId = companyId.replace(/\d+/, (number) => String(Number(number) + 1));
      await database.query('INSERT INTO companies (company_id, name) VALUES ($1, $1)', [companyId]);
      profiles = new Profiles(database, SILENT);
      await profiles.listen();
    });
    afterEach(() => profiles.close());

    /** The profiles of another instance. */
    const elsewhere = () => new Profiles(database, SILENT);

    it('are replaced as a whole, and keep the order of their fields', async () => {
      await profiles.replace(companyId, { profile: { legalName: 'Old', type: 'Ltd' }, bitmapLogo: 'data:,' });
      await profiles.replace(companyId, ACME);
      expect(JSON.stringify(await profiles.find(companyId))).toBe(JSON.stringify(ACME.profile));
      expect(await profiles.inUse(companyId)).toEqual(ACME);
    });

    it('are used at once by the instance that changes them', async () => {
      expect(await profiles.inUse(companyId)).toBeUndefined();
      await profiles.replace(companyId, ACME);
      expect(await profiles.inUse(companyId)).toEqual(ACME);
      expect(await profiles.delete(companyId)).toBe(true);
      expect(await profiles.inUse(companyId)).toBeUndefined();
    });

    it('are used by other instances as soon as the notice arrives', async () => {
      expect(await profiles.inUse(companyId)).toBeUndefined();
      await elsewhere().replace(companyId, ACME);
      await allHeard(database);
      expect(await profiles.inUse(companyId)).toEqual(ACME);
      await elsewhere().delete(companyId);
      await allHeard(database);
      expect(await profiles.inUse(companyId)).toBeUndefined();
    });

    it('cost one query for many documents, and so does a missing profile', async () => {
      const before = database.asked;
      for (let document = 0; document < 100; document += 1) await profiles.inUse(companyId);
      expect(database.asked - before).toBe(1);
    });

    it('are deleted with their company', async () => {
      await profiles.replace(companyId, ACME);
      await database.query('DELETE FROM companies WHERE company_id = $1', [companyId]);
      await allHeard(database);
      expect(await profiles.inUse(companyId)).toBeUndefined();
    });

    it('distinguish a company without a profile from an unknown company', async () => {
      expect(await profiles.find(companyId)).toBeUndefined();
      expect(await profiles.delete(companyId)).toBe(false);
      await expect(profiles.find('nobody')).rejects.toMatchObject(NOT_FOUND);
      await expect(profiles.delete('nobody')).rejects.toMatchObject(NOT_FOUND);
      await expect(profiles.replace('nobody', ACME)).rejects.toMatchObject(NOT_FOUND);
    });
  });
}
