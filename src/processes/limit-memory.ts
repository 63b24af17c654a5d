/**
 * What stands before a command so that the kernel refuses each of its processes more writable private memory
 * (RLIMIT_DATA: needs no right, and works in every container). Address space that is only reserved does not count.
 */
export function limitMemory(mebibytes: number): readonly string[] {
  return ['/usr/bin/prlimit', `--data=${mebibytes * 1_048_576}`, '--'];
}
