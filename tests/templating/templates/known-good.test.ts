import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { fingerprintOf } from '../../../src/environment/fingerprint.ts';
import { KnownGood } from '../../../src/templating/templates/known-good.ts';

test('a checked catalogue is checked again if one of its files or of the code that checks it has changed', async () => {
  const root = await mkdtemp(path.join(tmpdir(), 'known-good-'));
  await using removed = new AsyncDisposableStack();
  removed.defer(() => rm(root, { recursive: true }));
  const write = async (file: string, text: string) => {
    await mkdir(path.join(root, path.dirname(file)), { recursive: true });
    await writeFile(path.join(root, file), text);
  };
  const known = () => new KnownGood(root, fingerprintOf(root));
  const isKnown = () => known().has();
  const files = [
    'templates-html/letter/1.0.0.njk',
    'templates-html/styles/document.css',
    'schemas/letter/1.0.0.ts',
    'schemas/letter/sample.json',
    'src/render/child.ts',
    'package-lock.json',
  ];
  await mkdir(path.join(root, 'node_modules'));
  for (const file of files) await write(file, 'one');

  expect(await isKnown()).toBe(false);
  await known().note();
  expect(await isKnown()).toBe(true);
  for (const file of files) {
    await write(file, 'two');
    expect([file, await isKnown()]).toEqual([file, false]);
    await write(file, 'one');
    expect([file, await isKnown()]).toEqual([file, true]);
  }
  await write('templates-html/letter/2.0.0.njk', 'one');
  expect(await isKnown()).toBe(false);
  await rm(path.join(root, 'templates-html/letter/2.0.0.njk'));
  await rm(path.join(root, 'templates-html/letter/1.0.0.njk'));
  expect(await isKnown()).toBe(false);
});
