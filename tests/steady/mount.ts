import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SteadyService } from './service.ts';

/** A mount namespace, in which nobody else sees what is mounted; who is not root needs a user namespace for it. */
const NAMESPACE = [
  '/usr/bin/unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
];

const SIZE = '64m';

/** The service's own small temporary folder, and a shared memory in which there is no room at all. */
const SCRIPT = `
  /bin/mount -t tmpfs -o size=${SIZE} tmpfs "$0" && /bin/mount -t tmpfs -o size=4k tmpfs /dev/shm || exit 1
  /bin/cat /dev/zero > /dev/shm/full 2> /dev/null
  exec "$@"`;

/** For `startSteady`. */
export const smallFileSystems = (temp: string) => [...NAMESPACE, '/bin/sh', '-c', SCRIPT, temp];

/** Becomes a command that sees a small file system in place of a folder. */
export const smallFolder = (folder: string, size = SIZE) => [
  ...NAMESPACE,
  '/bin/sh',
  '-c',
  `/bin/mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  folder,
];

/** Whether this kernel or container lets the tests mount a file system. */
export function canMount(): boolean {
  const [command = '', ...args] = NAMESPACE;
  const mount = ['/bin/mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm'];
  return spawnSync(command, [...args, ...mount]).status === 0;
}

/** Leaves no byte of the service's temporary folder free, until it is disposed of. */
export async function fillTemp({ pid, temp }: SteadyService): Promise<AsyncDisposable> {
  const file = path.join(`/proc/${pid}/root${temp}`, 'full');
  await using handle = await open(file, 'w');
  const block = Buffer.alloc(4_096);
  for (;;) {
    const written = await handle.write(block).catch((error: NodeJS.ErrnoException) => error);
    if (!(written instanceof Error)) continue;
    if (written.code !== 'ENOSPC') throw written;
    return { [Symbol.asyncDispose]: () => rm(file) };
  }
}
