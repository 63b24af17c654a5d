import { afterAll, beforeAll, beforeEach, describe } from 'vitest';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';
import { databases, type Place } from './databases.ts';
import { type WatchedDatabase, watch } from './watched-database.ts';

export const SILENT = { info: () => {}, warn: () => {} };

export interface WatchedSuite {
  readonly database: WatchedDatabase;
  /** A new company for each test. */
  readonly companyId: string;
  /** The number of statements that `work` sends to the database. */
  statementsOf(work: () => Promise<unknown>): Promise<number>;
}

/**
 * A suite over each kind of database, which counts its statements.
 * @param name what the suite is about: "company profiles"
 * @param define declares the tests; the database and the company are there when they run
 */
export function describeWatched(name: string, define: (suite: WatchedSuite) => void): void {
  for (const { title, isSkipped, makePlace } of databases) {
    describe.skipIf(isSkipped)(`${name} over ${title}`, () => {
      let place: Place;
      let database: WatchedDatabase;
      let companies = 0;

      beforeAll(async () => {
        place = await makePlace();
        database = watch(await openDatabase(place.options));
      });
      afterAll(async () => {
        await database.close();
        await place[Symbol.asyncDispose]();
      });
      beforeEach(async () => {
        companies += 1;
        await database.query('INSERT INTO companies (company_id, name) VALUES ($1, $1)', [
          `company-${companies}`,
        ]);
      });

      define({
        get database() {
          return database;
        },
        get companyId() {
          return `company-${companies}`;
        },
        statementsOf: async (work) => {
          const before = database.asked;
          await work();
          return database.asked - before;
        },
      });
    });
  }
}
