import { expect, vi } from 'vitest';
import { type Footprint, footprintOf, readMetrics } from '../../bench/rig/footprint.ts';
import type { SteadyService } from './service.ts';

/** Documents that it has accepted and not finished. */
export async function acceptedBy(service: Pick<SteadyService, 'url'>): Promise<number> {
  return (await readMetrics(service))('documents_accepted');
}

/** A service needs one of each to begin, and the others follow. */
const ALL_THERE = { browsers: 2, renderers: 2, renderProcesses: 2 };

/** What it holds when nothing happens. */
export async function restingFootprint(service: SteadyService): Promise<Footprint> {
  return await vi.waitFor(
    async () => {
      const first = await footprintOf(service);
      expect(first).toMatchObject(ALL_THERE);
      expect(await footprintOf(service)).toEqual(first);
      return { ...first, strays: 0, timers: 0, accepted: 0 };
    },
    { timeout: 20_000, interval: 100 },
  );
}

/** Waits until it holds again what it held, and not a thing more. */
export async function expectFootprint(service: SteadyService, before: Partial<Footprint>): Promise<void> {
  await vi.waitFor(async () => expect(await footprintOf(service)).toMatchObject(before), {
    timeout: 30_000,
    interval: 100,
  });
}
