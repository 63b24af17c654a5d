import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { open, readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import manifest from '../../package.json' with { type: 'json' };

const ROOT = path.join(import.meta.dirname, '..', '..');
/** The token of every service that a measure starts. */
export const ADMIN_TOKEN = randomBytes(32).toString('hex');
const READY_TIMEOUT_MS = 180_000;
const STOP_TIMEOUT_MS = 30_000;

export interface ServiceProcess extends AsyncDisposable {
  readonly url: string;
  readonly pid: number;
  /** Resolves when /readyz is 200. @throws Error with the service's output when it exited instead */
  ready(): Promise<void>;
  stop(): Promise<void>;
}

export interface ServiceOptions {
  readonly environment?: Readonly<Record<string, string>>;
  /** Pins the service and its processes to one core; by default they use all. */
  readonly core?: number;
}

/**
 * Starts the service by the command of `npm start`, on a free port, with its default log written to a file.
 * @param folder of its embedded database and its log
 */
export async function spawnService(
  folder: string,
  { environment, core }: ServiceOptions = {},
): Promise<ServiceProcess> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const logFile = path.join(folder, 'log');
  await using log = await open(logFile, 'w');
  const pinned = core === undefined ? [] : ['taskset', '--cpu-list', String(core)];
  const [command = '', ...args] = [...pinned, 'sh', '-c', manifest.scripts.start];
  const child = spawn(command, args, {
    cwd: ROOT,
    env: {
      ...process.env,
      // A new embedded database, unless `environment` names another.
      DATABASE_URL: '',
      DATA_DIR: path.join(folder, 'data'),
      ADMIN_TOKEN,
      PORT: String(port),
      PATH: `${path.dirname(process.execPath)}:${process.env.PATH}`,
      ...environment,
    },
    stdio: ['ignore', log.fd, log.fd],
  });
  const kill = () => child.kill('SIGKILL');
  process.once('exit', kill);
  child.once('exit', () => process.off('exit', kill));
  return {
    url,
    pid: child.pid as number,
    ready: async () => {
      const deadline = performance.now() + READY_TIMEOUT_MS;
      while (!(await isReady(url))) {
        if (child.exitCode !== null || performance.now() > deadline)
          throw new Error(`the service did not start:\n${await readFile(logFile, 'utf8')}`);
        await delay(20);
      }
    },
    stop: () => stop(child),
    [Symbol.asyncDispose]: () => stop(child),
  };
}

async function isReady(url: string): Promise<boolean> {
  return await request(`${url}/readyz`).then(
    async ({ statusCode, body }) => {
      await body.dump();
      return statusCode === 200;
    },
    () => false,
  );
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
  await gone;
  clearTimeout(timer);
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  await once(server, 'close');
  if (address === null || typeof address === 'string') throw new Error('no free port');
  return address.port;
}
