import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PoolFullError, WorkerLostError } from '../../src/pool/errors.ts';
import { Pool } from '../../src/pool/pool.ts';

interface Worker {
  readonly ended: Promise<void>;
  readonly die: () => void;
}

const never = new AbortController().signal;
const ACME = { owner: 'acme', sha256: 'of-acme' };
const OTHER = { owner: 'other', sha256: 'of-other' };

/** A pool with all its workers started. Workers that it makes later wait for `gate`, if given. */
async function startPool(size: number, gate?: Promise<void>) {
  const faults: unknown[] = [];
  let made = 0;
  const pool = new Pool<Worker>({
    workerName: 'worker',
    size,
    sizeSetting: 'SIZE',
    maxQueue: 1_000,
    waitTimeoutMs: 600_000,
    workTimeoutMs: 600_000,
    abandonGraceMs: 0,
    maxUses: Number.POSITIVE_INFINITY,
    maxAgeMs: Number.POSITIVE_INFINITY,
    maxOwnBytes: Number.POSITIVE_INFINITY,
    create: async () => {
      made += 1;
      if (made > size) await gate;
      const { promise, resolve } = Promise.withResolvers<void>();
      return { ended: promise, die: resolve };
    },
    destroy: async ({ die }) => die(),
    ended: ({ ended }) => ended,
    onFault: (error, text) => faults.push([(error as Error).message, text]),
  });
  await pool.start();
  await vi.waitFor(() => expect(made).toBe(size));
  const ends: (() => void)[] = [];
  /** A job that runs until `end`; `begun` is the number of times it was started. */
  const job = (text = {}) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.push(() => resolve('over'));
    const state = { begun: 0 };
    const work = () => {
      state.begun += 1;
      return promise;
    };
    const result = pool.use(never, work, text).catch((error) => error);
    return { state, end: () => resolve('done'), result };
  };
  return {
    pool,
    faults,
    job,
    [Symbol.asyncDispose]: async () => {
      for (const end of ends) end();
      await vi.advanceTimersByTimeAsync(2_000);
      await pool.close();
    },
  };
}

/** Lets everything run that needs no time. */
const settle = () => vi.advanceTimersByTimeAsync(0);

const begun = (jobs: readonly { readonly state: { readonly begun: number } }[]) =>
  jobs.map(({ state }) => state.begun);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

describe("a company's own texts", () => {
  test('use every worker while no other company waits', async () => {
    await using setup = await startPool(3);
    const jobs = [ACME, ACME, ACME, ACME].map(setup.job);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun(jobs)).toEqual([1, 1, 1, 0]);
    jobs[0]?.end();
    await settle();
    expect(begun(jobs)).toEqual([1, 1, 1, 1]);
    expect(setup.faults).toEqual([]);
  });

  test.each([
    ['of the catalogue', {}],
    ['of another company', OTHER],
  ])('use all workers but one while a text %s waits', async (_, text) => {
    await using setup = await startPool(3);
    const others = [setup.job(text), setup.job(text), setup.job(text)];
    const own = [ACME, ACME, ACME].map(setup.job);
    const waiting = [setup.job(text), setup.job(text)];
    for (const { end } of others) end();
    await settle();
    expect([begun(own), begun(waiting)]).toEqual([
      [1, 1, 0],
      [1, 0],
    ]);
  });

  test('leave the last worker to a caller of another company that sends one request at a time', async () => {
    await using setup = await startPool(2);
    const own = [ACME, ACME].map(setup.job);
    await vi.advanceTimersByTimeAsync(5_000);
    for (const { end } of own) end();
    const next = [setup.job(ACME), setup.job(), setup.job(ACME)];
    await settle();
    for (let request = 0; request < 20; request += 1) {
      // At this moment, no job of the other company waits.
      next[1]?.end();
      await vi.advanceTimersByTimeAsync(100);
      expect(begun(next)).toEqual([1, 1, 0]);
      next[1] = setup.job();
      await settle();
      expect(begun(next)).toEqual([1, 1, 0]);
    }
    next[1]?.end();
    await vi.advanceTimersByTimeAsync(1_200);
    expect(begun(next)).toEqual([1, 1, 1]);
  });

  test('lose the last worker a second after they took it, if another company waits', async () => {
    await using setup = await startPool(2);
    const own = [setup.job(ACME)];
    await vi.advanceTimersByTimeAsync(500);
    own.push(setup.job(ACME));
    await vi.advanceTimersByTimeAsync(300);
    const other = setup.job();
    await vi.advanceTimersByTimeAsync(600);
    expect(begun([...own, other])).toEqual([1, 1, 0]);
    await vi.advanceTimersByTimeAsync(200);
    await vi.waitFor(() => expect(begun([...own, other])).toEqual([1, 1, 1]));
    expect(await own[1]?.result).toBeInstanceOf(PoolFullError);
    expect(setup.faults).toEqual([
      [
        'the job was stopped: its company held every worker, and another company waited',
        { owner: undefined, sha256: undefined },
      ],
    ]);
    own[0]?.end();
    expect(await own[0]?.result).toBe('done');
  });

  test('count a worker that they have ended until its replacement is ready', async () => {
    const gate = Promise.withResolvers<void>();
    await using setup = await startPool(3, gate.promise);
    const crash = async () => {
      throw new WorkerLostError('it died');
    };
    await setup.pool.use(never, crash, ACME).catch(() => {});
    setup.job().end();
    const own = [setup.job(ACME), setup.job(ACME)];
    await settle();
    // Of the three workers, one is being made, one works, and one is kept for other companies.
    expect(begun(own)).toEqual([1, 0]);
    const other = setup.job();
    await settle();
    expect([begun([other]), begun(own)]).toEqual([[1], [1, 0]]);
    gate.resolve();
    await settle();
    expect(begun(own)).toEqual([1, 1]);
  });

  test('are not retried when a worker is lost, but other texts are retried once', async () => {
    await using setup = await startPool(2);
    const tries = { own: 0, other: 0 };
    const crash = (whose: keyof typeof tries) => async () => {
      tries[whose] += 1;
      throw new WorkerLostError(`${whose} died`);
    };
    const results = Promise.allSettled([
      setup.pool.use(never, crash('own'), ACME),
      setup.pool.use(never, crash('other')),
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    await results;
    expect(tries).toEqual({ own: 1, other: 2 });
    expect(setup.faults).toEqual([
      ['own died', ACME],
      ['other died', { owner: undefined, sha256: undefined }],
      ['other died', { owner: undefined, sha256: undefined }],
    ]);
  });
});

test('beside a company whose texts crash, another company keeps half of its throughput', async () => {
  const JOB_MS = 50;
  const SPAWN_MS = 300;
  /** Number of jobs that are done and that crash in a minute. */
  const count = async (crashers: number, others: number) => {
    const made = { crashed: 0, done: 0 };
    let isOver = false;
    const pool = new Pool<Worker>({
      workerName: 'worker',
      size: 2,
      sizeSetting: 'SIZE',
      maxQueue: 1_000,
      waitTimeoutMs: 10_000,
      workTimeoutMs: 10_000,
      abandonGraceMs: 0,
      maxUses: Number.POSITIVE_INFINITY,
      maxAgeMs: Number.POSITIVE_INFINITY,
      maxOwnBytes: Number.POSITIVE_INFINITY,
      create: async () => {
        await pause(SPAWN_MS);
        const { promise, resolve } = Promise.withResolvers<void>();
        return { ended: promise, die: resolve };
      },
      destroy: async ({ die }) => die(),
      ended: ({ ended }) => ended,
      onFault: () => {},
    });
    const started = pool.start();
    await vi.advanceTimersByTimeAsync(SPAWN_MS);
    await started;
    const crash = async () => {
      made.crashed += 1;
      throw new WorkerLostError('it died');
    };
    const print = async () => {
      await pause(JOB_MS);
      made.done += 1;
    };
    const caller = async (work: () => Promise<void>, text: object) => {
      while (!isOver) await pool.use(never, work, text).catch(() => {});
    };
    const callers = [
      ...Array.from({ length: crashers }, () => caller(crash, ACME)),
      ...Array.from({ length: others }, () => caller(print, {})),
    ];
    await vi.advanceTimersByTimeAsync(60_000);
    isOver = true;
    await vi.advanceTimersByTimeAsync(20_000);
    await Promise.all(callers);
    await pool.close();
    return made;
  };
  const alone = await count(0, 8);
  const beside = await count(6, 8);
  expect(beside.done).toBeGreaterThanOrEqual(alone.done / 2);
  expect(beside.crashed).toBeGreaterThan(100);
  expect((await count(6, 0)).crashed).toBeGreaterThan(1.9 * beside.crashed);
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
