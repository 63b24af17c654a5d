import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { type Accounts, openAccounts } from '../../../src/service/store/accounts/accounts.ts';
import { newKey } from '../../../src/service/store/accounts/key-format.ts';
import { allHeard } from './notices.ts';
import { describeWatched, SILENT } from './watched-suite.ts';

describeWatched('well-formed unknown keys', (suite) => {
  let accounts: Accounts;
  /** Another instance. */
  let elsewhere: Accounts;

  beforeEach(async () => {
    vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
    accounts = await openAccounts(suite.database, SILENT);
    elsewhere = await openAccounts(suite.database, SILENT);
  });

  afterEach(async () => {
    vi.useRealTimers();
    await Promise.all([accounts.close(), elsewhere.close()]);
  });

  const verify = (key: string) => accounts.apiKeys.verifyKey(key);
  const pause = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

  /** Keys that nobody has issued, at the same time: with ids that nobody has, or with one that somebody has. */
  const unknownKeys = async (count: number, ofId?: string) => {
    const refused = await Promise.all(Array.from({ length: count }, () => verify(newKey(ofId).key)));
    expect(refused).toEqual(Array.from({ length: count }, () => undefined));
  };

  it('cost one query in a tenth of a second, and no look-up each', async () => {
    expect(await suite.statementsOf(() => unknownKeys(300))).toBe(1);
    const before = suite.database.asked;
    const refused = unknownKeys(300);
    await pause(99);
    expect(suite.database.asked - before).toBe(0);
    await pause(1);
    await refused;
    expect(suite.database.asked - before).toBe(1);
  });

  it('cost the same work if their id is known, whether the cache has it or not', async () => {
    const { key, keyId } = await elsewhere.apiKeys.issue(suite.companyId);
    const costs: number[] = [];
    for (const prepare of [async () => {}, () => verify(key)]) {
      await prepare();
      for (const ofId of [keyId, undefined]) {
        await pause(1_000);
        costs.push(await suite.statementsOf(() => unknownKeys(2, ofId)));
      }
    }
    expect(costs).toEqual([1, 1, 1, 1]);
  });

  it('are read about less often if a read takes long, but a new key of another instance waits a second at most', async () => {
    const readIn = async (milliseconds: number) => {
      await pause(1_000);
      using answers = suite.database.holdAnswers();
      const refused = unknownKeys(1);
      await answers.held;
      await pause(milliseconds);
      answers.release();
      await refused;
    };
    for (const [takes, waits] of [
      [20, 400],
      [200, 1_000],
    ] as const) {
      await readIn(takes);
      const { key, keyId } = await elsewhere.apiKeys.issue(suite.companyId);
      const before = suite.database.asked;
      const owner = verify(key);
      await pause(waits - 1);
      expect(suite.database.asked - before).toBe(0);
      await pause(1);
      expect(await owner).toEqual({ companyId: suite.companyId, keyId, rights: ['generate'] });
    }
  });

  it('do not keep keys out that another instance issues one after the other', async () => {
    await unknownKeys(1);
    for (let count = 0; count < 3; count += 1) {
      const { key, keyId } = await elsewhere.apiKeys.issue(suite.companyId);
      const owner = verify(key);
      await pause(100);
      expect(await owner).toEqual({ companyId: suite.companyId, keyId, rights: ['generate'] });
    }
  });

  it('do not keep a key out that this instance has issued or rotated just now', async () => {
    await unknownKeys(1);
    const issued = await accounts.apiKeys.issue(suite.companyId);
    expect(await verify(issued.key)).toEqual({
      companyId: suite.companyId,
      keyId: issued.keyId,
      rights: ['generate'],
    });
    const rotated = await accounts.apiKeys.rotate(suite.companyId, issued.keyId, 0);
    expect(await verify(rotated.key)).toEqual({
      companyId: suite.companyId,
      keyId: rotated.keyId,
      rights: ['generate'],
    });
  });

  it('do not make a known key ask the database', async () => {
    const { key, keyId } = await elsewhere.apiKeys.issue(suite.companyId);
    const owner = { companyId: suite.companyId, keyId, rights: ['generate'] };
    expect(await verify(key)).toEqual(owner);
    const refused = unknownKeys(1_100);
    await pause(100);
    await refused;
    expect(await suite.statementsOf(async () => expect(await verify(key)).toEqual(owner))).toBe(0);
  });

  it('are those of a deleted company too', async () => {
    const { key } = await accounts.apiKeys.issue(suite.companyId);
    await elsewhere.companies.delete(suite.companyId);
    await allHeard(suite.database);
    await unknownKeys(1);
    const uses = () => Promise.all(Array.from({ length: 100 }, () => verify(key)));
    const refused = Array.from({ length: 100 }, () => undefined);
    expect(await suite.statementsOf(async () => expect(await uses()).toEqual(refused))).toBe(1);
    const before = suite.database.asked;
    const again = uses();
    await pause(100);
    expect([await again, suite.database.asked - before]).toEqual([refused, 1]);
  });
});
