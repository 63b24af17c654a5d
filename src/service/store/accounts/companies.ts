import type * as answers from '../../../../schemas/companies.ts';
import type { Stored } from '../../../../schemas/shared/answers.ts';
import { ServiceError } from '../../../errors.ts';
import type { Database } from '../database/database.ts';
import type { KeyCache } from './key-cache.ts';

export type Company = Stored<answers.Company>;

const COLUMNS = `company_id AS "companyId", name, created_at AS "createdAt",
  suspended_at IS NOT NULL AS "suspended", suspended_at AS "suspendedAt"`;

/** The companies that use the service. */
export class Companies {
  readonly #database: Database;
  readonly #keyCache: KeyCache;

  constructor(database: Database, keyCache: KeyCache) {
    this.#database = database;
    this.#keyCache = keyCache;
  }

  /** @throws ServiceError conflict when a company has that id */
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

  /** All companies, ordered by id. */
  async list(): Promise<Company[]> {
    return this.#database.query<Company>(`SELECT ${COLUMNS} FROM companies ORDER BY company_id`);
  }

  /**
   * Updates the given fields. A company that is suspended already keeps its date.
   * @throws ServiceError not_found
   */
  async change(companyId: string, { name, suspended }: answers.CompanyChange): Promise<Company> {
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
   * Deletes everything that is stored about a company: keys, overrides, profile and trail, in one transaction. Other
   * instances refuse its keys as soon as the triggers' notices arrive.
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
