import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * The user namespace gives the process a user that is not root (Chromium refuses its sandbox to root). The network
 * namespace is empty: nothing in it can reach the network, even after a compromise.
 */
const NAMESPACES = ['/usr/bin/unshare', '--user', '--map-user=10001', '--map-group=10001', '--net'] as const;

export const JAIL = [...NAMESPACES, '--'] as const;

/**
 * Namespaces for a single process, which can neither see nor signal any other. The process is the first one of its PID
 * namespace; `unshare` waits outside for it, and kills it when it is killed itself.
 */
export const SOLITARY_JAIL = [...NAMESPACES, '--pid', '--fork', '--kill-child=KILL', '--'] as const;

export interface ProcessExit {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
}

/**
 * What `unshare` of util-linux 2.38 writes before it exits with 1, when the process inside was killed by SIGKILL: it tries
 * to end by the same signal, and cannot set it up (measured; another signal arrives).
 */
const KILLED_INSIDE = /^unshare: .*: Invalid argument$/m;

/**
 * Whether SIGKILL ended a process, or the one that it is the jail of.
 * @param errors what it wrote to its standard error
 */
export function wasKilled({ code, signal }: ProcessExit, errors = ''): boolean {
  return signal === 'SIGKILL' || (code === 1 && KILLED_INSIDE.test(errors));
}

/**
 * Whether this kernel lets an unprivileged process create the namespaces that the jail and Chromium's own sandbox need.
 * It is asked once.
 */
export function jailWorks(): Promise<boolean> {
  works ??= tryJail();
  return works;
}

let works: Promise<boolean> | undefined;

async function tryJail(): Promise<boolean> {
  const [command, ...args] = SOLITARY_JAIL;
  return await promisify(execFile)(command, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
