import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { WorkerLostError } from '../../../src/workers/pool/errors.ts';
import type { OwnText } from '../../../src/workers/pool/job.ts';
import { Pool } from '../../../src/workers/pool/pool.ts';

interface Worker {
  readonly ended: Promise<Error>;
  readonly die: () => void;
}

const never = { signal: new AbortController().signal };
/** Own texts of two companies, and the catalogue's texts for two companies. */
const ACME = { company: 'acme', owner: 'acme', sha256: 'of-acme' };
const OTHER = { company: 'other', owner: 'other', sha256: 'of-other' };
const CATALOGUE = { company: 'other' };
const CATALOGUE_FOR_ACME = { company: 'acme' };

interface Claimed extends OwnText {
  readonly company: string;
}

/** A pool with all its workers started. Workers that it makes later wait for `gate`, if given. */
async function startPool(size: number, gate?: Promise<void>) {
  const faults: unknown[] = [];
  let made = 0;
  const pool = new Pool<Worker>({
    workerName: 'worker',
    size,
    sizeSetting: 'SIZE',
    waitTimeoutMs: 600_000,
    workTimeoutMs: 600_000,
    maxUses: Number.POSITIVE_INFINITY,
    maxAgeMs: Number.POSITIVE_INFINITY,
    maxOwnBytes: Number.POSITIVE_INFINITY,
    create: async () => {
      made += 1;
      if (made > size) await gate;
      const { promise, resolve } = Promise.withResolvers<Error>();
      return { ended: promise, die: () => resolve(new WorkerLostError('it ended')) };
    },
    destroy: async ({ die }) => die(),
    ended: ({ ended }) => ended,
    onFault: (error, text) => faults.push([(error as Error).message, text]),
  });
  await pool.start();
  await vi.waitFor(() => expect(made).toBe(size), 60_000);
  const ends: (() => void)[] = [];
  /** A job that runs until `end`; `begun` is the number of times it was started. */
  const job = ({ company, ...text }: Claimed) => {
    const { promise, resolve } = Promise.withResolvers<string>();
    ends.push(() => resolve('over'));
    const state = { begun: 0 };
    const work = () => {
      state.begun += 1;
      return promise;
    };
    const result = pool.use({ ...never, company }, work, text).catch((error) => error);
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
  test('leave the last worker free when no other company waits', async () => {
    await using setup = await startPool(3);
    const jobs = [ACME, ACME, ACME].map(setup.job);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(begun(jobs)).toEqual([1, 1, 0]);
    const other = setup.job(CATALOGUE);
    await settle();
    expect(begun([other])).toEqual([1]);
    other.end();
    await settle();
    expect(begun(jobs)).toEqual([1, 1, 0]);
    jobs[0]?.end();
    await settle();
    expect(begun(jobs)).toEqual([1, 1, 1]);
    expect(setup.faults).toEqual([]);
  });

  test('use the worker of a pool that has a single one', async () => {
    await using setup = await startPool(1);
    const jobs = [ACME, ACME].map(setup.job);
    await settle();
    expect(begun(jobs)).toEqual([1, 0]);
  });

  test.each([
    ['of the catalogue', CATALOGUE],
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

  test('count a worker that they have ended until its replacement is ready', async () => {
    const gate = Promise.withResolvers<void>();
    await using setup = await startPool(3, gate.promise);
    const crash = async () => {
      throw new WorkerLostError('it died');
    };
    await setup.pool.use({ ...never, company: 'acme' }, crash, ACME).catch(() => {});
    setup.job(CATALOGUE).end();
    const own = [setup.job(ACME), setup.job(ACME)];
    await settle();
    // Of the three workers, one is being made, one works, and one is kept for other companies.
    expect(begun(own)).toEqual([1, 0]);
    const other = setup.job(CATALOGUE);
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
      setup.pool.use({ ...never, company: 'acme' }, crash('own'), ACME),
      setup.pool.use(never, crash('other')),
    ]);
    await vi.advanceTimersByTimeAsync(1_000);
    await results;
    expect(tries).toEqual({ own: 1, other: 2 });
    expect(setup.faults).toEqual([
      ['own died', { owner: 'acme', sha256: 'of-acme' }],
      ['other died', { owner: undefined, sha256: undefined }],
      ['other died', { owner: undefined, sha256: undefined }],
    ]);
  });

  test('are not blamed for a worker that is replaced because the caller hung up', async () => {
    await using setup = await startPool(2);
    const caller = new AbortController();
    const working = setup.pool.use(
      { signal: caller.signal, company: 'acme' },
      () => new Promise(() => {}),
      ACME,
    );
    await settle();
    caller.abort(new Error('gone'));
    await expect(working).rejects.toThrow('gone');
    const unblamed = [['gone', { owner: undefined, sha256: undefined }]];
    await vi.waitFor(() => expect(setup.faults).toEqual(unblamed), { timeout: 60_000 });
  });
});

describe('a free worker', () => {
  test('goes to the company that holds the fewest workers', async () => {
    await using setup = await startPool(4);
    const flood = Array.from({ length: 6 }, () => setup.job(CATALOGUE_FOR_ACME));
    const others = [setup.job(CATALOGUE), setup.job(CATALOGUE)];
    flood[0]?.end();
    await settle();
    expect([begun(flood), begun(others)]).toEqual([
      [1, 1, 1, 1, 0, 0],
      [1, 0],
    ]);
    // The company now holds two workers, and the other one, although it was served last.
    flood[1]?.end();
    await settle();
    expect([begun(flood), begun(others)]).toEqual([
      [1, 1, 1, 1, 0, 0],
      [1, 1],
    ]);
    others[0]?.end();
    others[1]?.end();
    await settle();
    expect(begun(flood)).toEqual([1, 1, 1, 1, 1, 1]);
  });

  test('goes to the company that was served longest ago, among those that hold equally many', async () => {
    await using setup = await startPool(1);
    const claims = ['first', 'first', 'second', 'second', 'third'].map((company) => setup.job({ company }));
    const order: number[] = [];
    for (let turn = 0; turn < claims.length; turn += 1) {
      await settle();
      const running = claims.findIndex(({ state }, index) => state.begun > 0 && !order.includes(index));
      order.push(running);
      claims[running]?.end();
    }
    expect(order).toEqual([0, 2, 4, 1, 3]);
  });

  test('goes to the jobs of one company in order of arrival, whoever wrote their texts', async () => {
    await using setup = await startPool(2);
    const jobs = [CATALOGUE_FOR_ACME, ACME, CATALOGUE_FOR_ACME, ACME].map(setup.job);
    jobs[0]?.end();
    await settle();
    expect(begun(jobs)).toEqual([1, 1, 1, 0]);
  });

  test('is never taken back for the sake of fairness', async () => {
    await using setup = await startPool(2);
    const own = [CATALOGUE_FOR_ACME, CATALOGUE_FOR_ACME].map(setup.job);
    const other = setup.job(CATALOGUE);
    await vi.advanceTimersByTimeAsync(60_000);
    expect([begun(own), begun([other])]).toEqual([[1, 1], [0]]);
    own[1]?.end();
    await settle();
    expect([begun([other]), setup.faults]).toEqual([[1], []]);
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
      waitTimeoutMs: 10_000,
      workTimeoutMs: 10_000,
      maxUses: Number.POSITIVE_INFINITY,
      maxAgeMs: Number.POSITIVE_INFINITY,
      maxOwnBytes: Number.POSITIVE_INFINITY,
      create: async () => {
        await pause(SPAWN_MS);
        const { promise, resolve } = Promise.withResolvers<Error>();
        return { ended: promise, die: () => resolve(new WorkerLostError('it ended')) };
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
    const caller = async (work: () => Promise<void>, { company, ...text }: Claimed) => {
      while (!isOver) await pool.use({ ...never, company }, work, text).catch(() => {});
    };
    const callers = [
      ...Array.from({ length: crashers }, () => caller(crash, ACME)),
      ...Array.from({ length: others }, () => caller(print, CATALOGUE)),
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
});

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
