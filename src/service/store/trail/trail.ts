import type { BaseLogger } from 'pino';
import type { TrailRecord } from '../../../../schemas/trail.ts';
import type { Database } from '../database/database.ts';
import { TrailReader } from './trail-reader.ts';
import { TrailRetention } from './trail-retention.ts';
import { TrailWriter } from './trail-writer.ts';

export interface Trail {
  /** Records an entry without waiting for the database; never throws. */
  record(entry: TrailRecord): void;
  readonly writer: Pick<TrailWriter, 'waiting' | 'dropped'>;
  readonly reader: TrailReader;
  /** Writes what is still in memory. Does not close the database. */
  close(): Promise<void>;
}

/**
 * The trail of requested documents.
 * @param days retention of an entry; 0 records nothing and deletes what is there
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
