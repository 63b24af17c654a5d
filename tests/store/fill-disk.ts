import { rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '../../src/store/database/database.ts';

/** Run by full-disk.test.ts on a small file system. Prints what each step comes to, as one list in JSON. */
const [, , folder = ''] = process.argv;
const options = { dataDir: path.join(folder, 'data') };
const full = path.join(folder, 'full');
const steps: unknown[] = [];
const told = (error: Error) => [error.name, error.message];

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
// The log goes on in a new file, for which there is no room: PostgreSQL ends with a PANIC.
await database.query('SELECT pg_switch_wal()').catch(() => {});
steps.push(await database.query('INSERT INTO kept VALUES (2)').catch(told));
steps.push(await database.transaction(({ query }) => query('SELECT 1')).catch(told));
await database.close();
steps.push(await openDatabase(options).catch(told));

rmSync(full);
database = await openDatabase(options);
steps.push(await database.query('SELECT number FROM kept ORDER BY number'));

fill();
// Some files of the log may be used again.
for (let isFull = false; !isFull; ) {
  await database.query('SELECT pg_switch_wal()').catch(() => {});
  isFull = await database.query('INSERT INTO kept VALUES (3)').then(
    () => false,
    () => true,
  );
}
rmSync(full);
// A statement starts it anew, which takes a while.
for (let rows: unknown; rows === undefined; await setTimeout(100)) {
  rows = await database.query('SELECT min(number) FROM kept').catch(() => undefined);
  if (rows !== undefined) steps.push(rows);
}
await database.close();
// What has ended by a PANIC would keep the process.
process.stdout.write(JSON.stringify(steps), () => process.exit());
