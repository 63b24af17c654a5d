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
      vi.useFakeTimers({ toFake: ['performance'] });
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
    const pause = (milliseconds: number) => vi.advanceTimersByTime(milliseconds);

    /** The number of statements that `work` sends to the database. */
    const statementsOf = async (work: () => Promise<unknown>) => {
      const before = database.asked;
      await work();
      return database.asked - before;
    };

    /** Keys that nobody has issued: with ids that nobody has, or with one that somebody has. */
    const unknownKeys = async (count: number, ofId?: string) => {
      const refused: unknown[] = [];
      for (let index = 0; index < count; index += 1) {
        refused.push(await verify(newKey(ofId).key));
      }
      expect(refused).toEqual(Array.from({ length: count }, () => undefined));
    };

    it('cost one query in a tenth of a second, and no look-up each', async () => {
      expect(await statementsOf(() => unknownKeys(300))).toBe(1);
      pause(99);
      expect(await statementsOf(() => unknownKeys(300))).toBe(0);
      pause(1);
      const concurrent = () => Promise.all(Array.from({ length: 300 }, () => unknownKeys(1)));
      expect(await statementsOf(concurrent)).toBe(1);
    });

    it('cost the same work if their id is known, whether the cache has it or not', async () => {
      const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
      const wrong = () => statementsOf(() => unknownKeys(2, keyId));
      const unknown = () => statementsOf(() => unknownKeys(2));
      const costs: number[][] = [];
      for (const prepare of [async () => {}, () => verify(key)]) {
        await prepare();
        pause(1_000);
        const first = [await wrong(), await unknown()];
        pause(1_000);
        costs.push(first, [await unknown(), await wrong()]);
      }
      expect(costs).toEqual([
        [1, 0],
        [1, 0],
        [1, 0],
        [1, 0],
      ]);
    });

    it('are read about less often if a read takes long, but a new key of another instance waits a second at most', async () => {
      const readIn = async (milliseconds: number) => {
        using answers = database.holdAnswers();
        const refused = unknownKeys(1);
        await answers.held;
        pause(milliseconds);
        answers.release();
        await refused;
      };
      await readIn(20);
      pause(399);
      expect(await statementsOf(() => unknownKeys(1))).toBe(0);
      pause(1);
      await readIn(200);
      const { key, keyId } = await elsewhere.apiKeys.issue(companyId);
      pause(999);
      expect(await verify(key)).toBeUndefined();
      pause(1);
      expect(await verify(key)).toEqual({ companyId, keyId });
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
      await unknownKeys(1_100);
      expect(await statementsOf(async () => expect(await verify(key)).toEqual(owner))).toBe(0);
    });

    it('are those of a deleted company too', async () => {
      const { key } = await accounts.apiKeys.issue(companyId);
      await elsewhere.companies.delete(companyId);
      await unknownKeys(1);
      const uses = async () => {
        for (let use = 0; use < 100; use += 1) expect(await verify(key)).toBeUndefined();
      };
      expect(await statementsOf(uses)).toBe(1);
      expect(await statementsOf(uses)).toBe(0);
    });
  });
}
