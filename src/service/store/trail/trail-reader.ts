import type { StoredRecord } from '../../../../schemas/trail.ts';
import { unknownCompany } from '../accounts/companies.ts';
import type { Database } from '../database/database.ts';
import type { TrailWriter } from './trail-writer.ts';

/** Selects a page of a list, the newest entry first. */
export interface PageRequest {
  /** Maximum number of entries. */
  readonly limit: number;
  /** `nextCursor` of the page before; undefined for the first page. */
  readonly cursor?: string | undefined;
}

export interface RecordPage {
  readonly documents: readonly StoredRecord[];
  /** Cursor of the next page; null when there is none. */
  readonly nextCursor: string | null;
}

/** Selects entries of a company; what is undefined selects all. */
export interface TrailFilter {
  readonly from?: Date | undefined;
  /** Exclusive. */
  readonly to?: Date | undefined;
  readonly templateId?: string | undefined;
  readonly version?: string | undefined;
  readonly source?: string | undefined;
}

const COLUMNS = `company_id AS "companyId", key_id AS "keyId", request_id AS "requestId",
  requested_at AS "requestedAt", action, template_id AS "templateId", version, source,
  encode(template_sha256, 'hex') AS "templateSha256", document_id AS "documentId", format, outcome, count, encode(sha256, 'hex') AS sha256, bytes,
  milliseconds`;

type Row = Omit<StoredRecord, 'action' | 'count'> & {
  readonly entryId: string;
  readonly action: 'seal' | null;
  readonly count: number | null;
};

/** A file as the trail has it, with the digests of its values. */
export interface FileMade {
  readonly sha256: string;
  readonly bytes: number;
  readonly valueDigests: Readonly<Record<string, string>> | null;
}

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

  /**
   * The documents that a company requested.
   * @throws ServiceError not_found when there is no such company
   */
  async listCompany(companyId: string, filter: TrailFilter, page: PageRequest): Promise<RecordPage> {
    const { from, to, templateId, version, source } = filter;
    const found = await this.#read(
      `company_id = $4 AND requested_at >= $5 AND requested_at < $6 AND ($7::text IS NULL OR template_id = $7)
         AND ($8::text IS NULL OR version = $8) AND ($9::text IS NULL OR source = $9)`,
      page,
      [
        companyId,
        from?.toISOString() ?? '-infinity',
        to?.toISOString() ?? 'infinity',
        ...[templateId, version, source].map((value) => value ?? null),
      ],
    );
    if (found.documents.length === 0) {
      const company = await this.#database.query('SELECT FROM companies WHERE company_id = $1', [companyId]);
      if (company.length === 0) throw unknownCompany(companyId);
    }
    return found;
  }

  /**
   * The entries of a file: more than one when the same bytes were made again.
   * @param sha256 in hexadecimal
   */
  async findFile(sha256: string, page: PageRequest): Promise<RecordPage> {
    return this.#read("sha256 = decode($4, 'hex')", page, [sha256]);
  }

  /** The entries of a document, also when it was requested in vain, or again with the same `options.at`. */
  async findDocument(documentId: string, page: PageRequest): Promise<RecordPage> {
    return this.#read('document_id = $4', page, [documentId]);
  }

  /** The files that were made for a company with this id, the oldest first; not those that were only sealed. */
  async filesOf(companyId: string, documentId: string): Promise<readonly FileMade[]> {
    await this.settle();
    return await this.#database.query<FileMade>(
      `SELECT encode(sha256, 'hex') AS sha256, bytes, value_digests AS "valueDigests" FROM document_trail
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

  async #read(
    condition: string,
    { limit, cursor }: PageRequest,
    values: readonly (string | null)[],
  ): Promise<RecordPage> {
    await this.settle();
    const rows = await this.#database.query<Row>(
      `SELECT ${COLUMNS}, entry_id AS "entryId" FROM document_trail
       WHERE ${condition} AND (requested_at, entry_id) < ($1::timestamptz, $2::uuid)
       ORDER BY requested_at DESC, entry_id DESC
       LIMIT $3`,
      // One more than the limit, to know whether there is another page.
      [...place(cursor), limit + 1, ...values],
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
}

/** A cursor holds the sort key of the page's last entry: `<milliseconds since 1970>-<entryId>`. */
function place(cursor = ''): [requestedAt: string, entryId: string] {
  const [, milliseconds = '', entryId = ''] = /^(\d+)-(.+)$/.exec(cursor) ?? [];
  if (entryId === '') return ['infinity', '00000000-0000-0000-0000-000000000000'];
  return [new Date(Number(milliseconds)).toISOString(), entryId];
}
