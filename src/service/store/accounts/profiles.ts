import type { BaseLogger } from 'pino';
import type { CheckedProfile, CompanyProfile } from '../../../../schemas/company-profile.ts';
import type { Database } from '../database/database.ts';
import { LookUpCache } from '../database/look-up-cache.ts';
import { unknownCompany } from './companies.ts';

/** The trigger of the migration notifies on it, with the company's id. */
const CHANNEL = 'profile_changes';

const MAX_COMPANIES = 10_000;

/** A logo is at most 350,000 characters as base64, twice that with its bitmap. */
const MAX_CHARACTERS = 64 * 1_024 * 1_024;

/** A company without a profile is cached too, so that its documents cost no query. */
interface Entry {
  readonly stored: CheckedProfile | undefined;
}

export class Profiles {
  readonly #database: Database;
  readonly #cache: LookUpCache<Entry>;

  constructor(database: Database, log: Pick<BaseLogger, 'info' | 'warn'>) {
    this.#database = database;
    this.#cache = new LookUpCache({
      database,
      log,
      what: 'company profiles',
      channel: CHANNEL,
      limit: MAX_COMPANIES,
      maxSize: MAX_CHARACTERS,
      sizeOf: ({ stored }) => 1 + (stored?.profile.logo?.length ?? 0) + (stored?.bitmapLogo?.length ?? 0),
      lookUp: async (companyId) => ({ stored: await findProfile(database, companyId) }),
    });
  }

  /** Starts listening for changes. */
  async listen(): Promise<void> {
    await this.#cache.listen();
  }

  /**
   * The profile for the next document.
   * @throws DatabaseUnavailableError when the database cannot be reached and the profile is not cached
   */
  async inUse(companyId: string): Promise<CheckedProfile | undefined> {
    return (await this.#cache.find(companyId))?.stored;
  }

  /**
   * The profile as stored.
   * @returns undefined when the company has none
   * @throws ServiceError not_found when there is no such company
   */
  async find(companyId: string): Promise<CompanyProfile | undefined> {
    const [row] = await this.#database.query<{ profile: CompanyProfile | null }>(
      'SELECT profile FROM companies LEFT JOIN company_profiles USING (company_id) WHERE company_id = $1',
      [companyId],
    );
    if (row === undefined) throw unknownCompany(companyId);
    return row.profile ?? undefined;
  }

  /** Replaces the profile as a whole. @throws ServiceError not_found when there is no such company */
  async replace(companyId: string, { profile, bitmapLogo }: CheckedProfile): Promise<void> {
    const rows = await this.#database.query(
      `INSERT INTO company_profiles (company_id, profile, bitmap_logo)
       SELECT company_id, $2::json, $3 FROM companies WHERE company_id = $1
       ON CONFLICT (company_id)
       DO UPDATE SET profile = excluded.profile, bitmap_logo = excluded.bitmap_logo, updated_at = now()
       RETURNING company_id`,
      [companyId, JSON.stringify(profile), bitmapLogo],
    );
    if (rows.length === 0) throw unknownCompany(companyId);
    this.#cache.forget(companyId);
  }

  /** @returns whether there was one. @throws ServiceError not_found when there is no such company */
  async delete(companyId: string): Promise<boolean> {
    const rows = await this.#database.query(
      'DELETE FROM company_profiles WHERE company_id = $1 RETURNING company_id',
      [companyId],
    );
    if (rows.length === 0) await this.find(companyId);
    this.#cache.forget(companyId);
    return rows.length > 0;
  }

  close(): void {
    this.#cache.close();
  }
}

async function findProfile(database: Database, companyId: string): Promise<CheckedProfile | undefined> {
  const [row] = await database.query<CheckedProfile>(
    'SELECT profile, bitmap_logo AS "bitmapLogo" FROM company_profiles WHERE company_id = $1',
    [companyId],
  );
  return row;
}
