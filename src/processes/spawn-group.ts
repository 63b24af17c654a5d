import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Readable, Writable } from 'node:stream';
import { lowerPriority } from './subordinate.ts';

/** A process that leads a group of its own, in which all that it starts stay. */
export interface ProcessGroup {
  readonly leader: number;
  /** What the leader reads as descriptor 3. */
  readonly input: Writable;
  /** What it writes to descriptor 4. */
  readonly output: Readable;
  /** Resolves when the leader has ended, and with it whoever was left. */
  readonly gone: Promise<void>;
  /** Ends all of them at once. */
  kill(): void;
}

/** @throws when the kernel has no such program, or no process or descriptor left for it */
export async function spawnGroup(
  [command = '', ...args]: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<ProcessGroup> {
  const child = spawn(command, args, {
    detached: true,
    env,
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const exit = new Promise((resolve) => child.once('exit', resolve));
  await once(child, 'spawn');
  const leader = child.pid as number;
  await lowerPriority(leader);
  const [, , , input, output] = child.stdio;
  return {
    leader,
    input: input as Writable,
    output: output as Readable,
    // One that hangs would not notice that its leader has died.
    gone: exit.then(() => killGroup(leader)),
    kill: () => {
      if (child.exitCode === null && child.signalCode === null) killGroup(leader);
    },
  };
}

function killGroup(leader: number): void {
  try {
    process.kill(-leader, 'SIGKILL');
  } catch {
    // There is nobody left in it.
  }
}
