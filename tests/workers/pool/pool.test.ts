import { describe, expect, test } from 'vitest';
import { PoolFullError, WorkerLostError, WorkTimeoutError } from '../../../src/workers/pool/errors.ts';
import { Pool, type PoolOptions } from '../../../src/workers/pool/pool.ts';

/** A worker that logs what happens to it. */
interface Worker {
  readonly name: string;
  readonly ended: Promise<Error>;
  readonly die: () => void;
}

function newWorker(name: string): Worker {
  const { promise, resolve } = Promise.withResolvers<Error>();
  return { name, ended: promise, die: () => resolve(new WorkerLostError(`${name} ended`)) };
}

interface Setup extends Partial<Omit<PoolOptions<Worker>, 'restAfterMs'>> {
  readonly restAfterMs?: number;
  /** Number of attempts to make a worker that fail at first. */
  readonly failures?: number;
}

/** A started pool of one worker, which is closed at the end of the test; `log` has its actions in order. */
async function startPool({ failures = 0, ...options }: Setup = {}) {
  const log: string[] = [];
  let made = 0;
  const pool = new Pool<Worker>({
    workerName: 'worker',
    size: 1,
    sizeSetting: 'SIZE',
    waitTimeoutMs: 10_000,
    workTimeoutMs: 10_000,
    maxUses: 1_000,
    maxAgeMs: 3_600_000,
    maxOwnBytes: Number.POSITIVE_INFINITY,
    create: async () => {
      made += 1;
      if (made <= failures) throw new Error(`cannot make ${made}`);
      log.push(`make ${made}`);
      return newWorker(`worker ${made}`);
    },
    destroy: async ({ name, die }) => {
      log.push(`end ${name}`);
      die();
    },
    reset: async ({ name }) => {
      log.push(`clear ${name}`);
    },
    ended: ({ ended }) => ended,
    onFault: (error) => log.push(`fault: ${(error as Error).message}`),
    onWorn: () => log.push('worn'),
    ...options,
  });
  await pool.start();
  return { pool, log, [Symbol.asyncDispose]: () => pool.close() };
}

const never = new AbortController();
const nameOf = async ({ name }: Worker) => name;

describe('a pool', () => {
  test('keeps a worker for the next job, and clears it in between', async () => {
    await using setup = await startPool();
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    await setup.pool.close();
    expect(setup.log).toEqual(['make 1', 'clear worker 1', 'clear worker 1', 'end worker 1']);
  });

  test('makes its other workers when a job must wait, or after a delay', async () => {
    await using waiting = await startPool({ size: 2, restAfterMs: 3_600_000 });
    expect(await waiting.pool.use(never, nameOf)).toBe('worker 1');
    expect(waiting.log).toEqual(['make 1', 'clear worker 1']);
    const gate = Promise.withResolvers<void>();
    const first = waiting.pool.use(never, () => gate.promise);
    expect(await waiting.pool.use(never, nameOf)).toBe('worker 2');
    gate.resolve();
    await first;
    await using alone = await startPool({ size: 3, restAfterMs: 1 });
    expect(alone.log).toEqual(['make 1']);
    await expect.poll(() => alone.log).toEqual(['make 1', 'make 2', 'make 3']);
  });

  test('gives a worker to one job at a time, in order of arrival', async () => {
    await using setup = await startPool();
    const order: number[] = [];
    let atWork = 0;
    await Promise.all(
      [1, 2, 3, 4].map((job) =>
        setup.pool.use(never, async () => {
          atWork += 1;
          expect(atWork).toBe(1);
          await Promise.resolve();
          order.push(job);
          atWork -= 1;
        }),
      ),
    );
    expect(order).toEqual([1, 2, 3, 4]);
  });

  test('refuses a job that got no worker in time', async () => {
    await using setup = await startPool({ waitTimeoutMs: 1 });
    const gate = Promise.withResolvers<void>();
    const working = setup.pool.use(never, () => gate.promise);
    await expect(setup.pool.use(never, nameOf)).rejects.toThrow(
      'there is no free worker: none came free within 1 ms. Usually more documents are asked for than 1 of them make; raise SIZE where there are more cores, run another instance, or raise QUEUE_TIMEOUT_MS',
    );
    expect(setup.pool.waiting).toBe(0);
    gate.resolve();
    await working;
  });

  test('frees the place of a caller that gives up while it waits', async () => {
    await using setup = await startPool();
    const gate = Promise.withResolvers<void>();
    const working = setup.pool.use(never, () => gate.promise);
    const caller = new AbortController();
    const waiting = setup.pool.use(caller, nameOf);
    caller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(setup.pool.waiting).toBe(0);
    gate.resolve();
    await working;
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
  });

  test('keeps the worker of an abandoned job that ends within the grace period', async () => {
    await using setup = await startPool();
    const gate = Promise.withResolvers<void>();
    const caller = new AbortController();
    const working = setup.pool.use(caller, () => gate.promise);
    const next = setup.pool.use(never, nameOf);
    await Promise.resolve();
    caller.abort(new Error('gone'));
    await expect(working).rejects.toThrow('gone');
    gate.resolve();
    expect(await next).toBe('worker 1');
  });

  test('replaces the worker of an abandoned job that does not end', async () => {
    await using setup = await startPool();
    const caller = new AbortController();
    const working = setup.pool.use(caller, () => new Promise(() => {}));
    const next = setup.pool.use(never, nameOf);
    await Promise.resolve();
    caller.abort(new Error('gone'));
    await expect(working).rejects.toThrow('gone');
    expect(await next).toBe('worker 2');
    expect(setup.log.slice(0, 4)).toEqual(['make 1', 'fault: gone', 'end worker 1', 'make 2']);
  });

  test('ends a job that exceeds its time limit, with its worker', async () => {
    await using setup = await startPool({ workTimeoutMs: 1 });
    await expect(setup.pool.use(never, () => new Promise(() => {}))).rejects.toThrow(WorkTimeoutError);
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('replaces a worker whose job threw', async () => {
    await using setup = await startPool();
    const broken = setup.pool.use(never, async () => {
      throw new Error('broken');
    });
    await expect(broken).rejects.toThrow('broken');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('replaces a worker that cannot be cleared', async () => {
    await using setup = await startPool({
      reset: async ({ name }) => {
        if (name === 'worker 1') throw new Error('cannot clear');
      },
    });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('replaces a worker that hangs while it is cleared', async () => {
    await using setup = await startPool({
      workTimeoutMs: 1,
      reset: ({ name }) => (name === 'worker 1' ? new Promise(() => {}) : Promise.resolve()),
    });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
    expect(setup.log).toContain('fault: the worker was not done within 1 ms');
  });

  test('replaces a worker that died while it was idle, without waiting for a job', async () => {
    await using setup = await startPool();
    const worker = await setup.pool.use(never, async (one) => one);
    worker.die();
    await expect.poll(() => setup.log.at(-1)).toBe('make 2');
    expect(setup.log).toContain('fault: worker 1 ended');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('does not reuse a worker that died at the end of its job', async () => {
    await using setup = await startPool();
    const first = setup.pool.use(never, async (worker) => worker.die());
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
    await first;
  });

  test('keeps using a worn worker until its successor is ready', async () => {
    const gate = Promise.withResolvers<void>();
    let made = 0;
    await using setup = await startPool({
      maxUses: 1,
      create: async () => {
        made += 1;
        if (made === 2) await gate.promise;
        return newWorker(`worker ${made}`);
      },
    });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    gate.resolve();
    await expect.poll(() => setup.log.slice(-2)).toEqual(['worn', 'end worker 1']);
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('replaces one worn worker at a time', async () => {
    const gates = new Map([3, 4, 5].map((nth) => [nth, Promise.withResolvers<void>()] as const));
    let made = 0;
    await using setup = await startPool({
      size: 2,
      maxUses: 1,
      create: async () => {
        made += 1;
        const nth = made;
        await gates.get(nth)?.promise;
        return newWorker(`worker ${nth}`);
      },
    });
    const useBoth = () => Promise.all([setup.pool.use(never, nameOf), setup.pool.use(never, nameOf)]);
    await useBoth();
    await useBoth();
    expect(made).toBe(3);
    gates.get(3)?.resolve();
    await expect.poll(() => made).toBe(4);
    const ends = () => setup.log.filter((line) => line.startsWith('end'));
    expect(ends()).toHaveLength(1);
    await useBoth();
    expect([made, ends()]).toEqual([4, [expect.any(String)]]);
    gates.get(4)?.resolve();
    // The third worker has been used in the meantime and is worn too.
    await expect.poll(() => made).toBe(5);
    expect(ends()).toHaveLength(2);
    gates.get(5)?.resolve();
  });

  test('makes no surplus worker when a worn worker dies before its successor is ready', async () => {
    const gate = Promise.withResolvers<void>();
    const living = new Set<Worker>();
    let made = 0;
    await using setup = await startPool({
      maxUses: 1,
      create: async () => {
        made += 1;
        if (made > 1) await gate.promise;
        const worker = newWorker(`worker ${made}`);
        living.add(worker);
        worker.ended.then(() => living.delete(worker));
        return worker;
      },
    });
    const worn = await setup.pool.use(never, async (worker) => worker);
    await expect.poll(() => made).toBe(2);
    worn.die();
    await expect.poll(() => setup.log).toContain('end worker 1');
    gate.resolve();
    await expect.poll(() => living.size).toBe(1);
    expect(made).toBe(2);
  });

  test.for([
    ['its age', { maxAgeMs: 0 }],
    [
      'its memory',
      {
        maxOwnBytes: 100,
        vitalsOf: () => ({ cpuMs: 0, isRunnable: () => false, ownBytes: 101, dataBytes: 0 }),
      },
    ],
  ] as const)('replaces a worker for %s', async ([, wear]) => {
    await using setup = await startPool(wear);
    while (!setup.log.includes('end worker 1')) {
      await setup.pool.use(never, nameOf);
      await new Promise(setImmediate);
    }
    expect(await setup.pool.use(never, nameOf)).not.toBe('worker 1');
  });

  test('replaces a worker right after a job with an own text for which it asked for much memory', async () => {
    const vitals = { cpuMs: 0, isRunnable: () => false, ownBytes: 0, dataBytes: 101 };
    await using setup = await startPool({ maxDataBytes: 100, vitalsOf: () => vitals });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf, { owner: 'acme', sha256: 'a' })).toBe('worker 1');
    await expect.poll(() => setup.log).toContain('end worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
  });

  test('retries a job on another worker when its worker is lost', async () => {
    await using setup = await startPool();
    const done = setup.pool.use(never, async ({ name }) => {
      if (name === 'worker 1') throw new WorkerLostError('it died');
      return name;
    });
    expect(await done).toBe('worker 2');
    expect(setup.log.slice(0, 4)).toEqual(['make 1', 'fault: it died', 'end worker 1', 'make 2']);
  });

  test('retries it before jobs that have not started', async () => {
    await using setup = await startPool();
    const order: string[] = [];
    const gate = Promise.withResolvers<void>();
    const lost = setup.pool.use(never, async ({ name }) => {
      if (name === 'worker 1') throw new WorkerLostError('it died');
      order.push('lost');
    });
    const second = setup.pool.use(never, async () => {
      order.push('second');
      await gate.promise;
    });
    await expect.poll(() => order).toEqual(['second']);
    const third = setup.pool.use(never, async () => order.push('third'));
    await expect.poll(() => setup.pool.waiting).toBe(2);
    gate.resolve();
    await Promise.all([lost, second, third]);
    expect(order).toEqual(['second', 'lost', 'third']);
  });

  test('retries it on a remaining worker when others are lost at the same time', async () => {
    const [first, second] = [newWorker('first'), newWorker('second')];
    const workers = [first, second];
    await using setup = await startPool({
      size: 2,
      create: async () => workers.shift() ?? newWorker('later'),
    });
    const names = () => Promise.all([setup.pool.use(never, nameOf), setup.pool.use(never, nameOf)]);
    await expect.poll(async () => (await names()).toSorted()).toEqual(['first', 'second']);
    const done = setup.pool.use(never, async ({ name, die }) => {
      if (name === 'later') return name;
      die();
      throw new WorkerLostError(`${name} died`);
    });
    await expect.poll(() => setup.log).toContainEqual(expect.stringMatching(/^fault: .* died$/));
    first.die();
    second.die();
    expect(await done).toBe('later');
  });

  test('does not retry a job that has lost two workers', async () => {
    await using setup = await startPool();
    const lost = setup.pool.use(never, async ({ name }) => {
      throw new WorkerLostError(`${name} died`);
    });
    await expect(lost).rejects.toThrow('worker 2 died');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 3');
  });

  test('treats a worker that uses no processor time as lost, and retries its job', async () => {
    let looks = 0;
    await using setup = await startPool({
      // Its processor time grows until the fifth look, a second after the first, and then stops.
      vitalsOf: () => ({
        cpuMs: 1_000 * Math.min(looks++, 4),
        isRunnable: () => false,
        ownBytes: 0,
        dataBytes: 0,
      }),
    });
    const done = setup.pool.use(never, ({ name }) =>
      name === 'worker 1' ? new Promise<string>(() => {}) : Promise.resolve(name),
    );
    expect(await done).toBe('worker 2');
    expect(setup.log).toContain('fault: the worker used no processor time for 1000 ms');
  });

  test('stops only a company’s own text when its processor time is used up', async () => {
    const looked = Promise.withResolvers<void>();
    let cpuMs = 0;
    await using setup = await startPool({
      size: 2,
      maxCpuMsOfOwnText: 500,
      vitalsOf: () => {
        cpuMs += 200;
        if (cpuMs === 2_000) looked.resolve();
        return { cpuMs, isRunnable: () => true, ownBytes: 0, dataBytes: 0 };
      },
    });
    const own = setup.pool.use(never, () => new Promise(() => {}), { owner: 'acme', sha256: 'a' });
    await expect(own).rejects.toThrow(new WorkTimeoutError('the text took 500 ms of processor time'));
    cpuMs = 0;
    const others = setup.pool.use(never, () => looked.promise.then(() => 'done'));
    expect(await others).toBe('done');
    expect(setup.log.filter((line) => line.startsWith('fault'))).toEqual([
      'fault: the text took 500 ms of processor time',
    ]);
  });

  test('does not end a worker that gets no processor time on an overloaded machine', async () => {
    const looked = Promise.withResolvers<void>();
    let looks = 0;
    await using setup = await startPool({
      vitalsOf: () => {
        looks += 1;
        if (looks === 10) looked.resolve();
        return { cpuMs: 0, isRunnable: () => true, ownBytes: 0, dataBytes: 0 };
      },
    });
    const done = setup.pool.use(never, async ({ name }) => {
      await looked.promise;
      return name;
    });
    expect(await done).toBe('worker 1');
    expect(setup.log).toEqual(['make 1', 'clear worker 1']);
  });

  test('starts with its first worker, and keeps trying to make the others', async () => {
    let made = 0;
    await using setup = await startPool({
      size: 2,
      create: async () => {
        made += 1;
        if (made === 2) throw new Error('cannot make 2');
        return newWorker(`worker ${made}`);
      },
    });
    const gate = Promise.withResolvers<void>();
    let atWork = 0;
    const both = [1, 2].map(() =>
      setup.pool.use(never, async ({ name }) => {
        atWork += 1;
        if (atWork === 2) gate.resolve();
        await gate.promise;
        return name;
      }),
    );
    expect((await Promise.all(both)).sort()).toEqual(['worker 1', 'worker 3']);
    expect(setup.log).toContain('fault: cannot make 2');
  });

  test('does not start if its first worker cannot be made, and reports why', async () => {
    await expect(startPool({ failures: 1 })).rejects.toThrow('cannot make 1');
  });

  test('finishes a job whose worker is lost while the pool closes', async () => {
    await using setup = await startPool();
    const gate = Promise.withResolvers<void>();
    const done = setup.pool.use(never, async ({ name }) => {
      await gate.promise;
      if (name === 'worker 1') throw new WorkerLostError('it died');
      return name;
    });
    const closed = setup.pool.close();
    gate.resolve();
    expect(await done).toBe('worker 2');
    await closed;
    expect(setup.log.at(-1)).toBe('end worker 2');
  });

  test('finishes accepted jobs when it closes, and refuses new ones', async () => {
    const { pool, log } = await startPool();
    const gate = Promise.withResolvers<void>();
    const working = pool.use(never, () => gate.promise);
    const waiting = pool.use(never, nameOf);
    await Promise.resolve();
    const closed = pool.close();
    await expect(pool.use(never, nameOf)).rejects.toThrow(PoolFullError);
    gate.resolve();
    await working;
    expect(await waiting).toBe('worker 1');
    await closed;
    expect(log.at(-1)).toBe('end worker 1');
  });
});
