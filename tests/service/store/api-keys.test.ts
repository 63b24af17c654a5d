import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Accounts, openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import { digestOf, newKey } from '../../../src/service/store/accounts/key-format.ts';
import type { Database } from '../../../src/service/store/database/database.ts';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`API keys over ${title}`, () => {
    let place: Place;
    let database: Database;
    let accounts: Accounts;
    let companies: Accounts['companies'];
    let apiKeys: Accounts['apiKeys'];

    beforeAll(async () => {
      place = await makePlace();
      database = await openDatabase(place.options);
      accounts = await openAccounts(database, console);
      ({ companies, apiKeys } = accounts);
    });

    afterAll(async () => {
      await accounts.close();
      await database.close();
      await place[Symbol.asyncDispose]();
    });

    it('report whether a key was ever issued', async () => {
      expect(await apiKeys.anyIssued()).toBe(false);
      await companies.create({ companyId: 'acme', name: 'Acme' });
      const { keyId } = await apiKeys.issue('acme');
      expect(await apiKeys.anyIssued()).toBe(true);
      await apiKeys.revoke('acme', keyId);
      expect(await apiKeys.anyIssued()).toBe(true);
    });

    it('identify the company and the key id of each key', async () => {
      await companies.create({ companyId: 'other', name: 'Other' });
      const issued = [await apiKeys.issue('acme'), await apiKeys.issue('acme'), await apiKeys.issue('other')];
      expect(await Promise.all(issued.map(({ key }) => apiKeys.verifyKey(key)))).toEqual([
        { companyId: 'acme', keyId: issued[0]?.keyId, rights: ['generate'] },
        { companyId: 'acme', keyId: issued[1]?.keyId, rights: ['generate'] },
        { companyId: 'other', keyId: issued[2]?.keyId, rights: ['generate'] },
      ]);
    });

    it('do not verify a well-formed key that was never issued', async () => {
      expect(await apiKeys.verifyKey(newKey().key)).toBeUndefined();
    });

    it('do not verify a key with the id of an issued key and another secret', async () => {
      const guess = newKey();
      await database.query('INSERT INTO api_keys (key_id, company_id, digest) VALUES ($1, $2, $3)', [
        guess.keyId,
        'acme',
        newKey().digest,
      ]);
      expect(await apiKeys.verifyKey(guess.key)).toBeUndefined();
    });

    it('are refused once they are revoked, and others are not', async () => {
      const [gone, kept] = [await apiKeys.issue('acme'), await apiKeys.issue('acme')];
      await apiKeys.revoke('acme', gone.keyId);
      expect(await apiKeys.verifyKey(gone.key)).toBeUndefined();
      expect(await apiKeys.verifyKey(kept.key)).toEqual({
        companyId: 'acme',
        keyId: kept.keyId,
        rights: ['generate'],
      });
    });

    it('keep the time at which they were first revoked', async () => {
      await companies.create({ companyId: 'careful', name: 'Careful' });
      const { keyId } = await apiKeys.issue('careful');
      await apiKeys.revoke('careful', keyId);
      const once = await apiKeys.list('careful');
      await apiKeys.revoke('careful', keyId);
      expect(await apiKeys.list('careful')).toEqual(once);
    });

    it('are refused while their company is suspended', async () => {
      await companies.create({ companyId: 'late', name: 'Late with its bills' });
      const { key, keyId } = await apiKeys.issue('late');
      await companies.change('late', { suspended: true });
      expect(await apiKeys.verifyKey(key)).toBeUndefined();
      await companies.change('late', { suspended: false });
      expect(await apiKeys.verifyKey(key)).toEqual({ companyId: 'late', keyId, rights: ['generate'] });
    });

    it('are stored only as a digest', async () => {
      const { key, keyId } = await apiKeys.issue('acme');
      const [row] = await database.query<{ all: string; digest: Uint8Array }>(
        'SELECT api_keys::text AS "all", digest FROM api_keys WHERE key_id = $1',
        [keyId],
      );
      expect(Buffer.from(row?.digest ?? [])).toEqual(digestOf(key));
      expect(row?.all).toContain(keyId);
      expect(row?.all).not.toContain(key.slice(18, 70));
    });
  });
}
