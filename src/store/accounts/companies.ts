import { ServiceError } from '../../errors.ts';
import type { Database } from '../database/database.ts';
import type { KeyCache } from './key-cache.ts';

export interface Company {
  readonly companyId: string;
  readonly name: string;
  readonly createdAt: Date;
  readonly suspended: boolean;
  /** Since when its keys are refused; null while they are not. */
  readonly suspendedAt: Date | null;
}

export interface CompanyChange {
  readonly name?: string;
  readonly suspended?: boolean;
}

const COLUMNS = `company_id AS "companyId", name, created_at AS "createdAt",
  suspended_at IS NOT NULL AS "suspended", suspended_at AS "suspendedAt"`;

/** The companies whose services call this one. */
export class Companies {
  readonly #database: Database;
  readonly #keyCache: KeyCache;

  constructor(database: Database, keyCache: KeyCache) {
    this.#database = database;
    this.#keyCache = keyCache;
  }

  /** @throws ServiceError conflict when there is one with that id */
  async create({ companyId, name }: Pick<Company, 'companyId' | 'name'>): Promise<Company> {
    const [company] = await this.#database.query<Company>(
      `INSERT INTO companies (company_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [companyId, name],
    );
    if (company === undefined) {
      throw new ServiceError('conflict', `There is a company ${companyId} already; choose another companyId`);
    }
    return company;
  }

  /** All of them, in the order of their ids. */
  async list(): Promise<Company[]> {
    return this.#database.query<Company>(`SELECT ${COLUMNS} FROM companies ORDER BY company_id`);
  }

  /**
   * Changes what is given and leaves the rest. A company that is suspended again keeps its date.
   * @throws ServiceError not_found
   */
  async change(companyId: string, { name, suspended }: CompanyChange): Promise<Company> {
    const [company] = await this.#database.query<Company>(
      `UPDATE companies
       SET name = coalesce($2, name),
           suspended_at = CASE $3::boolean
             WHEN true THEN coalesce(suspended_at, now())
             WHEN false THEN NULL
             ELSE suspended_at
           END
       WHERE company_id = $1
       RETURNING ${COLUMNS}`,
      [companyId, name ?? null, suspended ?? null],
    );
    if (company === undefined) throw unknownCompany(companyId);
    this.#keyCache.forgetCompany(companyId);
    return company;
  }

  /**
   * Deletes all that is stored of it: keys, overrides, profile and trail, all of it or nothing. Its keys are refused by
   * every instance as soon as the notices of the triggers arrive.
   * @throws ServiceError not_found
   */
  async delete(companyId: string): Promise<void> {
    await this.#database.transaction(async ({ query }) => {
      const [company] = await query('SELECT FROM companies WHERE company_id = $1 FOR UPDATE', [companyId]);
      if (company === undefined) throw unknownCompany(companyId);
      for (const table of ['document_trail', 'overrides', 'company_profiles', 'api_keys', 'companies'])
        await query(`DELETE FROM ${table} WHERE company_id = $1`, [companyId]);
    });
    this.#keyCache.forgetCompany(companyId);
  }
}

export function unknownCompany(companyId: string): ServiceError {
  return new ServiceError(
    'not_found',
    `There is no company ${companyId}; the list of companies has their ids`,
  );
}
