import type { FileMade, StoredRecord } from '../../../../schemas/trail.ts';
import { unknownCompany } from '../accounts/companies.ts';
import type { Database } from '../database/database.ts';
import type { TrailWriter } from './trail-writer.ts';

/** Selects a page of a list, the newest entry first. */
export interface PageRequest {
  readonly limit: number;
  /** `nextCursor` of the page before, or a moment that all entries are older than; undefined for the first page. */
  readonly cursor?: string | undefined;
}

export interface RecordPage {
  readonly documents: readonly StoredRecord[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** The condition of each filter on its value, which stands at a place such as `$4`. */
const CONDITIONS = {
  companyId: (value: string) => `company_id = ${value}`,
  keyId: (value: string) => `key_id = ${value}`,
  from: (value: string) => `requested_at >= ${value}::timestamptz`,
  /** Exclusive. */
  to: (value: string) => `requested_at < ${value}::timestamptz`,
  templateId: (value: string) => `template_id = ${value}`,
  version: (value: string) => `version = ${value}`,
  source: (value: string) => `source = ${value}`,
  /** Of every request for the document, also one in vain, or again with the same `options.at`. */
  documentId: (value: string) => `document_id = ${value}::uuid`,
  /** In hexadecimal. Several entries have it when the same bytes were made again. */
  sha256: (value: string) => `sha256 = decode(${value}, 'hex')`,
};

/** Selects entries; what is undefined selects all. Moments are written as in JSON. */
export type TrailFilter = { readonly [Name in keyof typeof CONDITIONS]?: string | undefined };

const COLUMNS = `company_id AS "companyId", key_id AS "keyId", request_id AS "requestId",
  requested_at AS "requestedAt", action, template_id AS "templateId", version, source,
  encode(template_sha256, 'hex') AS "templateSha256", document_id AS "documentId", format, outcome, count, encode(sha256, 'hex') AS sha256, bytes,
  milliseconds`;

type Row = Omit<StoredRecord, 'action' | 'count'> & {
  readonly entryId: string;
  readonly action: 'seal' | null;
  readonly count: number | null;
};

/** A request that is repeated with the same `options.at` has several entries; a seal adds one. */
const MAX_FILES = 100;

/** Reads the trail. Entries that this instance has buffered are written first. */
export class TrailReader {
  readonly #database: Database;
  readonly #writer: TrailWriter;

  constructor(database: Database, writer: TrailWriter) {
    this.#database = database;
    this.#writer = writer;
  }

  /** Writes the buffered entries of this instance, so that they can be read or deleted. Never throws. */
  async settle(): Promise<void> {
    await this.#writer.write();
  }

  /** @throws ServiceError not_found when there is no such company */
  async requireCompany(companyId: string): Promise<void> {
    const company = await this.#database.query('SELECT FROM companies WHERE company_id = $1', [companyId]);
    if (company.length === 0) throw unknownCompany(companyId);
  }

  /** The entries that the filter selects, the newest first. */
  async list(filter: TrailFilter, { limit, cursor }: PageRequest): Promise<RecordPage> {
    await this.settle();
    const values: (string | number)[] = [...place(cursor), limit + 1];
    const conditions = Object.entries(CONDITIONS).flatMap(([name, condition]) => {
      const value = filter[name as keyof TrailFilter];
      return value === undefined ? [] : [condition(`$${values.push(value)}`)];
    });
    const rows = await this.#database.query<Row>(
      `SELECT ${COLUMNS}, entry_id AS "entryId" FROM document_trail
       WHERE ${['(requested_at, entry_id) < ($1::timestamptz, $2::uuid)', ...conditions].join(' AND ')}
       ORDER BY requested_at DESC, entry_id DESC
       LIMIT $3`,
      // One more than the limit, to know whether there is another page.
      values,
    );
    const shown = rows.slice(0, limit);
    const last = rows.length > limit ? shown.at(-1) : undefined;
    return {
      documents: shown.map(({ entryId: _, action, count, ...entry }) => ({
        ...(action && { action }),
        ...entry,
        ...(count !== null && { count }),
      })),
      nextCursor: last === undefined ? null : `${last.requestedAt.getTime()}-${last.entryId}`,
    };
  }

  /** The files that were made for a company with this id, the oldest first; not those that were only sealed. */
  async filesOf(companyId: string, documentId: string): Promise<readonly FileMade[]> {
    await this.settle();
    return await this.#database.query<FileMade>(
      `SELECT encode(sha256, 'hex') AS sha256, bytes, template_id AS "templateId", version, source,
         value_digests AS "valueDigests" FROM document_trail
       WHERE document_id = $1 AND company_id = $2 AND outcome = 'ok' AND sha256 IS NOT NULL AND action IS NULL
       ORDER BY requested_at LIMIT ${MAX_FILES}`,
      [documentId, companyId],
    );
  }

  /** Deletes the digests of a document's values. @returns whether the trail has the document */
  async eraseDigests(documentId: string): Promise<boolean> {
    await this.settle();
    const erased = await this.#database.query(
      'UPDATE document_trail SET value_digests = NULL WHERE document_id = $1 RETURNING entry_id',
      [documentId],
    );
    return erased.length > 0;
  }
}

const CURSOR = /^(\d{1,13})-([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

const FIRST_ID = '00000000-0000-0000-0000-000000000000';

/** A cursor holds the sort key of the page's last entry: `<milliseconds since 1970>-<entryId>`. */
function place(cursor = 'infinity'): [requestedAt: string, entryId: string] {
  const [, milliseconds = '', entryId = ''] = CURSOR.exec(cursor) ?? [];
  if (entryId === '') return [cursor, FIRST_ID];
  return [new Date(Number(milliseconds)).toISOString(), entryId];
}
