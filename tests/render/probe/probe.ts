/** Runs with the rights of a render process: tries forbidden actions, and prints the result of each. */
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { connect } from 'node:net';

const [port = '', pid = '', file = ''] = process.argv.slice(2);

async function attempt(action: () => unknown): Promise<string> {
  try {
    await action();
    return 'done';
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

const outcomes = {
  sqlite: await attempt(() => import('node:sqlite')),
  network: await attempt(() => once(connect(Number(port), '127.0.0.1'), 'connect')),
  signal: await attempt(() => process.kill(Number(pid), 0)),
  write: await attempt(() => writeFileSync(file, '')),
  process: await attempt(() => spawnSync('/bin/true')),
  code: await attempt(() => new Function('return 1')()),
};
process.stdout.write(JSON.stringify(outcomes));
process.exit();
