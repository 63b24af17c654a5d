import { execFile } from 'node:child_process';
import { availableParallelism, cpus, totalmem } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { chromiumBuild } from './chromium.ts';

const run = promisify(execFile);
const ROOT = path.join(import.meta.dirname, '..', '..');

export interface Machine {
  readonly cores: number;
  readonly processor: string;
  readonly memoryGigabytes: number;
  /** Of the working copy; `+` marks uncommitted changes. */
  readonly commit: string;
  readonly node: string;
  readonly chromium: string;
}

/** Where and on what a measurement was made. */
export async function describeMachine(): Promise<Machine> {
  const { executablePath, libraryPath } = await chromiumBuild();
  const [head, changes, chromium] = await Promise.all([
    run('git', ['rev-parse', '--short', 'HEAD'], { cwd: ROOT }),
    run('git', ['status', '--porcelain'], { cwd: ROOT }),
    run(executablePath, ['--version'], { env: { LD_LIBRARY_PATH: libraryPath } }),
  ]);
  return {
    cores: availableParallelism(),
    processor: cpus()[0]?.model ?? 'unknown',
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    commit: `${head.stdout.trim()}${changes.stdout === '' ? '' : '+'}`,
    node: process.version,
    chromium: chromium.stdout.trim(),
  };
}
