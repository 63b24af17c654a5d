/**
 * Ends the process of a test that blocks it by a loop without end. Neither the limit of the test nor vitest could: both
 * wait for that process.
 */
import { Worker } from 'node:worker_threads';

/** A busy machine may stop a process for some seconds, and a test may compute for some. */
const BLOCKED_MS = 60_000;

const THREAD = `
  const { beats, limit } = require('node:worker_threads').workerData;
  while (Atomics.wait(beats, 0, Atomics.load(beats, 0), limit) !== 'timed-out');
  process.kill(process.pid, 'SIGKILL');
`;

function watchThisProcess(): true {
  const beats = new Int32Array(new SharedArrayBuffer(4));
  setInterval(() => {
    Atomics.add(beats, 0, 1);
    Atomics.notify(beats, 0);
  }, 1_000).unref();
  new Worker(THREAD, { eval: true, workerData: { beats, limit: BLOCKED_MS } }).unref();
  return true;
}

/** Vitest runs this file before each test file, and test files share a process. */
const watched = globalThis as { isWatched?: true };
watched.isWatched ??= watchThisProcess();
