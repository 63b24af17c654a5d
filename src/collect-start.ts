import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

/** When the first callers have their answers. */
const AFTER_MS = 1_000;

/**
 * Gives back what the start leaves behind, 400 MB outside the heap, most of it of the embedded database: documents leave
 * so little that V8 does not collect all of the heap for a long time. Takes 30 ms of the thread that answers, once.
 */
export function collectStart(): void {
  setTimeout(() => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc');
    // Compiled code is kept apart by the flags.
    setFlagsFromString('--no-expose-gc');
    collect();
  }, AFTER_MS).unref();
}
