import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Accounts, openAccounts } from '../../src/store/accounts/accounts.ts';
import { newKey } from '../../src/store/accounts/key-format.ts';
import { openDatabase } from '../../src/store/database/database.ts';
import { databases, type Place } from './databases.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

const SILENT = { info: () => {}, warn: () => {} };

for (const { title, isSkipped, makePlace } of databases) {
  describe.skipIf(isSkipped)(`well-formed unknown keys over ${title}`, () => {
    let place: Place;
    let database: WatchedDatabase;
    let accounts: Accounts;
    /** Another instance. */
    let elsewhere: Accounts;
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
      vi.useFakeTimers({ toFake: ['performance', 'setTimeout', 'clearTimeout'] });
      companyId = companyId.replace(/\d+/, (number) => String(Number(number) + 1));
      accounts = await openAccounts(database, SILENT);
      elsewhere = await openAccounts(database, SILENT);
      await elsewhere.companies.create({ companyId, name: 'Acme' });
    });

    afterEach(async () => {
      vi.useRealTimers();
      await Promise.all([accounts.close(), elsewhere.close()]);
    });

    const verify = (key: string) => accounts.apiKeys.verifyKey(key);
    const pause = (milliseconds: number) => vi.advanceTimersByTimeAsync(milliseconds);

    /** The number of statements that `work` sends to the database. */
    const statementsOf = async (work: () => Promise<unknown>) => {
      const before = database.asked;
      await work();
      return database.asked - before;
    };

    /** Keys that nobody has issued, at the same time: with ids that nobody has, or with one that somebody has. */
    const unknownKeys = async (count: number, ofId?: string) => {
      const refused = await Promise.all(Array.from({ length: count }, () => verify(newKey(ofId).key)));
      expect(refused).toEqual(Array.from({ length: count }, () => undefined));
    };

    it('cost one query in a tenth of a second, and no look-up each', async () => {
      expect(await statementsOf(() => unknownKeys(300))).toBe(1);
      const before = database.asked;
      const refused = unknownKeys(300);
      await pause(99);
      expect(database.asked - before).toBe(0);
      await pause(1);
      await refused;
      expect(database.asked - before).toBe(1);
    });

    it('cost the same work if their id is known, whether the cache has it or not', async () => {
      const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
      const costs: number[] = [];
      for (const prepare of [async () => {}, () => verify(key)]) {
        await prepare();
        for (const ofId of [keyId, undefined]) {
          await pause(1_000);
          costs.push(await statementsOf(() => unknownKeys(2, ofId)));
        }
      }
      expect(costs).toEqual([1, 1, 1, 1]);
    });

    it('are read about less often if a read takes long, but a new key of another instance waits a second at most', async () => {
      const readIn = async (milliseconds: number) => {
        await pause(1_000);
        using answers = database.holdAnswers();
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
        const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
        const before = database.asked;
        const owner = verify(key);
        await pause(waits - 1);
        expect(database.asked - before).toBe(0);
        await pause(1);
        expect(await owner).toEqual({ companyId, keyId });
      }
    });

    it('do not keep keys out that another instance issues one after the other', async () => {
      await unknownKeys(1);
      for (let count = 0; count < 3; count += 1) {
        const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
        const owner = verify(key);
        await pause(100);
        expect(await owner).toEqual({ companyId, keyId });
      }
    });

    it('do not keep a key out that this instance has issued or rotated just now', async () => {
      await unknownKeys(1);
      const issued = await accounts.apiKeys.issue(companyId);
      expect(await verify(issued.key)).toEqual({ companyId, keyId: issued.keyId });
      const rotated = await accounts.apiKeys.rotate(companyId, issued.keyId, 0);
      expect(await verify(rotated.key)).toEqual({ companyId, keyId: rotated.keyId });
    });

    it('do not make a known key ask the database', async () => {
      const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
      const owner = { companyId, keyId };
      expect(await verify(key)).toEqual(owner);
      const refused = unknownKeys(1_100);
      await pause(100);
      await refused;
      expect(await statementsOf(async () => expect(await verify(key)).toEqual(owner))).toBe(0);
    });

    it('are those of a deleted company too', async () => {
      const { key } = await accounts.apiKeys.issue(companyId);
      await elsewhere.companies.delete(companyId);
      await unknownKeys(1);
      const uses = () => Promise.all(Array.from({ length: 100 }, () => verify(key)));
      const refused = Array.from({ length: 100 }, () => undefined);
      expect(await statementsOf(async () => expect(await uses()).toEqual(refused))).toBe(1);
      const before = database.asked;
      const again = uses();
      await pause(100);
      expect([await again, database.asked - before]).toEqual([refused, 1]);
    });
  });
}
