import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

const PREFIX = 'docgen-chromium';

/** docgen-chromium-<process id>-<its start time>-<random>: names the owner, also after the owner was killed. */
const NAME = new RegExp(`^${PREFIX}-(\\d+)-(\\d+)-`);

/** A folder for a browser's files, named after this process. */
export async function makeBrowserHome(): Promise<string> {
  const start = await startOf(process.pid);
  return await mkdtemp(path.join(tmpdir(), `${PREFIX}-${process.pid}-${start}-`));
}

/** Removes the folders of services that were killed before they could do so. */
export async function removeStrandedHomes(): Promise<void> {
  const names = await readdir(tmpdir()).catch(() => []);
  await Promise.all(
    names.map(async (name) => {
      const [, pid, start] = NAME.exec(name) ?? [];
      if (pid === undefined || (await startOf(Number(pid))) === start) return;
      await rm(path.join(tmpdir(), name), { recursive: true, force: true }).catch(() => {});
    }),
  );
}

/** When a process started, in clock ticks since boot; undefined when there is no such process. */
async function startOf(pid: number): Promise<string | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19];
}
