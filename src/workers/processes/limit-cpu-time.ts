/**
 * Prefix of a command that limits the processor time of each of its processes (RLIMIT_CPU): the kernel kills a process
 * that has used so much.
 */
export function limitCpuTime(seconds: number): readonly string[] {
  return ['/usr/bin/prlimit', `--cpu=${seconds}`, '--'];
}
