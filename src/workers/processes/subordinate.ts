/**
 * Door of the processes: commands, limits and measurements for child processes. A process that was started is ended,
 * whoever fails. Knows neither what a process is for nor the pool that holds it.
 */

import { writeFile } from 'node:fs/promises';

/**
 * With this niceness, a process gets a thirtieth of a core that a process of normal priority keeps busy (10: a tenth;
 * 19: a seventieth).
 */
export const NICENESS = '15';

/**
 * Prefix of the command of every process that the service starts.
 * - `setpriv --pdeathsig`: the kernel kills it when this process dies. A child that sees its pipe close exits by
 *   itself, but not while it is busy or stopped.
 * - `nice`: this process goes first. Printing uses all the processor time there is, and an error response needs very
 *   little.
 */
export const SUBORDINATE = [
  ...['/usr/bin/nice', '-n', NICENESS],
  ...['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'],
] as const;

/**
 * Where autogroup is on, the kernel weighs sessions against each other by this value and `nice` has no effect between
 * them (sched(7)). `pid` must lead a session.
 */
export async function lowerPriority(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, NICENESS).catch(() => {});
}

/**
 * Prefix of a command that limits the processor time of each of its processes (RLIMIT_CPU): the kernel kills a process
 * that has used so much.
 */
export function limitCpuTime(seconds: number): readonly string[] {
  return ['/usr/bin/prlimit', `--cpu=${seconds}`, '--'];
}

/**
 * Prefix of a command that limits the writable private memory of each of its processes (RLIMIT_DATA, which needs no
 * privilege and works in every container). Reserved address space does not count.
 */
export function limitMemory(mebibytes: number): readonly string[] {
  return ['/usr/bin/prlimit', `--data=${mebibytes * 1_048_576}`, '--'];
}
