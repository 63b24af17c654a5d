import { readdir, readFile } from 'node:fs/promises';

/** What the kernel tells of processes, by proc(5). */
export interface Vitals {
  /** Processor time used so far, in and outside the kernel. */
  readonly cpuMs: number;
  /** Memory that is theirs alone: what they have allocated, not the program that all of them share. */
  readonly ownBytes: number;
}

/** The kernel counts processor time in hundredths of a second on every platform that Node runs on. */
const TICK_MS = 10;

/** @throws when a process of these is gone */
export async function vitalsOf(pids: readonly number[]): Promise<Vitals> {
  const all = await Promise.all(
    pids.map(async (pid) => ({ cpuMs: (await readStat(pid)).cpuMs, ownBytes: await ownBytesOf(pid) })),
  );
  return {
    cpuMs: all.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    ownBytes: all.reduce((sum, { ownBytes }) => sum + ownBytes, 0),
  };
}

/** Vitals of a process group: of a browser with all its processes. @throws when the group is gone */
export async function vitalsOfGroup(leader: number): Promise<Vitals> {
  const pids = (await readdir('/proc')).map(Number).filter(Number.isInteger);
  const stats = await Promise.all(pids.map((pid) => readStat(pid).catch(() => undefined)));
  const members = pids.filter((_, index) => stats[index]?.group === leader);
  if (members.length === 0) throw new Error(`there is no process group ${leader}`);
  return await vitalsOf(members);
}

interface Stat {
  readonly group: number;
  readonly cpuMs: number;
}

async function readStat(pid: number): Promise<Stat> {
  const text = await readFile(`/proc/${pid}/stat`, 'utf8');
  // The second field is the program's name in brackets, and may hold anything.
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return { group: Number(fields[2]), cpuMs: (Number(fields[11]) + Number(fields[12])) * TICK_MS };
}

async function ownBytesOf(pid: number): Promise<number> {
  const [, kilobytes = '0'] =
    /^RssAnon:\s*(\d+) kB/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1_024;
}
