import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import type { ProcessExit } from './jail.ts';
import { lowerPriority } from './subordinate.ts';

/** A process that leads a process group, in which all its descendants stay. */
interface ProcessGroup {
  readonly leader: number;
  /** The leader's file descriptor 3. */
  readonly input: Writable;
  /** The leader's file descriptor 4. */
  readonly output: Readable;
  /** Resolves when the leader has exited and the rest of the group has been killed. */
  readonly gone: Promise<ProcessExit>;
  kill(): void;
}

/** @throws when there is no such program, or the kernel has no process or file descriptor left */
export async function spawnGroup(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProcessGroup> {
  const child = spawn(command, args, {
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise<ProcessExit>((resolve) =>
    child.once('exit', (code, signal) => resolve({ code, signal })),
  );
  await once(child, 'spawn');
  const leader = child.pid as number;
  await lowerPriority(leader);
  const [, , , input, output] = child.stdio;
  return {
    leader,
    input: input as Writable,
    output: output as Readable,
    // A descendant that hangs would not notice that the leader is gone.
    gone: exit.then((how) => {
      killGroup(leader);
      return how;
    }),
    kill: () => {
      if (child.exitCode === null && child.signalCode === null) killGroup(leader);
    },
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // The group is already empty.
  }
}
