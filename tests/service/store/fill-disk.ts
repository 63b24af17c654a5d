import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../../src/service/store/database/open-database.ts';

/** Run by full-disk.test.ts on a small file system. Prints the results of all steps as a JSON array. */
const [, , folder = ''] = process.argv;
const options = { dataDir: path.join(folder, 'data') };
const full = path.join(folder, 'full');
const steps: unknown[] = [];
const describe = (error: Error) => [error.name, error.message];

let database = await openDatabase(options);
await database.execute('CREATE TABLE kept (number int)');
await database.query('INSERT INTO kept VALUES (1)');
function fill(): unknown {
  try {
    for (;;) writeFileSync(full, 'x'.repeat(65_536), { flag: 'a' });
  } catch (error) {
    return (error as NodeJS.ErrnoException).code;
  }
}

steps.push(fill());
// The write-ahead log needs a new file, for which there is no space, so PostgreSQL ends with a PANIC.
await database.query('SELECT pg_switch_wal()').catch(() => {});
steps.push(await database.query('INSERT INTO kept VALUES (2)').catch(describe));
steps.push(await database.transaction(({ query }) => query('SELECT 1')).catch(describe));
await database.close();
steps.push(await openDatabase(options).catch(describe));

rmSync(full);
database = await openDatabase(options);
steps.push(await database.query('SELECT number FROM kept ORDER BY number'));

fill();
// PostgreSQL may reuse some files of the log.
for (let isFull = false; !isFull; ) {
  await database.query('SELECT pg_switch_wal()').catch(() => {});
  isFull = await database.query('INSERT INTO kept VALUES (3)').then(
    () => false,
    () => true,
  );
}
rmSync(full);
// The next statement restarts it, which takes some time.
for (let rows: unknown; rows === undefined; await setTimeout(100)) {
  rows = await database.query('SELECT min(number) FROM kept').catch(() => undefined);
  if (rows !== undefined) steps.push(rows);
}
await database.close();
// The instance that ended with a PANIC would keep the process alive.
process.stdout.write(JSON.stringify(steps), () => process.exit());
