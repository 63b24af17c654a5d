import {
  accessSync,
  constants,
  existsSync,
  mkdirSync,
  readFileSync,
  rmdirSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';

/** A limit of memory for a program and all that it starts, as that of a container. */
export interface MemoryLimit extends Disposable {
  /** A command prefix that starts a program in it. */
  readonly wrapper: readonly string[];
  /** How many processes the kernel has ended, because there was no memory left. */
  kills(): number;
}

const ROOT = '/sys/fs/cgroup';

/** The file names of both versions of control groups. */
const VERSIONS = [
  { folder: path.join(ROOT, 'memory'), limit: 'memory.limit_in_bytes', events: 'memory.oom_control' },
  { folder: ROOT, limit: 'memory.max', events: 'memory.events' },
];

/** @returns undefined where this process may not make a control group, as an ordinary user may not */
export function limitMemory(bytes: number): MemoryLimit | undefined {
  const version = VERSIONS.find(({ folder }) => mayWrite(folder));
  if (version === undefined) return undefined;
  const group = path.join(version.folder, `docgen-test-${process.pid}`);
  try {
    mkdirSync(group);
    if (!existsSync(path.join(group, version.limit))) throw new Error('no control of memory');
    writeFileSync(path.join(group, version.limit), `${bytes}`);
  } catch {
    if (existsSync(group)) rmdirSync(group);
    return undefined;
  }
  return {
    wrapper: ['sh', '-c', `echo $$ > ${group}/cgroup.procs && exec "$@"`, 'sh'],
    kills: () => Number(/^oom_kill (\d+)/m.exec(readFileSync(path.join(group, version.events), 'utf8'))?.[1]),
    [Symbol.dispose]: () => rmdirSync(group),
  };
}

function mayWrite(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
