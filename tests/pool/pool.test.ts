import { describe, expect, test } from 'vitest';
import { Pool, PoolFullError, type PoolOptions, WorkTimeoutError } from '../../src/pool/pool.ts';

/** A worker that says what became of it. */
interface Worker {
  readonly name: string;
  alive: boolean;
}

interface Setup extends Partial<PoolOptions<Worker>> {
  /** How many of the first tries at making a worker fail. */
  readonly failures?: number;
}

/** A started pool of one worker, closed at the end of the test; `log` tells what it did, in order. */
async function startPool({ failures = 0, ...options }: Setup = {}) {
  const log: string[] = [];
  let made = 0;
  const pool = new Pool<Worker>({
    size: 1,
    maxQueue: 10,
    waitTimeoutMs: 10_000,
    workTimeoutMs: 10_000,
    abandonGraceMs: 0,
    maxUses: 1_000,
    create: async () => {
      made += 1;
      if (made <= failures) throw new Error(`cannot make ${made}`);
      log.push(`make ${made}`);
      return { name: `worker ${made}`, alive: true };
    },
    destroy: async ({ name }) => {
      log.push(`end ${name}`);
    },
    reset: async ({ name }) => {
      log.push(`clear ${name}`);
    },
    isAlive: ({ alive }) => alive,
    onFault: (error) => log.push(`fault: ${(error as Error).message}`),
    ...options,
  });
  await pool.start();
  return { pool, log, [Symbol.asyncDispose]: () => pool.close() };
}

const never = new AbortController().signal;
const nameOf = async ({ name }: Worker) => name;

describe('a pool', () => {
  test('keeps a worker from one job to the next and clears it in between', async () => {
    await using setup = await startPool();
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    await setup.pool.close();
    expect(setup.log).toEqual(['make 1', 'clear worker 1', 'clear worker 1', 'end worker 1']);
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

  test('refuses a job at once when its queue is full, and takes the next when there is room', async () => {
    await using setup = await startPool({ maxQueue: 1 });
    const gate = Promise.withResolvers<void>();
    const working = setup.pool.use(never, () => gate.promise);
    const waiting = setup.pool.use(never, nameOf);
    expect(setup.pool.isFull).toBe(true);
    await expect(setup.pool.use(never, nameOf)).rejects.toThrow(PoolFullError);
    gate.resolve();
    await working;
    expect(await waiting).toBe('worker 1');
    expect(setup.pool.isFull).toBe(false);
  });

  test('ends the wait of a job that found no worker in time', async () => {
    await using setup = await startPool({ waitTimeoutMs: 1 });
    const gate = Promise.withResolvers<void>();
    const working = setup.pool.use(never, () => gate.promise);
    await expect(setup.pool.use(never, nameOf)).rejects.toThrow('no worker came free within 1 ms');
    expect(setup.pool.waiting).toBe(0);
    gate.resolve();
    await working;
  });

  test('frees the place of a caller who gives up while waiting', async () => {
    await using setup = await startPool({ maxQueue: 1 });
    const gate = Promise.withResolvers<void>();
    const working = setup.pool.use(never, () => gate.promise);
    const caller = new AbortController();
    const waiting = setup.pool.use(caller.signal, nameOf);
    caller.abort(new Error('gone'));
    await expect(waiting).rejects.toThrow('gone');
    expect(setup.pool.waiting).toBe(0);
    gate.resolve();
    await working;
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
  });

  test('lets an abandoned job that ends within the grace keep its worker', async () => {
    await using setup = await startPool({ abandonGraceMs: 10_000 });
    const gate = Promise.withResolvers<void>();
    const caller = new AbortController();
    const working = setup.pool.use(caller.signal, () => gate.promise);
    const next = setup.pool.use(never, nameOf);
    await Promise.resolve();
    caller.abort(new Error('gone'));
    await expect(working).rejects.toThrow('gone');
    gate.resolve();
    expect(await next).toBe('worker 1');
  });

  test('ends the worker of an abandoned job that does not end, and makes another', async () => {
    await using setup = await startPool();
    const caller = new AbortController();
    const working = setup.pool.use(caller.signal, () => new Promise(() => {}));
    const next = setup.pool.use(never, nameOf);
    await Promise.resolve();
    caller.abort(new Error('gone'));
    await expect(working).rejects.toThrow('gone');
    expect(await next).toBe('worker 2');
    expect(setup.log.slice(0, 4)).toEqual(['make 1', 'fault: gone', 'end worker 1', 'make 2']);
  });

  test('ends a job that runs past its time with its worker', async () => {
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

  test('replaces a worker that does not come back from being cleared', async () => {
    await using setup = await startPool({
      workTimeoutMs: 1,
      reset: ({ name }) => (name === 'worker 1' ? new Promise(() => {}) : Promise.resolve()),
    });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 1');
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
    expect(setup.log).toContain('fault: the worker was not cleared within 1 ms');
  });

  test('replaces a worker that died while it was idle, before a job meets it', async () => {
    await using setup = await startPool();
    const worker = await setup.pool.use(never, async (one) => one);
    await new Promise(setImmediate);
    worker.alive = false;
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
    expect(setup.log).toContain('fault: a worker died while it was idle');
  });

  test('gives a worker that died at the end of its job to nobody', async () => {
    await using setup = await startPool();
    const first = setup.pool.use(never, async (worker) => {
      worker.alive = false;
    });
    expect(await setup.pool.use(never, nameOf)).toBe('worker 2');
    await first;
  });

  test('replaces a worker after its number of jobs', async () => {
    await using setup = await startPool({ maxUses: 2 });
    const names = [];
    for (let job = 0; job < 5; job += 1) names.push(await setup.pool.use(never, nameOf));
    expect(names).toEqual(['worker 1', 'worker 1', 'worker 2', 'worker 2', 'worker 3']);
  });

  test('starts when some of its workers could be made, and goes on trying for the rest', async () => {
    await using setup = await startPool({ size: 2, failures: 1 });
    expect(setup.log).toContain('fault: cannot make 1');
    const gate = Promise.withResolvers<void>();
    const both = [1, 2].map(() =>
      setup.pool.use(never, async ({ name }) => {
        await gate.promise;
        return name;
      }),
    );
    gate.resolve();
    expect((await Promise.all(both)).sort()).toEqual(['worker 2', 'worker 3']);
  });

  test('does not start when no worker can be made, and says why', async () => {
    await expect(startPool({ failures: 1 })).rejects.toThrow('cannot make 1');
  });

  test('finishes the accepted jobs when it closes, and refuses new ones', async () => {
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
