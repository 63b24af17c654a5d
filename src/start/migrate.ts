import { parseArgs } from 'node:util';
import { readConfig } from '../environment/config.ts';
import { applyMigrations } from '../service/store/database/migrate.ts';
import { openUnmigrated } from '../service/store/database/open-database.ts';
import { checkOwnTexts } from './check-own-texts.ts';

/**
 * Applies the migrations, checks the companies' own texts, and exits: for instances that start with MIGRATIONS=check.
 * `--check-texts`: exit with 1 if no document can be made of one of the texts.
 */
try {
  const { values } = parseArgs({ options: { 'check-texts': { type: 'boolean', default: false } } });
  const { DATABASE_URL: databaseUrl, DATA_DIR: dataDir } = readConfig(process.env);
  const database = await openUnmigrated({ databaseUrl, dataDir });
  try {
    const applied = await applyMigrations(database);
    const what = applied.length === 0 ? 'nothing to do' : `applied ${applied.join(', ')}`;
    process.stdout.write(`The database is up to date: ${what}.\n`);
    const { lines, isGood } = await checkOwnTexts(database);
    for (const line of lines) process.stdout.write(`${line}\n`);
    if (!isGood && values['check-texts']) process.exitCode = 1;
  } finally {
    await database.close();
  }
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
