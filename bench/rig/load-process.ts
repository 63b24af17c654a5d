/** The process that plays the callers: takes a load from its parent, runs it, answers with what came back. */
import autocannon from 'autocannon';
import type { ClosedLoop, LoadResult } from './load.ts';

const REQUEST_TIMEOUT_S = 60;

/** autocannon at its cheapest: one instance, no pipelining, the same bytes over and over. */
async function runClosedLoop({ url, connections, amount, requests }: ClosedLoop): Promise<LoadResult> {
  const latencies: Record<number, number[]> = {};
  let started = performance.now();
  let ended = started;
  const running = autocannon({
    url,
    connections,
    amount,
    requests,
    pipelining: 1,
    timeout: REQUEST_TIMEOUT_S,
    // How often it looks whether it is done.
    sampleInt: 100,
    excludeErrorStats: false,
  });
  running.on('start', () => {
    started = performance.now();
  });
  running.on('response', (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    ended = performance.now();
    latencies[status] ??= [];
    latencies[status].push(milliseconds);
  });
  const { errors } = await running;
  return { latencies, errors, seconds: (ended - started) / 1_000 };
}

process.on('disconnect', () => process.exit());
process.on('message', async (load: ClosedLoop) => process.send?.(await runClosedLoop(load)));
