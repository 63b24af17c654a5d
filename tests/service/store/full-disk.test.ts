import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { canMount, smallFolder } from '../../steady/mount.ts';
import { need } from '../../tools.ts';

const SCRIPT = path.join(import.meta.dirname, 'fill-disk.ts');
const mount = need('a small file system', canMount() ? undefined : 'none can be mounted here');
const UNAVAILABLE = [
  'DatabaseFullError',
  'The database has no space left on its disk; try again in a moment',
];

test.skipIf(mount.isSkipped)(
  `the embedded database on ${mount.title} reports a full disk, loses nothing, and works again when there is space`,
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), 'docgen-test-'));
    try {
      const [command = '', ...args] = smallFolder(folder, '80m');
      const { stdout } = await promisify(execFile)(command, [...args, process.execPath, SCRIPT, folder]);
      expect(JSON.parse(stdout)).toEqual([
        'ENOSPC',
        UNAVAILABLE,
        UNAVAILABLE,
        [
          'Error',
          `The embedded database in ${folder}/data cannot be opened, because its disk is full: 0 MB are free, and it needs 32. Free some space and start again; nothing has to be restored.`,
        ],
        [{ number: 1 }],
        [{ min: 1 }],
      ]);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
);
