import { readdir, readFile } from 'node:fs/promises';

/** What the kernel tells of processes, by proc(5). */
export interface Vitals {
  /** Processor time used so far, in and outside the kernel. */
  readonly cpuMs: number;
  /** Whether one of them has work to do and waits for nothing but the machine: a processor, or a disk. */
  readonly isRunnable: boolean;
  /** Memory that is theirs alone: what they have allocated, not the program that all of them share. */
  readonly ownBytes: number;
}

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;

/** Of a process and all that it started, down to the last; a browser with its renderers. @throws when it is gone */
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

/** Of a child that ended meanwhile. */
const NONE: Vitals = { cpuMs: 0, isRunnable: false, ownBytes: 0 };

async function scheduleOf(pid: number): Promise<Pick<Vitals, 'cpuMs' | 'isRunnable'>> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const [state = ''] = fields;
  return {
    cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS,
    // On a processor or in the queue for one; in an uninterruptible wait, as for a disk.
    isRunnable: state === 'R' || state === 'D',
  };
}

async function ownBytesOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] =
    /^RssAnon:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}

/** The kernel lists them by the thread that started them; Chromium starts some from a thread made for that. */
async function childrenOf(pid: number): Promise<number[]> {
  const tasks = `/proc/${pid}/task`;
  const lists = (await readdir(tasks)).map((thread) =>
    readFile(`${tasks}/${thread}/children`, 'utf8').catch(() => ''),
  );
  return (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number);
}
