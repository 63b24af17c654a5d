import type { Database } from '../../src/store/database/database.ts';

export interface WatchedDatabase extends Database {
  /** How many statements were sent to it. */
  readonly asked: number;
  /** Keeps back what the database answers, until it is released. */
  holdAnswers(): HeldAnswers;
}

interface HeldAnswers extends Disposable {
  /** There with the first answer that is held. */
  readonly held: Promise<void>;
  release(): void;
}

/** A database that counts its statements, and whose answers can be made to take long. */
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
