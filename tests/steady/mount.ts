import { spawnSync } from 'node:child_process';
import { open, rm } from 'node:fs/promises';
import path from 'node:path';
import type { SteadyService } from './service.ts';

/** Enters a mount namespace, which hides its mounts from others. Users other than root need a user namespace for it. */
const NAMESPACE = [
  '/usr/bin/unshare',
  ...(process.getuid?.() === 0 ? [] : ['--user', '--map-root-user']),
  '--mount',
];

const SIZE = '64m';

/** Mounts a small temporary folder for the service, and a /dev/shm without any space. */
const SCRIPT = `
  /bin/mount -t tmpfs -o size=${SIZE} tmpfs "$0" && /bin/mount -t tmpfs -o size=4k tmpfs /dev/shm || exit 1
  /bin/cat /dev/zero > /dev/shm/full 2> /dev/null
  exec "$@"`;

/** For `startSteady`. */
export const smallFileSystems = (temp: string) => [...NAMESPACE, '/bin/sh', '-c', SCRIPT, temp];

/** A command prefix: executes a command for which a folder is a small file system. */
export const smallFolder = (folder: string, size = SIZE) => [
  ...NAMESPACE,
  '/bin/sh',
  '-c',
  `/bin/mount -t tmpfs -o size=${size} tmpfs "$0" && exec "$@"`,
  folder,
];

/** Whether this kernel or container allows mounting a file system. */
export function canMount(): boolean {
  const [command = '', ...args] = NAMESPACE;
  const mount = ['/bin/mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm'];
  return spawnSync(command, [...args, ...mount]).status === 0;
}

/** Fills the service's temporary folder completely, until it is disposed of; again, when something was removed from it. */
export async function fillTemp({ pid, temp }: SteadyService): Promise<AsyncDisposable> {
  const file = path.join(`/proc/${pid}/root${temp}`, 'full');
  await using handle = await open(file, 'a');
  const block = Buffer.alloc(4_096);
  for (;;) {
    const written = await handle.write(block).catch((error: NodeJS.ErrnoException) => error);
    if (!(written instanceof Error)) continue;
    if (written.code !== 'ENOSPC') throw written;
    return { [Symbol.asyncDispose]: () => rm(file) };
  }
}
