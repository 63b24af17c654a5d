import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TEMPLATES } from '../service/use-cases/documents.ts';
import { sendTo } from '../service.ts';

const DEMO = path.join(import.meta.dirname, '../../src/start/demo.ts');

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'demo-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** Starts the demo in a folder of its own. */
function start(...args: string[]) {
  const child = spawn(process.execPath, [DEMO, ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: folder },
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  return { child, output: () => output, exit: once(child, 'close') };
}

test('the demo makes every document, and keeps the service with its studio running when it is asked to', async () => {
  const { child, output, exit } = start('--keep');
  await expect.poll(output, { timeout: 100_000 }).toContain('Ctrl+C ends the service.');
  const files = TEMPLATES.flatMap(({ templateId, version }) =>
    ['pdf', 'docx'].map((format) => `${templateId}-${version}.${format}`),
  );
  expect((await readdir(path.join(folder, 'out'))).sort()).toEqual(files.sort());

  const [, url = '', key = ''] = /(http:\/\/127\.0\.0\.1:\d+)\/studio#key=(\S+)/.exec(output()) ?? [];
  const templates = await sendTo(url, 'GET', '/api/v1/templates', { 'x-key': key });
  expect([templates.status, templates.headers['content-type']]).toEqual([
    200,
    'application/json; charset=utf-8',
  ]);
  const studio = await sendTo(url, 'GET', '/studio');
  expect([studio.status, studio.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);

  child.kill('SIGINT');
  expect(await exit).toEqual([0, null]);
  expect((await readdir(folder)).filter((name) => name.startsWith('docgen-demo-'))).toEqual([]);
});

test('the demo refuses options that it does not have', async () => {
  const { output, exit } = start('--kep');
  expect(await exit).toEqual([2, null]);
  expect(output()).toBe("Unknown option '--kep'\nUsage: npm run demo [-- --keep]\n");
});
