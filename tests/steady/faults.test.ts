import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Footprint } from '../../bench/rig/footprint.ts';
import { processTree } from '../../bench/rig/processes.ts';
import { partOf } from '../part.ts';
import { type Expected, expectedDocuments } from './expected.ts';
import { expectFootprint, restingFootprint } from './footprint.ts';
import { Load } from './load.ts';
import { type SteadyService, startSteady } from './service.ts';

describe('under constant load, callers do not notice', () => {
  let service: SteadyService;
  let documents: Expected[];
  let atRest: Footprint;

  beforeAll(async () => {
    service = await startSteady();
    documents = await expectedDocuments(service);
    atRest = await restingFootprint(service);
  });

  afterAll(() => service[Symbol.asyncDispose]());

  const processesOf = async (role: string) =>
    (await processTree(service.pid)).filter((process) => process.role === role).map(({ pid }) => pid);

  const cases = [
    ['SIGKILL', 'one', 'browser'],
    ['SIGKILL', 'one', 'renderer'],
    ['SIGKILL', 'one', 'gpu-process'],
    ['SIGKILL', 'one', 'zygote'],
    ['SIGKILL', 'one', 'render'],
    ['SIGKILL', 'every', 'browser'],
    ['SIGSTOP', 'one', 'browser'],
    ['SIGSTOP', 'one', 'renderer'],
    ['SIGSTOP', 'one', 'render'],
    ['SIGSTOP', 'every', 'renderer'],
  ] as const;
  test.for(partOf(cases, cases.length))('%s to %s %s', async ([signal, which, role]) => {
    const load = new Load(service, documents);
    await load.goOn();
    const victims = (await processesOf(role)).slice(0, which === 'one' ? 1 : undefined);
    expect(victims).not.toEqual([]);
    for (const victim of victims) process.kill(victim, signal);
    await vi.waitFor(
      async () => expect(await processesOf(role)).not.toEqual(expect.arrayContaining(victims)),
      {
        timeout: 60_000,
      },
    );
    await load.goOn();
    expect(Object.keys(await load.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);
    await expectFootprint(service, atRest);
  });
});
