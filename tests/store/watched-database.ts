import type { Database } from '../../src/store/database/database.ts';

export interface WatchedDatabase extends Database {
  /** Number of statements that were sent to it. */
  readonly asked: number;
  /** Holds back the results of the database until `release`. */
  holdAnswers(): HeldAnswers;
}

interface HeldAnswers extends Disposable {
  /** Resolves with the first held result. */
  readonly held: Promise<void>;
  release(): void;
}

/** A database that counts its statements and can hold back its results. */
export function watch(database: Database): WatchedDatabase {
  let asked = 0;
  const hold = { begin: () => {}, end: Promise.resolve() };
  return {
    ...database,
    get asked() {
      return asked;
    },
    holdAnswers() {
      const [begin, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      Object.assign(hold, { begin: begin.resolve, end: end.promise });
      return { held: begin.promise, release: end.resolve, [Symbol.dispose]: end.resolve };
    },
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      asked++;
      const rows = await database.query<Row>(sql, values);
      hold.begin();
      await hold.end;
      return rows;
    },
  };
}
