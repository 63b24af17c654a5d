import type { Config } from './config.ts';

/**
 * The time that an accepted document may take by the limits of its steps: it waits for a place, a process and a page, is
 * filled in, and printed. One whose worker is lost takes it twice.
 */
export function longestDocumentMs({
  QUEUE_TIMEOUT_MS,
  RENDER_TIMEOUT_MS,
  PRINT_TIMEOUT_MS,
}: Pick<Config, 'QUEUE_TIMEOUT_MS' | 'RENDER_TIMEOUT_MS' | 'PRINT_TIMEOUT_MS'>): number {
  return 3 * QUEUE_TIMEOUT_MS + RENDER_TIMEOUT_MS + PRINT_TIMEOUT_MS;
}

/** A shutdown leaves callers this time to read their last answers (src/service/http/server.ts). */
const READING_MS = 5_000;

/** @returns what to tell the operator when a shutdown may end documents that were accepted before it */
export function shortShutdown(config: Config): string | undefined {
  const least = longestDocumentMs(config) + READING_MS;
  if (config.SHUTDOWN_TIMEOUT_MS >= least) return undefined;
  return (
    `SHUTDOWN_TIMEOUT_MS is ${config.SHUTDOWN_TIMEOUT_MS}, and a document that was accepted before a shutdown may take ` +
    `${least} ms: 3 × QUEUE_TIMEOUT_MS, RENDER_TIMEOUT_MS and PRINT_TIMEOUT_MS, and 5,000 for its caller to read it; ` +
    'raise SHUTDOWN_TIMEOUT_MS, and the time after which your platform sends SIGKILL, or lower the others'
  );
}
