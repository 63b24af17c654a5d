import { once } from 'node:events';
import { getCompileCacheDir } from 'node:module';
import path from 'node:path';
import { Worker } from 'node:worker_threads';
import type { OwnText } from '../pool/job.ts';
import { Pool, type PoolOptions } from '../pool/pool.ts';

/** A PDF as Chromium printed it; see `makeAccessible`. */
export interface CompletionJob {
  /** In ASCII. */
  readonly base64: Uint8Array;
  readonly html: string;
  readonly mayClaim: boolean;
  readonly archive: boolean;
  readonly dataJson?: string | undefined;
}

export interface CompletedPdf {
  readonly pdf: Uint8Array;
  readonly pages: number;
}

export type CompletionAnswer = CompletedPdf | { readonly error: unknown };

export interface Completion {
  /**
   * @throws Error when the PDF is not as Chromium 153 to 156 write it, or what the pool throws
   */
  complete(job: CompletionJob, signal: AbortSignal, text?: OwnText): Promise<CompletedPdf>;
  close(): Promise<void>;
}

/** A document of 10 pages takes 4 of its 45 core milliseconds here. */
const PAGES_A_THREAD = 8;

/** Time enough for a thousand pages; what a company's own text makes of a PDF may take any time. */
const TIMEOUT_MS = 10_000;
/** 200 pages have 9 MB of contents, which are there as text a few times. */
const HEAP_MEGABYTES = 512;

const NEVER_WORN = {
  maxUses: Number.POSITIVE_INFINITY,
  maxAgeMs: Number.POSITIVE_INFINITY,
  maxOwnBytes: Number.POSITIVE_INFINITY,
};

/** Threads that complete PDFs: beside the one that answers callers, which would stand still, and with limits. */
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
    // The others are made when a document must wait for the first.
    restAfterMs: Number.POSITIVE_INFINITY,
    maxQueue: Number.POSITIVE_INFINITY,
    waitTimeoutMs: TIMEOUT_MS,
    workTimeoutMs: TIMEOUT_MS,
    // A thread has no end but that of its work.
    abandonGraceMs: 50,
    create: async () => startThread(),
    destroy: async (thread) => {
      await thread.terminate();
    },
    ended: (thread) => new Promise((resolve) => thread.once('exit', resolve)),
  });
  await pool.start();
  return {
    complete: async (job, signal, text) => {
      const answer = await pool.use(signal, (thread) => ask(thread, job), text);
      if ('error' in answer) throw answer.error;
      return answer;
    },
    close: () => pool.close(),
  };
}

function startThread(): Worker {
  const cache = getCompileCacheDir();
  const thread = new Worker(new URL('./completion-thread.ts', import.meta.url), {
    // A thread takes compiled code from where this one does only when it is told to: 50 core milliseconds.
    env: cache === undefined ? {} : { NODE_COMPILE_CACHE: path.dirname(cache) },
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MEGABYTES },
  });
  // Who waits for its answer is told; idle, its end is enough.
  thread.on('error', () => {});
  return thread;
}

/** @throws what the thread ended of */
async function ask(thread: Worker, job: CompletionJob): Promise<CompletionAnswer> {
  thread.postMessage(job);
  const [answer] = await once(thread, 'message');
  return answer;
}
