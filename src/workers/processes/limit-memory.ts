/**
 * Prefix of a command that limits the writable private memory of each of its processes (RLIMIT_DATA, which needs no
 * privilege and works in every container). Reserved address space does not count.
 */
export function limitMemory(mebibytes: number): readonly string[] {
  return ['/usr/bin/prlimit', `--data=${mebibytes * 1_048_576}`, '--'];
}
