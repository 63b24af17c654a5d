import type { BaseLogger } from 'pino';
import type { Database } from '../database/database.ts';
import type { TrailEntry } from './trail-entry.ts';
import { TrailReader } from './trail-reader.ts';
import { TrailRetention } from './trail-retention.ts';
import { TrailWriter } from './trail-writer.ts';

export interface Trail {
  /** Keeps an entry, soon: takes no time and never throws. */
  record(entry: TrailEntry): void;
  readonly writer: Pick<TrailWriter, 'waiting' | 'dropped'>;
  readonly reader: TrailReader;
  /** Writes down what is still in memory. Does not close the database. */
  close(): Promise<void>;
}

/**
 * The trail of the documents that were asked for.
 * @param days how long an entry is kept; 0 to keep none, also of those that are there
 */
export function openTrail(database: Database, days: number, log: Pick<BaseLogger, 'info' | 'warn'>): Trail {
  const writer = new TrailWriter(database, log);
  const retention = new TrailRetention(database, days, log);
  return {
    record: (entry) => {
      if (days > 0) writer.record(entry);
    },
    writer,
    reader: new TrailReader(database, writer),
    close: async () => {
      await Promise.all([writer.close(), retention.close()]);
    },
  };
}
