import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkTimeoutError } from '../../src/pool/errors.ts';
import { Pool } from '../../src/pool/pool.ts';

interface Worker {
  readonly ended: Promise<void>;
  readonly die: () => void;
}

const GRACE_MS = 1_000;
const RESTRICTED_MS = 60_000;

/** A pool whose workers are all there; `faults` tell what cost one of them. */
async function startPool(size: number, workTimeoutMs = 10_000) {
  const faults: string[] = [];
  let made = 0;
  const pool = new Pool<Worker>({
    size,
    maxQueue: 10,
    waitTimeoutMs: 10 * RESTRICTED_MS,
    workTimeoutMs,
    abandonGraceMs: 0,
    maxUses: 1_000,
    maxAgeMs: 3_600_000,
    maxOwnBytes: Number.POSITIVE_INFINITY,
    create: async () => {
      made += 1;
      const { promise, resolve } = Promise.withResolvers<void>();
      return { ended: promise, die: resolve };
    },
    destroy: async ({ die }) => die(),
    ended: ({ ended }) => ended,
    onFault: (error) => faults.push((error as Error).message),
    graceMs: GRACE_MS,
  });
  await pool.start();
  await vi.waitFor(() => expect(made).toBe(size));
  const ends: (() => void)[] = [];
  /** Work that goes on until it is told how to end; `begun` counts how often it was begun. */
  const job = () => {
    const end = Promise.withResolvers<string>();
    ends.push(() => end.resolve('over'));
    const state = { begun: 0 };
    const work = () => {
      state.begun += 1;
      return end.promise;
    };
    return { work, state, end: end.resolve };
  };
  /** One after the other, so that it is certain which has gone on for longest. */
  const useAll = async (jobs: readonly ReturnType<typeof job>[]) => {
    const results: Promise<string>[] = [];
    for (const { work } of jobs) {
      results.push(pool.use(never, work, 'acme'));
      await vi.advanceTimersByTimeAsync(1);
    }
    return results;
  };
  return {
    pool,
    faults,
    job,
    useAll,
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end();
      await pool.close();
    },
  };
}

const never = new AbortController().signal;

const quick = async () => 'done';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe('the jobs of an owner', () => {
  test('have every worker, for as long as they like, while nobody else waits', async () => {
    await using setup = await startPool(2);
    const jobs = [setup.job(), setup.job(), setup.job()];
    const results = await setup.useAll(jobs);
    await vi.advanceTimersByTimeAsync(5 * GRACE_MS);
    expect(jobs.map(({ state }) => state.begun)).toEqual([1, 1, 0]);
    for (const { end } of jobs) end('done');
    expect(await Promise.all(results)).toEqual(['done', 'done', 'done']);
    expect(setup.faults).toEqual([]);
  });

  test('give one back to somebody else after the grace, and are done in the end', async () => {
    await using setup = await startPool(2);
    const jobs = [setup.job(), setup.job()];
    const results = await setup.useAll(jobs);
    const other = setup.pool.use(never, quick);
    await vi.advanceTimersByTimeAsync(GRACE_MS - 2);
    expect(setup.faults).toEqual([]);
    await vi.advanceTimersByTimeAsync(1);
    expect(await other).toBe('done');
    expect(setup.faults).toEqual(['a job of acme held a worker for 1001 ms while others waited']);
    expect(jobs.map(({ state }) => state.begun)).toEqual([1, 1]);
    jobs[1]?.end('second');
    await vi.waitFor(() => expect(jobs.map(({ state }) => state.begun)).toEqual([2, 1]));
    jobs[0]?.end('first');
    expect(await Promise.all(results)).toEqual(['first', 'second']);
  });

  test('give one back at once to who comes after the grace', async () => {
    await using setup = await startPool(2);
    const jobs = [setup.job(), setup.job()];
    const results = await setup.useAll(jobs);
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(await setup.pool.use(never, quick, 'other')).toBe('done');
    for (const { end } of jobs) end('');
    await Promise.all(results);
  });

  test('leave half of the workers to others for a minute after that, and then have all of them again', async () => {
    await using setup = await startPool(2);
    const jobs = [setup.job(), setup.job(), setup.job()];
    const results = await setup.useAll(jobs);
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    await setup.pool.use(never, quick);
    for (let others = 0; others < 3; others += 1) expect(await setup.pool.use(never, quick)).toBe('done');
    await vi.advanceTimersByTimeAsync(5 * GRACE_MS);
    expect(await setup.pool.use(never, quick)).toBe('done');
    expect(setup.faults).toHaveLength(1);
    expect(jobs.map(({ state }) => state.begun)).toEqual([1, 1, 0]);
    jobs[1]?.end('');
    await vi.waitFor(() => expect(jobs.map(({ state }) => state.begun)).toEqual([2, 1, 0]));
    for (const { end } of jobs) end('');
    await Promise.all(results);
    await vi.advanceTimersByTimeAsync(RESTRICTED_MS);
    const later = [setup.job(), setup.job()];
    const laterResults = await setup.useAll(later);
    await vi.waitFor(() => expect(later.map(({ state }) => state.begun)).toEqual([1, 1]));
    for (const { end } of later) end('');
    await Promise.all(laterResults);
  });

  test('have the only worker while nobody else waits, also when they are restricted', async () => {
    await using setup = await startPool(1);
    const long = setup.job();
    const result = setup.pool.use(never, long.work, 'acme');
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    expect(await Promise.all([1, 2].map(() => setup.pool.use(never, quick)))).toEqual(['done', 'done']);
    await vi.waitFor(() => expect(long.state.begun).toBe(2));
    long.end('at last');
    expect(await result).toBe('at last');
  });

  test('end by their own time, however often they are preempted', async () => {
    await using setup = await startPool(1, 2.5 * GRACE_MS);
    const long = setup.job();
    const result = setup.pool.use(never, long.work, 'acme').catch((error) => error);
    for (let times = 1; times <= 2; times += 1) {
      await vi.waitFor(() => expect(long.state.begun).toBe(times));
      await vi.advanceTimersByTimeAsync(GRACE_MS);
      await setup.pool.use(never, quick);
    }
    await vi.waitFor(() => expect(long.state.begun).toBe(3));
    await vi.advanceTimersByTimeAsync(GRACE_MS / 2);
    expect(await result).toBeInstanceOf(WorkTimeoutError);
  });

  test('are not done again when their caller has gone', async () => {
    await using setup = await startPool(1);
    const long = setup.job();
    const caller = new AbortController();
    const result = setup.pool.use(caller.signal, long.work, 'acme').catch((error) => error.message);
    await vi.advanceTimersByTimeAsync(GRACE_MS);
    const other = setup.job();
    const otherResult = setup.pool.use(never, other.work);
    await vi.waitFor(() => expect(other.state.begun).toBe(1));
    caller.abort(new Error('gone'));
    expect(await result).toBe('gone');
    other.end('done');
    await otherResult;
    expect(await setup.pool.use(never, quick)).toBe('done');
    expect(long.state.begun).toBe(1);
  });

  test('do not keep those of another waiting, which came later', async () => {
    await using setup = await startPool(2);
    const jobs = Array.from({ length: 5 }, setup.job);
    const results = await setup.useAll(jobs);
    const other = setup.pool.use(never, quick, 'other');
    await vi.waitFor(() => expect(jobs.map(({ state }) => state.begun)).toEqual([1, 1, 0, 0, 0]));
    jobs[0]?.end('');
    expect(await other).toBe('done');
    for (const { end } of jobs) end('');
    await Promise.all(results);
  });
});
