import { readdir, readFile } from 'node:fs/promises';

/** Data about processes from proc(5). */
export interface Vitals {
  /**
   * User and system time used so far. A working process uses processor time; one that was stopped, or waits for an event
   * that never comes, uses none.
   */
  readonly cpuMs: number;
  /** Private memory: what they have allocated, not the program text that they share. */
  readonly ownBytes: number;
  /** Whether one of their threads is running, waits for a processor, or waits for a disk. Reads a file for each thread. */
  isRunnable(): Promise<boolean>;
}

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;

/** Sums over a process and all of its descendants, as a browser with its renderers. @throws when the process is gone */
export async function vitalsOf(pid: number): Promise<Vitals> {
  const [cpuMs, ownBytes, children] = await Promise.all([cpuMsOf(pid), ownBytesOf(pid), childrenOf(pid)]);
  const below = await Promise.all(children.map((child) => vitalsOf(child).catch(() => NONE)));
  return {
    cpuMs: below.reduce((sum, vitals) => sum + vitals.cpuMs, cpuMs),
    ownBytes: below.reduce((sum, vitals) => sum + vitals.ownBytes, ownBytes),
    isRunnable: async () =>
      (await hasRunnableThread(pid)) ||
      (await Promise.all(below.map((vitals) => vitals.isRunnable()))).includes(true),
  };
}

/** The vitals of a descendant that has exited in the meantime. */
const NONE: Vitals = { cpuMs: 0, ownBytes: 0, isRunnable: async () => false };

async function cpuMsOf(pid: number): Promise<number> {
  const fields = fieldsOf(await readFile(`/proc/${pid}/stat`, 'utf8'));
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}

async function hasRunnableThread(pid: number): Promise<boolean> {
  const states = (await filesOfThreads(pid, 'stat')).map((stat) => fieldsOf(stat)[0]);
  // R: running, or in the run queue. D: in an uninterruptible wait, as for a disk.
  return states.includes('R') || states.includes('D');
}

/** The fields of `stat`, from the third on. The second is a name in parentheses, and may contain anything. */
function fieldsOf(stat: string): string[] {
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ');
}

async function ownBytesOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] =
    /^RssAnon:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

/** The kernel lists children by thread, and Chromium does not start all of its processes from the main thread. */
async function childrenOf(pid: number): Promise<number[]> {
  const lists = await filesOfThreads(pid, 'children');
  return lists.join(' ').split(' ').filter(Boolean).map(Number);
}

/** @returns an empty text for a thread, or a process, that exited meanwhile */
async function filesOfThreads(pid: number, name: 'children' | 'stat'): Promise<string[]> {
  const tasks = `/proc/${pid}/task`;
  const threads = await readdir(tasks).catch(() => []);
  return await Promise.all(
    threads.map((thread) => readFile(`${tasks}/${thread}/${name}`, 'utf8').catch(() => '')),
  );
}
