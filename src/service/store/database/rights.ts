import type { Database } from './database.ts';

const WRITTEN = ['SELECT', 'INSERT', 'UPDATE', 'DELETE'];

/** The privileges that the service needs on each table; `migrations` is checked before. */
const TABLES = {
  api_keys: WRITTEN,
  companies: WRITTEN,
  company_profiles: WRITTEN,
  document_secret: ['SELECT'],
  document_trail: WRITTEN,
  overrides: WRITTEN,
  template_parts: WRITTEN,
};

/** SQLSTATEs insufficient_privilege, and invalid_schema_name: the role may use no schema. */
const DENIED = new Set(['42501', '3F000']);

/** @throws Error that tells the operator which privileges on the tables are missing, and how to grant them */
export async function checkRights(database: Database): Promise<void> {
  const missing = await database.query<{ right: string; table: string }>(
    `SELECT "right", "table"
     FROM json_each($1) AS tables ("table", rights), json_array_elements_text(rights) AS "right"
     WHERE NOT has_table_privilege("table", "right")`,
    [JSON.stringify(TABLES)],
  );
  if (missing.length === 0) return;
  const tables = Map.groupBy(missing, ({ table }) => table);
  const role = await roleOf(database);
  const grants = [...tables].map(
    ([table, rights]) => `GRANT ${rights.map(({ right }) => right).join(', ')} ON ${table} TO ${role};`,
  );
  throw new Error(
    [`The role ${role} lacks rights in PostgreSQL. Run as the owner of the tables:`, ...grants].join('\n  '),
  );
}

/** @throws what `work` throws; when PostgreSQL denied a privilege, an Error that tells the operator what to do */
export async function explainDenial<Result>(
  database: Database,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (cause) {
    const { code = '', message } = cause as Error & { readonly code?: string };
    if (!DENIED.has(code)) throw cause;
    const role = await roleOf(database);
    throw new Error(`The role ${role} lacks a right in PostgreSQL: ${message}. ${cureOf(message, role)}.`, {
      cause,
    });
  }
}

async function roleOf(database: Database): Promise<string> {
  const [row] = await database.query<{ role: string }>('SELECT quote_ident(current_user) AS role');
  return row?.role ?? '';
}

/** @param message of PostgreSQL; English unless its administrator has set another language */
function cureOf(message: string, role: string): string {
  const [, kind, name] = /permission denied for (schema|table) (\S+)$/.exec(message) ?? [];
  if (kind === 'table') return `Run "GRANT SELECT ON ${name} TO ${role}" as its owner`;
  const asOther =
    'apply the migrations as the role that owns the tables, by "node src/start/migrate.ts", and set MIGRATIONS=check';
  if (kind === 'schema') return `Run "GRANT USAGE, CREATE ON SCHEMA ${name} TO ${role}", or ${asOther}`;
  return `Give it USAGE and CREATE on a schema of its search_path, or ${asOther}`;
}
