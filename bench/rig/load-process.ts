/** The load generator: receives a load from its parent process, runs it, and answers with the results. */
import { setTimeout as delay } from 'node:timers/promises';
import autocannon from 'autocannon';
import { Agent } from 'undici';
import type { Answer, Arrivals, ClosedLoop, LoadRequest, LoadResult } from './load.ts';

const REQUEST_TIMEOUT_S = 60;

/** autocannon at its cheapest: one instance, constant bytes. */
async function runClosedLoop({
  url,
  connections,
  amount,
  seconds,
  pipelining = 1,
  requests,
}: ClosedLoop): Promise<LoadResult> {
  const answers: Answer[] = [];
  const running = autocannon({
    url,
    connections,
    ...(amount === undefined ? { duration: seconds } : { amount }),
    requests,
    pipelining,
    timeout: REQUEST_TIMEOUT_S,
    // Interval at which it checks whether it is done.
    sampleInt: 100,
    excludeErrorStats: false,
  });
  running.on('response', (_client: unknown, status: number, _bytes: number, milliseconds: number) => {
    const endedMs = performance.now();
    answers.push({ status, startedMs: endedMs - milliseconds, endedMs });
  });
  const errors: string[] = [];
  running.on('reqError', ({ message }: Error) => errors.push(message));
  await running;
  return { answers, errors };
}

async function runArrivals({ url, perSecond, amount, requests }: Arrivals): Promise<LoadResult> {
  const answers: Answer[] = [];
  const errors: string[] = [];
  // Connections are not limited, so that no request waits for another's response.
  const agent = new Agent({ pipelining: 1, headersTimeout: REQUEST_TIMEOUT_S * 1_000 });
  const call = async ({ path, method, headers, body: sent }: LoadRequest) => {
    const startedMs = performance.now();
    const {
      statusCode,
      headers: got,
      body,
    } = await agent.request({ origin: url, path, method, headers, body: sent });
    await body.dump({ limit: Number.POSITIVE_INFINITY });
    const retryAfter = got['retry-after'] !== undefined;
    answers.push({ status: statusCode, retryAfter, startedMs, endedMs: performance.now() });
  };
  const started = performance.now();
  const calls = [];
  for (let number = 0; number < amount; number += 1) {
    await delay(Math.max(0, started + (number * 1_000) / perSecond - performance.now()));
    const request = requests[number % requests.length] as LoadRequest;
    calls.push(
      call(request).catch(({ message }: Error) => {
        errors.push(message);
      }),
    );
  }
  await Promise.all(calls);
  await agent.close();
  return { answers, errors };
}

process.on('disconnect', () => process.exit());
process.on('message', async (load: ClosedLoop | Arrivals) =>
  process.send?.('connections' in load ? await runClosedLoop(load) : await runArrivals(load)),
);
