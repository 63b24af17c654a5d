import type { Database } from '../../../src/service/store/database/database.ts';

export interface WatchedDatabase extends Database {
  /** Number of statements that were sent to it. */
  readonly asked: number;
  /** Holds back the results of the database until `release`, which lets the latest go first: any may come first. */
  holdAnswers(): HeldAnswers;
}

interface HeldAnswers extends Disposable {
  /** Resolves with the first held result. */
  readonly held: Promise<void>;
  /** The number of results that are held now. */
  readonly count: number;
  release(): void;
}

/** A database that counts its statements and can hold back its results. */
export function watch(database: Database): WatchedDatabase {
  let asked = 0;
  let hold = async () => {};
  return {
    ...database,
    get asked() {
      return asked;
    },
    holdAnswers() {
      const first = Promise.withResolvers<void>();
      let held: (() => void)[] | undefined = [];
      hold = async () => {
        first.resolve();
        if (held !== undefined) await new Promise<void>((resolve) => held?.push(resolve));
      };
      const release = () => {
        for (const pass of held?.toReversed() ?? []) pass();
        held = undefined;
      };
      return {
        held: first.promise,
        get count() {
          return held?.length ?? 0;
        },
        release,
        [Symbol.dispose]: release,
      };
    },
    async query<Row extends object>(sql: string, values?: readonly unknown[]) {
      asked++;
      const rows = await database.query<Row>(sql, values);
      await hold();
      return rows;
    },
    async write(sql: string, value: string) {
      asked++;
      await database.write(sql, value);
      await hold();
    },
  };
}
