import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { inProofs } from '../../../part.ts';
import { databases, type Place } from '../../../service/store/databases.ts';
import { canMount, smallFolder } from '../../../steady/mount.ts';
import { type SteadyService, startSteady } from '../../../steady/service.ts';
import { need, needProgram } from '../../../tools.ts';
import { docgen } from '../docgen.ts';
import { digestsOf, manifestOf } from './folder.ts';

const MAIN = path.join(import.meta.dirname, '../../../../src/ui/cli/docgen.ts');
const run = promisify(execFile);
const mounts = need(
  'a small file system',
  canMount() ? undefined : 'this kernel or container does not allow it',
);
const script = needProgram('script');

let folder: string;
let place: Place;
let service: SteadyService;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'batch-'));
  const [embedded] = databases;
  if (embedded === undefined) throw new Error('there is no embedded database to run over');
  place = await embedded.makePlace();
  service = await startSteady({ place });
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  await place[Symbol.asyncDispose]();
  await rm(folder, { recursive: true });
});

/** A folder of its own for each test, with a file of rows, and the command that makes them. */
async function prepare(name: string, rows: readonly object[]) {
  const data = path.join(folder, `${name}.ndjson`);
  const out = path.join(folder, name);
  await writeFile(data, rows.map((row) => JSON.stringify(row)).join('\n'));
  const environment = { DOCGEN_URL: service.url, DOCGEN_KEY: String(service.headers['x-key']) };
  const args = ['batch', 'non-disclosure-agreement', '--data', data, '--out', out, '--format', 'docx'];
  return { out, args, environment, run: (...more: string[]) => docgen([...args, ...more], environment) };
}

const rowOf = (number: number) => ({ parties: [{ fullName: `Ada ${number}` }] });
/** One after the other, they take seconds. */
const MANY = 200;
const rowsOf = (amount: number) => Array.from({ length: amount }, (_, index) => rowOf(index + 1));

describe('docgen batch', () => {
  test('names a row that is too large, and makes the others when it is asked to', async () => {
    const large = { parties: [{ fullName: 'x'.repeat(300 * 1_024) }] };
    const { run, out } = await prepare('large', [rowOf(1), large, rowOf(3)]);
    const { exitCode, stdout } = await run();
    expect([exitCode, stdout.split('\n')]).toEqual([
      1,
      ['ROW  LINE  FIELD  MESSAGE', expect.stringMatching(/^2 {4}2 {12}.*(limit|large|at most)/), ''],
    ]);
    expect((await run('--skip-faulty')).exitCode).toBe(1);
    expect(Object.keys(await digestsOf(out))).toEqual(['00001.docx', '00003.docx']);
  });

  test.skipIf(mounts.isSkipped)(
    `ends with a sentence when the disk is full, and goes on: ${mounts.title}`,
    async () => {
      const { out, args, environment, run: again } = await prepare('full', rowsOf(12));
      const copy = path.join(folder, 'copy');
      await mkdir(out);
      // The small file system is gone with its command, so what is on it is copied.
      const [command = '', ...rest] = [
        ...smallFolder(out, '160k'),
        ...['/bin/sh', '-c', 'copy=$1; shift; "$@"; code=$?; cp -a "$0" "$copy"; exit $code', out, copy],
        ...[process.execPath, MAIN, ...args],
      ];
      const failed = await run(command, rest, { env: environment }).catch((error) => error);
      expect([failed.code, failed.stderr]).toEqual([
        1,
        expect.stringMatching(
          /^\S+ cannot be written: ENOSPC: no space left on device, \w+( '\S+')?\. The same command again goes on where this one ended\.\n$/,
        ),
      ]);
      const made = await digestsOf(copy);
      expect(Object.keys(made).length).toBeGreaterThan(0);
      expect(Object.keys(made).length).toBeLessThan(12);

      await rm(out, { recursive: true });
      await cp(copy, out, { recursive: true });
      expect(await again()).toMatchObject({ exitCode: 0, stderr: '' });
      const digests = await digestsOf(out);
      expect(Object.keys(digests)).toHaveLength(12);
      expect(digests).toMatchObject(
        Object.fromEntries((await manifestOf(copy)).map(({ file, sha256 }) => [file, sha256])),
      );
      expect((await readdir(out)).filter((file) => file.startsWith('.'))).toEqual([]);
    },
  );

  // Waits for a minute.
  test.runIf(inProofs())(
    'waits for a service that is gone, ends after a minute, and goes on when it is back',
    async () => {
      const { out, run } = await prepare('gone', rowsOf(MANY));
      const running = run('--concurrency', '1');
      await vi.waitFor(async () => expect((await manifestOf(out)).length).toBeGreaterThan(1), {
        timeout: 60_000,
        interval: 5,
      });
      service.process.child.kill('SIGKILL');
      await service.process.exit;
      const { exitCode, stdout, stderr } = await running;
      expect([exitCode, stdout]).toEqual([3, '']);
      const lines = stderr.trimEnd().split('\n');
      expect(lines.at(-1)).toBe('The same command again goes on where this one ended.');
      // A line every ten seconds.
      expect(
        lines.filter((line) => /^Made: \d+ of \d+, .*; waiting for the service$/.test(line)).length,
      ).toBeGreaterThan(3);
      service = await startSteady({ place, environment: { PORT: new URL(service.url).port } });
      const made = Object.keys(await digestsOf(out)).length;
      expect(await run()).toEqual({
        exitCode: 0,
        stdout: `${MANY - made} files made in ${out}, ${made} were there already.\n`,
        stderr: '',
      });
    },
  );

  test.skipIf(script.isSkipped)(
    `shows a bar, the rate and the time left on a terminal: ${script.title}`,
    async () => {
      const { args, environment } = await prepare('terminal', rowsOf(MANY));
      const command = [process.execPath, MAIN, ...args, '--concurrency', '1'].join(' ');
      const { stdout } = await run('script', ['-qec', command, '/dev/null'], {
        env: { ...process.env, ...environment },
      });
      // Each bar takes the place of the last.
      const shown = stdout.split('\r\u001b[K');
      expect(shown.some((bar) => /^█*░+ Made: \d+ of \d+, [\d.]+ a second, \d+ s left$/.test(bar))).toBe(
        true,
      );
      expect(shown.at(-1)).toMatch(/^200 files made in /);
    },
  );
});
