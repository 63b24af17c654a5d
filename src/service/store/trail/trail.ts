import type { BaseLogger } from 'pino';
import type { TrailRecord } from '../../../../schemas/trail.ts';
import type { Database } from '../database/database.ts';
import { TrailReader } from './trail-reader.ts';
import { TrailRetention } from './trail-retention.ts';
import { TrailWriter } from './trail-writer.ts';

export interface Trail {
  /**
   * Records an entry; refusals are counted by `refuse` instead.
   * @returns when the entry of a file is written, or cannot be; never rejects
   */
  record(entry: TrailRecord): Promise<void>;
  /** Counts a request of a key that was refused because the service was full or the key over its rate. */
  refuse(companyId: string, keyId: string): void;
  readonly writer: Pick<TrailWriter, 'waiting' | 'oldestSeconds' | 'isAway' | 'dropped'>;
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
    record: async (entry) => {
      if (days > 0 && entry.outcome !== 'refused') await writer.record(entry);
    },
    refuse: (companyId, keyId) => {
      if (days > 0) writer.refuse(companyId, keyId);
    },
    writer,
    reader: new TrailReader(database, writer),
    close: async () => {
      await Promise.all([writer.close(), retention.close()]);
    },
  };
}
