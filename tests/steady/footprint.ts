import { expect, vi } from 'vitest';
import { type Footprint, footprintOf, readMetrics } from '../../bench/rig/footprint.ts';
import type { SteadyService } from './service.ts';

/** The number of accepted, unfinished documents. */
export async function acceptedBy(service: Pick<SteadyService, 'url'>): Promise<number> {
  return (await readMetrics(service))('documents_accepted');
}

/** A service starts with one of each and makes the others later. */
const ALL_THERE = { browsers: 2, renderers: 2, renderProcesses: 2 };

/** The resources of a service without load. */
export async function restingFootprint(service: SteadyService): Promise<Footprint> {
  return await vi.waitFor(
    async () => {
      const first = await footprintOf(service);
      expect(first).toMatchObject(ALL_THERE);
      expect(await footprintOf(service)).toEqual(first);
      return { ...first, strays: 0, timers: 0, accepted: 0 };
    },
    { timeout: 60_000, interval: 100 },
  );
}

/** Waits until the service holds exactly these resources again. */
export async function expectFootprint(service: SteadyService, before: Partial<Footprint>): Promise<void> {
  await vi.waitFor(async () => expect(await footprintOf(service)).toMatchObject(before), {
    timeout: 60_000,
    interval: 100,
  });
}
