import { execFile } from 'node:child_process';
import { mkdir, mkdtempDisposable, readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { makePrograms, programIn, programOf } from '../../src/render/program.ts';

const YESTERDAY = new Date(Date.now() - 25 * 3_600_000);

test('the programs of render processes are made once for the same sources, and those of other sources go after a day', async () => {
  await using temp = await mkdtempDisposable(path.join(tmpdir(), 'programs-'));
  for (const name of ['render-old', 'render-new', 'other']) await mkdir(path.join(temp.path, name));
  for (const name of ['render-old', 'other']) await utimes(path.join(temp.path, name), YESTERDAY, YESTERDAY);

  const folder = await makePrograms(temp.path);
  const files = await readdir(folder);
  expect(files.filter((name) => !name.startsWith('chunk-'))).toEqual(['child.mjs', 'drawing-child.mjs']);
  for (const name of files) await promisify(execFile)(process.execPath, ['--check', path.join(folder, name)]);
  expect((await readdir(temp.path)).toSorted()).toEqual(
    ['other', path.basename(folder), 'render-new'].toSorted(),
  );

  await writeFile(path.join(folder, 'child.mjs'), 'kept');
  expect(await makePrograms(temp.path)).toBe(folder);
  expect(await readFile(path.join(folder, 'child.mjs'), 'utf8')).toBe('kept');
});

test('several processes that make the programs at the same time make one folder', async () => {
  await using temp = await mkdtempDisposable(path.join(tmpdir(), 'programs-'));
  const made = await Promise.all(Array.from({ length: 3 }, () => makePrograms(temp.path)));
  expect(new Set(made).size).toBe(1);
  expect(await readdir(temp.path)).toEqual([path.basename(made[0] ?? '')]);
});

test('where no folder can be made, a render process runs the source', async () => {
  await using temp = await mkdtempDisposable(path.join(tmpdir(), 'programs-'));
  const file = path.join(temp.path, 'a-file');
  await writeFile(file, '');
  const folder = await makePrograms(path.join(file, 'cache'));
  expect(programIn(folder, 'child')).toMatch(/src\/render\/child\.ts$/);
});

test('a render process runs the program from the cache of the project', async () => {
  expect(await programOf('child')).toMatch(/node_modules\/\.cache\/render-[0-9a-f]{16}\/child\.mjs$/);
});
