/**
 * Loaded into the service before its own code: writes down for how long its main thread is busy without a pause. A timer is due every
 * 5 ms; what the thread does until it fires is one stretch. Processor time is counted, so that it does not depend on what else
 * the machine does.
 */
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const EVERY_MS = 5;

const file = process.env.STRETCHES_FILE;
if (isMainThread && file !== undefined) {
  let last = process.threadCpuUsage();
  setInterval(() => {
    const { user, system } = process.threadCpuUsage(last);
    last = process.threadCpuUsage();
    const ms = (user + system) / 1_000;
    if (ms > 2 * EVERY_MS) appendFileSync(file, `${Math.round(ms)}\n`);
  }, EVERY_MS).unref();
}
