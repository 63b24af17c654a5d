import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { expect, test } from 'vitest';
import { vitalsOf } from '../../../src/workers/processes/vitals.ts';

/** The main thread waits forever, and a second thread works forever. */
const BUSY_SECOND_THREAD = `
  const { Worker } = require('node:worker_threads');
  const flags = new Int32Array(new SharedArrayBuffer(8));
  const work = \`
    const { workerData } = require('node:worker_threads');
    Atomics.store(workerData, 0, 1);
    Atomics.notify(workerData, 0);
    for (;;);
  \`;
  new Worker(work, { eval: true, workerData: flags });
  Atomics.wait(flags, 0, 0);
  require('node:fs').writeSync(1, 'ready');
  Atomics.wait(flags, 1, 0);
`;

test('a process is runnable while any of its threads is, and not while it is stopped', async () => {
  using child = start(BUSY_SECOND_THREAD);
  await once(child.stdout, 'data');
  const isRunnable = () => vitalsOf(child.pid).isRunnable();
  expect(isRunnable()).toBe(true);
  process.kill(child.pid, 'SIGSTOP');
  await expect.poll(isRunnable).toBe(false);
});

test('the vitals of a process include its children', async () => {
  using child = start(`
    const { spawn } = require('node:child_process');
    const busy = spawn(process.execPath, ['-e', 'require("node:fs").writeSync(1, "ready"); for (;;);']);
    busy.stdout.pipe(process.stdout);
  `);
  await once(child.stdout, 'data');
  const cpuMs = () => vitalsOf(child.pid).cpuMs;
  const before = cpuMs();
  await expect.poll(cpuMs).toBeGreaterThan(before + 500);
});

interface Started extends Disposable {
  readonly pid: number;
  readonly stdout: NonNullable<ChildProcess['stdout']>;
}

function start(script: string): Started {
  const child = spawn(process.execPath, ['-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  });
  const { pid, stdout } = child;
  if (pid === undefined) throw new Error('no process was started');
  return { pid, stdout, [Symbol.dispose]: () => process.kill(-pid, 'SIGKILL') };
}
