import { readdir, readFile } from 'node:fs/promises';

/** A process of the service or of the load generator. */
interface Process {
  readonly pid: number;
  readonly parent: number;
  /** Its role: `service`, `render`, `callers`, or for Chromium `browser`, `renderer`, `gpu-process` …. */
  readonly role: string;
  /** Processor time since it started. */
  readonly cpuMs: number;
}

/** Linux counts processor time in hundredths of a second. */
const TICK_MS = 10;

/** A process and its descendants. Those that exit meanwhile are left out. */
export async function processTree(root: number): Promise<Process[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const all = (await Promise.all(pids.map(readProcess))).filter((found) => found !== undefined);
  const tree = all.filter(({ pid }) => pid === root);
  for (const { pid } of tree) tree.push(...all.filter(({ parent }) => parent === pid));
  return tree;
}

/**
 * Starts counting the processor time of these processes and their descendants.
 * @returns a function that gives the milliseconds since then, by role and per document
 */
export async function countCpu(
  ...roots: readonly number[]
): Promise<(documents: number) => Promise<Record<string, number>>> {
  const before = await cpuByRole(roots);
  return async (documents) => {
    const after = await cpuByRole(roots);
    return Object.fromEntries(
      Object.entries(after).map(([role, cpuMs]) => [role, (cpuMs - (before[role] ?? 0)) / documents]),
    );
  };
}

/**
 * Memory of a process and its descendants, by role. PSS divides shared memory among the processes, so that the sum is
 * their common use.
 */
export async function residentMegabytes(root: number): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { pid, role } of await processTree(root)) {
    const rollup = await readFile(`/proc/${pid}/smaps_rollup`, 'utf8').catch(() => '');
    const kilobytes = Number(/^Pss: +(\d+) kB/m.exec(rollup)?.[1] ?? 0);
    sums[role] = (sums[role] ?? 0) + kilobytes / 1_024;
  }
  return sums;
}

async function cpuByRole(roots: readonly number[]): Promise<Record<string, number>> {
  const sums: Record<string, number> = {};
  for (const { role, cpuMs } of (await Promise.all(roots.map(processTree))).flat())
    sums[role] = (sums[role] ?? 0) + cpuMs;
  return sums;
}

async function readProcess(pid: number): Promise<Process | undefined> {
  try {
    const [stat, command] = await Promise.all([
      readFile(`/proc/${pid}/stat`, 'utf8'),
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
    ]);
    // pid (name, which may contain anything) state parent …; user and system time are fields 14 and 15.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const cpuMs = (Number(fields[11]) + Number(fields[12])) * TICK_MS;
    return { pid, parent: Number(fields[1]), role: roleOf(command.replaceAll('\0', ' ')), cpuMs };
  } catch {
    return undefined;
  }
}

function roleOf(command: string): string {
  // It waits for the render process in its jail.
  if (command.startsWith('/usr/bin/unshare')) return 'jail';
  // The source, or what src/render/program.ts made of it.
  if (/\/(?:src\/render\/child\.ts|render-\w+\/child\.mjs) /.test(`${command} `)) return 'render';
  if (command.includes('src/start/main.ts')) return 'service';
  if (command.includes('load-process.ts')) return 'callers';
  return /--type=([\w-]+)/.exec(command)?.[1] ?? (command.includes('--user-data-dir') ? 'browser' : 'other');
}
