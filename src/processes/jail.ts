import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * A user namespace of its own gives a process a user that is not root (Chromium refuses its sandbox to root), and an empty
 * network namespace: nothing that runs in it can reach anything, also after a take-over.
 */
const NAMESPACES = ['/usr/bin/unshare', '--user', '--map-user=10001', '--map-group=10001', '--net'] as const;

export const JAIL = [...NAMESPACES, '--'] as const;

/**
 * The jail for a single process, which sees no other process and can signal none. It is the first of its process
 * namespace; `unshare` waits outside for its end, and takes it along when it is killed.
 */
export const SOLITARY_JAIL = [...NAMESPACES, '--pid', '--fork', '--kill-child=KILL', '--'] as const;

/** Whether this kernel lets an ordinary process make the namespaces that the jail and Chromium's own sandbox need. */
export async function jailWorks(): Promise<boolean> {
  const [command, ...args] = SOLITARY_JAIL;
  return await promisify(execFile)(command, [...args, 'true']).then(
    () => true,
    () => false,
  );
}
