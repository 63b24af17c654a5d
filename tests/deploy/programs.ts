import { execFileSync } from 'node:child_process';

/**
 * Whether a program of Debian is here that a test needs. Where REQUIRE_TOOLS is 1, as in .ci/run, nothing is skipped for want
 * of one: the test runs, and fails.
 */
export function isInstalled(command: string): boolean {
  if (process.env.REQUIRE_TOOLS === '1') return true;
  try {
    execFileSync('/bin/sh', ['-c', `command -v ${command}`], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
