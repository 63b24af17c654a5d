import { execFile } from 'node:child_process';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const MODULE = path.join(import.meta.dirname, '..', '..', 'src', 'render', 'give-up-writing.ts');

/** Tries to write before and after, and prints what became of it. */
const SCRIPT = `
  import { writeFileSync } from 'node:fs';
  import { giveUpWriting } from ${JSON.stringify(MODULE)};
  const write = (name) => {
    try { writeFileSync(process.argv[1] + '/' + name, ''); return 'written' } catch (error) { return error.code }
  };
  const before = write('before');
  giveUpWriting();
  console.log(JSON.stringify([before, write('after'), write('before'), process.permission.has('fs.write', process.argv[1])]));
`;

test('a process that gave up writing cannot write where it could', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'write-'));
  try {
    const flags = ['--permission', '--allow-fs-read=*', `--allow-fs-write=${folder}`];
    const { stdout } = await promisify(execFile)(process.execPath, [
      ...flags,
      '--input-type=module',
      '--eval',
      SCRIPT,
      folder,
    ]);
    expect(JSON.parse(stdout)).toEqual(['written', 'ERR_ACCESS_DENIED', 'ERR_ACCESS_DENIED', false]);
    expect(await readdir(folder)).toEqual(['before']);
  } finally {
    await rm(folder, { recursive: true });
  }
});
