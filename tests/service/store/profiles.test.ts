import { afterEach, beforeEach, expect, it } from 'vitest';
import { Profiles } from '../../../src/service/store/accounts/profiles.ts';
import { allHeard } from './notices.ts';
import { describeWatched, SILENT } from './watched-suite.ts';

const NOT_FOUND = {
  code: 'not_found',
  message: 'There is no company nobody; the list of companies has their ids',
};

const ACME = {
  profile: { footer: 'RC 1', legalName: 'Acme Limited', address: '1 Marina' },
  bitmapLogo: null,
};

describeWatched('company profiles', (suite) => {
  let profiles: Profiles;

  beforeEach(async () => {
    profiles = new Profiles(suite.database, SILENT);
    await profiles.listen();
  });
  afterEach(() => profiles.close());

  /** The profiles of another instance. */
  const elsewhere = () => new Profiles(suite.database, SILENT);

  it('are replaced as a whole, and keep the order of their fields', async () => {
    await profiles.replace(suite.companyId, {
      profile: { legalName: 'Old', type: 'Ltd' },
      bitmapLogo: 'data:,',
    });
    await profiles.replace(suite.companyId, ACME);
    expect(JSON.stringify(await profiles.find(suite.companyId))).toBe(JSON.stringify(ACME.profile));
    expect(await profiles.inUse(suite.companyId)).toEqual(ACME);
  });

  it('are used at once by the instance that changes them', async () => {
    expect(await profiles.inUse(suite.companyId)).toBeUndefined();
    await profiles.replace(suite.companyId, ACME);
    expect(await profiles.inUse(suite.companyId)).toEqual(ACME);
    expect(await profiles.delete(suite.companyId)).toBe(true);
    expect(await profiles.inUse(suite.companyId)).toBeUndefined();
  });

  it('are used by other instances as soon as the notice arrives', async () => {
    expect(await profiles.inUse(suite.companyId)).toBeUndefined();
    await elsewhere().replace(suite.companyId, ACME);
    await allHeard(suite.database);
    expect(await profiles.inUse(suite.companyId)).toEqual(ACME);
    await elsewhere().delete(suite.companyId);
    await allHeard(suite.database);
    expect(await profiles.inUse(suite.companyId)).toBeUndefined();
  });

  it('cost one query for many documents, and so does a missing profile', async () => {
    const before = suite.database.asked;
    for (let document = 0; document < 100; document += 1) await profiles.inUse(suite.companyId);
    expect(suite.database.asked - before).toBe(1);
  });

  it('are deleted with their company', async () => {
    await profiles.replace(suite.companyId, ACME);
    await suite.database.query('DELETE FROM companies WHERE company_id = $1', [suite.companyId]);
    await allHeard(suite.database);
    expect(await profiles.inUse(suite.companyId)).toBeUndefined();
  });

  it('distinguish a company without a profile from an unknown company', async () => {
    expect(await profiles.find(suite.companyId)).toBeUndefined();
    expect(await profiles.delete(suite.companyId)).toBe(false);
    await expect(profiles.find('nobody')).rejects.toMatchObject(NOT_FOUND);
    await expect(profiles.delete('nobody')).rejects.toMatchObject(NOT_FOUND);
    await expect(profiles.replace('nobody', ACME)).rejects.toMatchObject(NOT_FOUND);
  });
});
