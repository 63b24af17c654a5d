import { readdir, readFile } from 'node:fs/promises';

/** What proc(5) tells about processes. */
export interface Vitals {
  /** User and system time used so far. */
  readonly cpuMs: number;
  /** Whether one of them is running, waits for a processor, or waits for a disk. */
  readonly isRunnable: boolean;
  /** Private memory: what they have allocated, not the program text that they share. */
  readonly ownBytes: number;
}

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;

/** Sums over a process and all of its descendants, as a browser with its renderers. @throws when the process is gone */
export async function vitalsOf(pid: number): Promise<Vitals> {
  const [schedule, ownBytes, children] = await Promise.all([
    scheduleOf(pid),
    ownBytesOf(pid),
    childrenOf(pid),
  ]);
  const below = await Promise.all(children.map((child) => vitalsOf(child).catch(() => NONE)));
  return {
    cpuMs: below.reduce((sum, vitals) => sum + vitals.cpuMs, schedule.cpuMs),
    isRunnable: schedule.isRunnable || below.some(({ isRunnable }) => isRunnable),
    ownBytes: below.reduce((sum, vitals) => sum + vitals.ownBytes, ownBytes),
  };
}

/** Of a descendant that exited meanwhile. */
const NONE: Vitals = { cpuMs: 0, isRunnable: false, ownBytes: 0 };

async function scheduleOf(pid: number): Promise<Pick<Vitals, 'cpuMs' | 'isRunnable'>> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in parentheses, and may contain anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    // R: running, or in the run queue. D: in an uninterruptible wait, as for a disk.
    isRunnable: state === 'R' || state === 'D',
  };
}

async function ownBytesOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] =
    /^RssAnon:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

/** The kernel lists children by thread, and Chromium does not start all of its processes from the main thread. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = `/proc/${pid}/task`;
  const lists = (await readdir(tasks)).map((thread) =>
    readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
}
