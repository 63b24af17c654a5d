import { expect, test } from 'vitest';
import {
  OutOfMemoryError,
  WorkerKilledError,
  WorkerLostError,
  WorkTimeoutError,
} from '../../../src/workers/pool/errors.ts';
import { ReplacedWorkers } from '../../../src/workers/pool/replaced-workers.ts';

test('replaced workers are counted by kind and cause', () => {
  const replaced = new ReplacedWorkers();
  const losses = [
    new WorkTimeoutError('5 s'),
    new OutOfMemoryError('640 MB'),
    new WorkerLostError('Chromium ended'),
    new WorkerKilledError('Chromium'),
    new DOMException('the caller hung up', 'AbortError'),
    new Error('no descriptors'),
    'what is not an error',
  ];
  for (const loss of losses) replaced.noteLoss('printing page', loss);
  replaced.noteWear('printing page');
  replaced.noteWear('render process');
  replaced.noteWear('render process');
  expect([...replaced.counts].map(({ worker, cause, count }) => `${worker}: ${cause} ${count}`)).toEqual([
    'printing page: timeout 1',
    'printing page: memory 1',
    'printing page: died 1',
    'printing page: killed 1',
    'printing page: caller gone 1',
    'printing page: fault 2',
    'printing page: wear 1',
    'render process: wear 2',
  ]);
});
