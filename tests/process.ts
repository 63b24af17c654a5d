import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { Place } from './service/store/databases.ts';

export const MAIN = fileURLToPath(new URL('../src/start/main.ts', import.meta.url));
export const MIGRATE = fileURLToPath(new URL('../src/start/migrate.ts', import.meta.url));

/** A busy machine takes longer than callers would wait in production. */
export const PATIENT = { QUEUE_TIMEOUT_MS: '100000', RENDER_TIMEOUT_MS: '30000' } as const;

export interface ServiceProcess extends AsyncDisposable {
  readonly child: ChildProcess;
  /** Everything that it has printed. */
  readonly output: string;
  /** The part of it that was on stdout. */
  readonly log: string;
  /** The part of it that was on stderr. */
  readonly errors: string;
  /** Its exit code and the signal that ended it. */
  readonly exit: Promise<[number | null, NodeJS.Signals | null]>;
  /** The first match of a pattern in what it prints. */
  printed(pattern: RegExp): Promise<string>;
}

/**
 * Starts the service as `npm start` does.
 * @param wrapper a command that prepares the environment and then executes the service
 * @param program another file to run, with its arguments
 */
export function startProcess(
  place: Place,
  environment: Record<string, string>,
  wrapper: readonly string[] = [],
  program: readonly string[] = [MAIN],
): ServiceProcess {
  const { databaseUrl, dataDir } = place.options;
  const [command = '', ...args] = [...wrapper, process.execPath, ...program];
  const child = spawn(command, args, {
    env: {
      PORT: '0',
      DATA_DIR: dataDir,
      ...(databaseUrl !== undefined && { DATABASE_URL: databaseUrl }),
      ...PATIENT,
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  // `close` is emitted when all of its output has been read.
  const exit = once(child, 'close') as Promise<[number | null, NodeJS.Signals | null]>;
  let hasEnded = false;
  child.once('close', () => {
    hasEnded = true;
  });
  let output = '';
  let log = '';
  let errors = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    log += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    output += text;
    errors += text;
  });
  return {
    child,
    get output() {
      return output;
    },
    get log() {
      return log;
    },
    get errors() {
      return errors;
    },
    exit,
    printed: async (pattern) => {
      for (;;) {
        const [match] = pattern.exec(output) ?? [];
        if (match !== undefined) return match;
        if (hasEnded) throw new Error(`the process ended: ${output}`);
        await Promise.race([once(child.stdout, 'data'), once(child.stderr, 'data'), exit]);
      }
    },
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await exit;
    },
  };
}
