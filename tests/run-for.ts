/** `npm run test:for -- src/service/http/admission/admit.ts …`: runs the tests that tests/rooms.ts names for these files. */
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { testsFor } from './rooms.ts';

const files = process.argv.slice(2).map((file) => path.relative('.', file).split(path.sep).join('/'));
if (files.length === 0) {
  console.error('npm run test:for -- <file> …, for example src/service/http/admission/admit.ts');
  process.exit(2);
}
const tests = testsFor(files);
console.info(`Tests for ${files.join(', ')}: ${tests.join(', ')}`);
const { status } = spawnSync('npx', ['vitest', 'run', ...tests], { stdio: 'inherit' });
process.exit(status ?? 1);
