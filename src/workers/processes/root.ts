import { readFileSync } from 'node:fs';

/**
 * Whether this process is root on the machine, and not only inside a user namespace (a rootless container), where the kernel
 * maps it to an ordinary user: user_namespaces(7).
 */
export function isRealRoot(): boolean {
  if (process.getuid?.() !== 0) return false;
  const [, outside] = readFileSync('/proc/self/uid_map', 'utf8').trim().split(/\s+/);
  return outside === '0';
}
