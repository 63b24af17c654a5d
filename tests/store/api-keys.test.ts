import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ApiKeys } from '../../src/store/api-keys.ts';
import { Companies } from '../../src/store/companies.ts';
import { type Database, openDatabase } from '../../src/store/database.ts';
import { databases, type Place } from './databases.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`API keys in the ${title}`, () => {
    let place: Place;
    let database: Database;
    let companies: Companies;
    let apiKeys: ApiKeys;

    beforeAll(async () => {
      place = await makePlace();
      database = await openDatabase(place.options);
      companies = new Companies(database);
      apiKeys = new ApiKeys(database);
    });

    afterAll(async () => {
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    it('knows whether a key was ever issued', async () => {
      expect(await apiKeys.anyIssued()).toBe(false);
      await companies.create({ companyId: 'first', name: 'First' });
      await apiKeys.issue('first');
      expect(await apiKeys.anyIssued()).toBe(true);
    });

    it('knows the company of a key it issued, and which key it was', async () => {
      await companies.create({ companyId: 'acme', name: 'Acme' });
      const { key, keyId } = await apiKeys.issue('acme');
      expect(await apiKeys.verifyKey(key)).toEqual({ companyId: 'acme', keyId });
    });
  });
}
