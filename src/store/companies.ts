import { ServiceError } from '../errors.ts';
import type { Queryable } from './database.ts';

export interface Company {
  readonly companyId: string;
  readonly name: string;
  readonly createdAt: Date;
  /** Since when its keys are refused; null while it is in good standing. */
  readonly suspendedAt: Date | null;
}

export interface CompanyChange {
  readonly name?: string;
  readonly suspended?: boolean;
}

const COLUMNS = 'company_id AS "companyId", name, created_at AS "createdAt", suspended_at AS "suspendedAt"';

/** The companies whose services call this one. */
export class Companies {
  readonly #database: Queryable;

  constructor(database: Queryable) {
    this.#database = database;
  }

  /** @throws ServiceError conflict when there is one with that id */
  async create(companyId: string, name: string): Promise<Company> {
    const [company] = await this.#database.query<Company>(
      `INSERT INTO companies (company_id, name) VALUES ($1, $2) ON CONFLICT DO NOTHING RETURNING ${COLUMNS}`,
      [companyId, name],
    );
    if (company === undefined) throw new ServiceError('conflict', `There is a company ${companyId} already`);
    return company;
  }

  async list(): Promise<Company[]> {
    return await this.#database.query<Company>(`SELECT ${COLUMNS} FROM companies ORDER BY company_id`);
  }

  /** Changes what is given and leaves the rest. @throws ServiceError not_found */
  async change(companyId: string, { name, suspended }: CompanyChange): Promise<Company> {
    const [company] = await this.#database.query<Company>(
      `UPDATE companies SET
         name = coalesce($2, name),
         suspended_at = CASE WHEN $3::boolean THEN coalesce(suspended_at, now())
                             WHEN NOT $3::boolean THEN NULL
                             ELSE suspended_at END
       WHERE company_id = $1 RETURNING ${COLUMNS}`,
      [companyId, name ?? null, suspended ?? null],
    );
    if (company === undefined) throw companyNotFound();
    return company;
  }
}

export function companyNotFound(): ServiceError {
  return new ServiceError('not_found', 'There is no such company; GET /admin/v1/companies lists them');
}
