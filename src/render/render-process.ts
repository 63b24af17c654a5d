import { type ChildProcess, fork } from 'node:child_process';
import type { Readable } from 'node:stream';
import { UnreadableFile } from '../received/returned/unreadable.ts';
import { TemplateError } from '../templating/language/template-error.ts';
import { OutOfMemoryError, WorkerKilledError, WorkerLostError } from '../workers/pool/errors.ts';
import { STILL_AT_START_AFTER_MS, watch } from '../workers/pool/watch.ts';
import { jailWorks, type ProcessExit, wasKilled } from '../workers/processes/jail.ts';
import { type Vitals, vitalsOf } from '../workers/processes/vitals.ts';
import type { ChildMessage, IdentifyJob, Job, JobResult, ReadJob, SentFault } from './job.ts';
import { programOf } from './program.ts';
import { APP_DIRECTORY, type RenderCommandOptions, renderCommand } from './render-command.ts';

interface RenderProcessOptions extends RenderCommandOptions {
  /** Timeout of the start; the child is killed after it. */
  readonly startTimeoutMs?: number;
}

/** The child did not start, or failed for a reason that is not in the template. */
export class RenderProcessError extends Error {
  override readonly name = 'RenderProcessError';
}

/** A start takes half a second of a core; a busy machine may give it a thirtieth of one. */
const START_TIMEOUT_MS = 60_000;
const MAX_STDERR_CHARACTERS = 4_000;

/** Starts a child and resolves when it has made its first documents. @throws RenderProcessError */
export async function startRenderProcess(options: RenderProcessOptions): Promise<RenderProcess> {
  const [command = '', ...execArgv] = renderCommand(options, await jailWorks());
  const child = fork(await programOf('child'), [options.templatesDirectory], {
    execPath: command,
    execArgv,
    env: {},
    cwd: APP_DIRECTORY,
    // Its own process group: a process may signal its group, even from inside the jail.
    detached: true,
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  const { promise: ready, resolve, reject } = Promise.withResolvers<void>();
  const errors = keepTail(child.stderr);
  using watched = watch(child, {
    workTimeoutMs: options.startTimeoutMs ?? START_TIMEOUT_MS,
    vitalsOf: ({ pid = 0 }) => vitalsOf(pid),
    stillAfterMs: STILL_AT_START_AFTER_MS,
  });
  watched.failed.addEventListener('abort', () => {
    child.kill('SIGKILL');
    reject(
      new RenderProcessError('a render process was not ready in time', { cause: watched.failed.reason }),
    );
  });
  child.once('message', () => resolve());
  child.once('error', (error) =>
    reject(new RenderProcessError('a render process did not start', { cause: error })),
  );
  child.once('close', () =>
    reject(new RenderProcessError(`a render process ended while starting: ${errors()}`)),
  );
  const worker = new RenderProcess(child, errors);
  await ready;
  return worker;
}

/** Drains a stream, so that the child never blocks on it, and keeps its end: why the child did not start. */
function keepTail(stream: Readable | null): () => string {
  let tail = '';
  stream?.setEncoding('utf8').on('data', (text: string) => {
    tail = (tail + text).slice(-MAX_STDERR_CHARACTERS);
  });
  return () => tail.trim();
}

/** What can be wrong with the template or the file of a job. */
type Refusal<Of extends Job> = TemplateError | (Of extends IdentifyJob | ReadJob ? UnreadableFile : never);

/** A child that makes documents, one at a time. */
export class RenderProcess {
  /** Resolves when the child has exited, with the cause: OutOfMemoryError or WorkerLostError. */
  readonly exited: Promise<Error>;
  readonly #child: ChildProcess;
  #job: PromiseWithResolvers<ChildMessage> | undefined;

  /** @param errors returns what the child wrote to its standard error */
  constructor(child: ChildProcess, errors: () => string) {
    this.#child = child;
    const exit = Promise.withResolvers<Error>();
    this.exited = exit.promise;
    let broken: Error | undefined;
    child.on('message', (message: ChildMessage) => this.#job?.resolve(message));
    // A channel breaks because the child has ended, and `close` follows.
    child.on('error', (error) => {
      broken ??= error;
    });
    // Unlike at `exit`, all that the child wrote to its standard error has been read.
    child.once('close', (code, signal) => {
      const cause = causeOfDeath(child.pid, { code, signal }, { errors: errors(), broken });
      exit.resolve(cause);
      this.#job?.reject(cause);
    });
  }

  get pid(): number | undefined {
    return this.#child.pid;
  }

  /** @throws when the child is gone */
  vitals(): Vitals {
    return vitalsOf(this.#child.pid as number);
  }

  get isAlive(): boolean {
    return this.#child.connected && this.#child.exitCode === null && this.#child.signalCode === null;
  }

  /** Kills the child; see `exited`. */
  kill(): void {
    this.#child.kill('SIGKILL');
  }

  /**
   * Makes, checks or reads a document. A fault of the template or the file is returned, since the process can go on; after an exception the process
   * has to be replaced. To cancel, kill the process.
   * @throws OutOfMemoryError or WorkerLostError when the child dies; RenderProcessError
   */
  async run<Of extends Job>(job: Of): Promise<JobResult<Of> | Refusal<Of>> {
    if (this.#job !== undefined) throw new RenderProcessError('a render process takes one job at a time');
    if (!this.isAlive) throw await this.exited;
    this.#job = Promise.withResolvers<ChildMessage>();
    try {
      this.#child.send(job);
      return readAnswer(await this.#job.promise) as JobResult<Of> | Refusal<Of>;
    } finally {
      this.#job = undefined;
    }
  }
}

/** V8 writes this before it aborts a process that is out of memory. */
const OUT_OF_MEMORY = /out of memory/i;

function causeOfDeath(
  pid: number | undefined,
  exit: ProcessExit,
  { errors, broken }: { readonly errors: string; readonly broken: Error | undefined },
): Error {
  const { code, signal } = exit;
  if (OUT_OF_MEMORY.test(errors))
    return new OutOfMemoryError('the document needed more memory than its render process may have');
  if (wasKilled(exit, errors)) return new WorkerKilledError(`the render process ${pid}`);
  return new WorkerLostError(`the render process ${pid} died (code ${code}, signal ${signal})`, {
    cause: broken,
  });
}

function readFault({ others, ...fault }: SentFault): TemplateError {
  return new TemplateError(fault, fault.reason, {
    others: others.map((other) => new TemplateError(other, other.reason)),
  });
}

function readAnswer(message: ChildMessage): JobResult<Job> | TemplateError | UnreadableFile {
  switch (message.kind) {
    case 'result':
      return message.result;
    case 'template-error':
      return readFault(message.fault);
    case 'unreadable':
      return new UnreadableFile(message.message);
    case 'failure':
      throw new RenderProcessError(`the document could not be made: ${message.summary}`);
    case 'ready':
      throw new RenderProcessError('the render process answered out of turn');
  }
}
