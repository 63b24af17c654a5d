/**
 * Time from the start of the process to the first PDF, with a warm disk cache and an existing database; and until it is
 * ready on an empty folder.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import type { LoadRequest } from '../rig/load.ts';
import { measure } from '../rig/measure.ts';
import { figureOf, roundAll } from '../rig/report.ts';
import { loadSample } from '../rig/sample.ts';
import { generate, startService } from '../rig/service.ts';
import { spawnService } from '../rig/service-process.ts';

const POLL_MS = 10;

await measure(
  { template: 'senior-backend-developer-agreement/2.0.0', starts: 5 },
  async ({ template, starts }) => {
    const sample = await loadSample(template);
    await using service = await startService();
    await service.stop();
    const seconds: number[] = [];
    const listening: number[] = [];
    const empty: number[] = [];
    for (let number = 0; number < starts; number += 1) {
      const started = performance.now();
      await using again = await spawnService(service.folder);
      const firstTry = await firstPdf(again.url, generate(service, sample.body('pdf')));
      seconds.push((performance.now() - started) / 1_000);
      listening.push((firstTry - started) / 1_000);
      empty.push(await startOnEmptyFolder());
    }
    return {
      figures: [
        figureOf('from process start to the first PDF', seconds, 's', { atMost: 1.2 }),
        figureOf('from process start on an empty DATA_DIR until it is ready', empty, 's', { atMost: 1.8 }),
      ],
      observations: { 'seconds until it listened': roundAll({ listening }) },
    };
  },
);

/** @returns seconds */
async function startOnEmptyFolder(): Promise<number> {
  const folder = await mkdtemp(path.join(tmpdir(), 'docgen-bench-empty-'));
  try {
    const started = performance.now();
    await using service = await spawnService(folder);
    await service.ready();
    return (performance.now() - started) / 1_000;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** @returns the time at which the first answered request was sent */
async function firstPdf(origin: string, { path, method, headers, body }: LoadRequest): Promise<number> {
  for (;;) {
    const sent = performance.now();
    const answer = await request(`${origin}${path}`, { method, headers, body }).catch((error) => {
      if (error.code !== 'ECONNREFUSED') throw error;
    });
    if (answer === undefined) {
      await delay(POLL_MS);
      continue;
    }
    await answer.body.arrayBuffer();
    if (answer.statusCode !== 200) throw new Error(`the service answered ${answer.statusCode}`);
    return sent;
  }
}
