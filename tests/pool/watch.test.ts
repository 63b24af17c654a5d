import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { watch } from '../../src/pool/watch.ts';

test('a watch that was disposed while it read the vitals does not fail', async () => {
  const asked = Promise.withResolvers<void>();
  const answer = Promise.withResolvers<boolean>();
  const isRunnable = () => {
    asked.resolve();
    return answer.promise;
  };
  const vitalsOf = async () => ({ cpuMs: 0, ownBytes: 0, isRunnable });
  const watched = watch('worker', { workTimeoutMs: 60_000, stillAfterMs: 1, vitalsOf });
  await asked.promise;
  watched[Symbol.dispose]();
  answer.resolve(false);
  await nextTurn();
  expect(watched.failed.aborted).toBe(false);
});
