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
  const none = { wear: 0, timeout: 0, memory: 0, died: 0, killed: 0, 'caller gone': 0, fault: 0 };
  const counted = Map.groupBy(replaced.counts, ({ worker }) => worker);
  expect(
    [...counted].map(([worker, counts]) => [
      worker,
      Object.fromEntries(counts.map(({ cause, count }) => [cause, count])),
    ]),
  ).toEqual([
    ['render process', { ...none, wear: 2 }],
    ['printing page', { wear: 1, timeout: 1, memory: 1, died: 1, killed: 1, 'caller gone': 1, fault: 2 }],
    ['completion thread', none],
  ]);
});
