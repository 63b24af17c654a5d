import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import { WorkerLostError } from '../../workers/pool/errors.ts';
import type { Caller, OwnText } from '../../workers/pool/job.ts';
import { Pool, type PoolOptions } from '../../workers/pool/pool.ts';
import type { PrintedDocument } from './accessibility/make-accessible.ts';

/** A PDF as Chromium printed it; see `makeAccessible`. */
export interface CompletionJob extends PrintedDocument {
  /** The PDF in base64, as ASCII. */
  readonly base64: Uint8Array;
}

interface CompletedPdf {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

export type CompletionAnswer = CompletedPdf | { readonly error: unknown };

interface Completion {
  /** @throws Error if the PDF is not as Chromium 153 to 156 write it, and the errors of the pool */
  complete(job: CompletionJob, caller: Caller, text?: OwnText): Promise<CompletedPdf>;
  close(): Promise<void>;
}

/** A document of 10 pages takes 4 of its 45 core milliseconds in these threads. */
const PAGES_A_THREAD = 8;

const WAIT_TIMEOUT_MS = 10_000;
/**
 * Enough for a thousand pages, also while the machine is busy with something else, to which the threads give way. It limits
 * the PDF of a company's own text, which may take any time.
 */
const WORK_TIMEOUT_MS = 30_000;
/** 200 pages have 9 MB of content streams, of which the heap has several copies as strings. */
const HEAP_MEGABYTES = 512;

const NEVER_WORN = {
  maxUses: Number.POSITIVE_INFINITY,
  maxAgeMs: Number.POSITIVE_INFINITY,
  maxOwnBytes: Number.POSITIVE_INFINITY,
};

/** Worker threads that complete PDFs: off the main thread, and with limits of time and memory. */
export async function startCompletion(
  pages: number,
  { onFault }: Pick<PoolOptions<Worker>, 'onFault'>,
): Promise<Completion> {
  const pool = new Pool<Worker>({
    ...NEVER_WORN,
    onFault,
    workerName: 'thread that completes PDFs',
    size: Math.max(2, Math.ceil(pages / PAGES_A_THREAD)),
    sizeSetting: 'PDF_PAGES',
    // The second thread is started when a document has to wait for the first.
    restAfterMs: Number.POSITIVE_INFINITY,
    waitTimeoutMs: WAIT_TIMEOUT_MS,
    workTimeoutMs: WORK_TIMEOUT_MS,
    create: async () => startThread(),
    destroy: async (thread) => {
      await thread.terminate();
    },
    ended: async (thread) => {
      const [code] = await once(thread, 'exit');
      return new WorkerLostError(`a thread that completes PDFs ended (code ${code})`);
    },
  });
  await pool.start();
  return {
    complete: async (job, caller, text) => {
      const answer = await pool.use(caller, (thread) => ask(thread, job), text);
      if ('error' in answer) throw answer.error;
      return answer;
    },
    close: () => pool.close(),
  };
}

function startThread(): Worker {
  const cache = getCompileCacheDir();
  const thread = new Worker(new URL('./completion-thread.ts', import.meta.url), {
    // A worker thread uses the compile cache only when its environment says so; saves 50 core milliseconds.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(cache) },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // `ask` throws the error to its caller; nothing else needs it.
  thread.on('error', () => {});
  return thread;
}

/** @throws the error that ended the thread */
async function ask(thread: Worker, job: CompletionJob): Promise<CompletionAnswer> {
  thread.postMessage(job);
  const [answer] = await once(thread, 'message');
  return answer;
}
