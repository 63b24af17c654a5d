import { writeFile } from 'node:fs/promises';

/** A process has a thirtieth of a core that somebody else keeps busy; at 10 it had a tenth, at 19 it would have a seventieth. */
export const NICENESS = '15';

/**
 * What stands before the command of every process that the service starts.
 *
 * - The kernel ends it when this process dies, of whatever. A child that sees its pipe close ends by itself, but not
 *   while it is busy, and not while it is stopped.
 * - It leaves the processor to this process: printing takes all that there is, and a refusal takes a moment.
 */
export const SUBORDINATE = [
  ...['/usr/bin/nice', '-n', NICENESS],
  ...['/usr/bin/setpriv', '--pdeathsig', 'KILL', '--'],
] as const;

/**
 * Where the kernel weighs sessions against each other, `nice` says nothing between them, but this does (sched(7),
 * autogroup). For a process that leads a session.
 */
export async function lowerPriority(pid: number): Promise<void> {
  await writeFile(`/proc/${pid}/autogroup`, NICENESS).catch(() => {});
}
