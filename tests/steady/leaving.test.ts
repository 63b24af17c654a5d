import { readdir } from 'node:fs/promises';
import { request } from 'undici';
import { describe, expect, test, vi } from 'vitest';
import { processesWith, readMetrics } from '../../bench/rig/footprint.ts';
import { processTree } from '../../bench/rig/processes.ts';
import { inProofs } from '../part.ts';
import { expectedDocuments, heavyDocument, nameAnswer } from './expected.ts';
import { acceptedBy, restingFootprint } from './footprint.ts';
import { type RawAnswer, RawCaller } from './raw-caller.ts';
import { type SteadyService, startSteady } from './service.ts';

const LIMIT = { timeout: 60_000, interval: 10 };

const GENERATED =
  'http_request_duration_seconds_count{method="POST",route="/api/v1/documents/generate",status="200"}';

/** Limits with which no accepted request fails on a slow machine. */
const PATIENT = { PDF_PAGES: '2', QUEUE_TIMEOUT_MS: '600000', SHUTDOWN_TIMEOUT_MS: '3000000' };

const ready = async ({ url }: SteadyService) => {
  const answer = await request(`${url}/readyz`, { reset: true });
  return [answer.statusCode, await answer.body.json()];
};

const accepted = (service: SteadyService, count: number) =>
  vi.waitFor(async () => expect(await acceptedBy(service)).toBe(count), LIMIT);

/** Waits until so many documents were accepted, of which some may be done. */
const arrived = (service: SteadyService, count: number) =>
  vi.waitFor(async () => {
    const metrics = await readMetrics(service);
    expect(metrics('documents_accepted') + metrics(GENERATED)).toBe(count);
  }, LIMIT);

const left = (service: SteadyService) =>
  vi.waitFor(async () => expect(await processesWith(service.temp)).toEqual([]), LIMIT);

const leftWell = async ({ process }: SteadyService) =>
  expect(await process.exit, process.output).toEqual([0, null]);

/** The status and the first characters of the body. */
const inShort = ({ head, body }: RawAnswer) => `${head.slice(9, 12)} ${body.subarray(0, 2)}`;

// Concurrent, because each test has its own service and mostly waits for it.
describe.concurrent('a service after SIGTERM', () => {
  test('is not ready at once, finishes accepted requests, accepts no new ones, and leaves nothing behind', async () => {
    await using service = await startSteady({ environment: PATIENT });
    const [pdf, docx] = await expectedDocuments(service);
    if (pdf === undefined || docx === undefined) throw new Error('both are expected');
    const ask = async (expected: typeof pdf) => {
      const { url, headers } = service;
      const options = { method: 'POST', headers, body: expected.body, reset: true } as const;
      return await nameAnswer(await request(`${url}/api/v1/documents/generate`, options), expected);
    };
    // Its body ends after SIGTERM: until then the service does not end.
    using late = new RawCaller(service);
    late.askInPart(docx.body);
    await accepted(service, 1);
    const asked = Promise.all([...Array(30).fill(pdf), docx].map(ask));
    asked.catch(() => {});
    // One that arrives after SIGTERM is refused. Two were made before.
    await arrived(service, 2 + 1 + 31);
    service.process.child.kill('SIGTERM');
    await vi.waitFor(
      async () =>
        expect(await ready(service)).toEqual([
          503,
          { status: 'draining', reason: 'the service is shutting down' },
        ]),
      LIMIT,
    );
    expect(await ask(docx)).toBe('503');
    expect(new Set(await asked)).toEqual(new Set(['200 pdf', '200 docx']));
    late.askRest(docx.body);
    expect((await late.answers()).map(inShort)).toEqual(['503 {"']);
    await leftWell(service);
    expect([await processesWith(service.temp), await readdir(service.temp)]).toEqual([[], []]);
  });

  test.runIf(inProofs())(
    'closes a connection after all its requests are answered, whichever is done first',
    async () => {
      await using service = await startSteady({ environment: PATIENT });
      using slowFirst = new RawCaller(service);
      using slowLast = new RawCaller(service);
      // Small bodies: one of which the service has the head alone at SIGTERM is refused.
      const [pdf, docx] = [heavyDocument('pdf', 1), heavyDocument('docx', 1)];
      slowFirst.ask(pdf, docx);
      slowLast.ask(docx, pdf, pdf);
      await arrived(service, 5);
      service.process.child.kill('SIGTERM');
      const answers = [slowFirst, slowLast].map((caller) => caller.answers());
      expect((await Promise.all(answers)).map((answers) => answers.map(inShort))).toEqual([
        ['200 %P', '200 PK'],
        ['200 PK', '200 %P', '200 %P'],
      ]);
      await leftWell(service);
    },
  );

  test.runIf(inProofs())('lets a slow caller read all its responses', async () => {
    await using service = await startSteady({ environment: PATIENT });
    using caller = new RawCaller(service);
    await caller.getStuck(heavyDocument('pdf'));
    service.process.child.kill('SIGTERM');
    await accepted(service, 0);
    const answers = await caller.answers();
    for (const { head, body } of answers)
      expect(head).toMatch(new RegExp(`^content-length: ${body.byteLength}\r$`, 'im'));
    expect(answers.at(-1)?.body.subarray(-6).toString()).toBe('%%EOF\n');
    await leftWell(service);
  });

  test.runIf(inProofs())('does not wait long for a caller that does not read', async () => {
    await using service = await startSteady({
      environment: PATIENT,
    });
    using caller = new RawCaller(service);
    await caller.getStuck(heavyDocument('docx'));
    service.process.child.kill('SIGTERM');
    await leftWell(service);
    expect(service.process.output).toContain('callers have not read their answers within 5000 ms');
  });

  test.runIf(inProofs())('exits at once at a second signal', async () => {
    await using service = await startSteady({ environment: PATIENT });
    using caller = new RawCaller(service);
    caller.ask(heavyDocument('pdf'));
    await accepted(service, 1);
    service.process.child.kill('SIGTERM');
    await vi.waitFor(async () => expect((await ready(service))[0]).toBe(503), LIMIT);
    service.process.child.kill('SIGINT');
    expect(await service.process.exit).toEqual([1, null]);
    await left(service);
  });
});

describe('a service that is killed', () => {
  test('ends all its processes, busy or stopped, and its next start removes its files', async () => {
    await using service = await startSteady();
    // Waits until the browsers run. Only then do they end with the service; until then, they would end at a closed
    // pipe.
    await restingFootprint(service);
    const tree = await processTree(service.pid);
    const [browser, renderer] = ['browser', 'renderer'].map(
      (role) => tree.find((process) => process.role === role)?.pid,
    );
    // Only now: a connection on which nothing is asked for is closed after ten seconds.
    using caller = new RawCaller(service);
    // One document may be made before the metrics are read.
    for (let document = 0; document < 8; document += 1) caller.ask(heavyDocument('docx'));
    await vi.waitFor(async () => expect(await acceptedBy(service)).toBeGreaterThan(0), LIMIT);
    for (const pid of [browser, renderer]) process.kill(pid as number, 'SIGSTOP');
    service.process.child.kill('SIGKILL');
    await service.process.exit;
    await left(service);
    expect(await readdir(service.temp)).not.toEqual([]);
    const place = { options: { dataDir: service.dataDir }, [Symbol.asyncDispose]: async () => {} };
    await using next = await startSteady({ temp: service.temp, place });
    expect((await restingFootprint(next)).files).toBe(2);
  });
});
