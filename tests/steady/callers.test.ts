import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { Footprint } from '../../bench/rig/footprint.ts';
import { processTree } from '../../bench/rig/processes.ts';
import { readPdf } from '../documents/read-pdf.ts';
import { readWord } from '../documents/read-word.ts';
import { type Expected, expectedDocuments, generate, heavyDocument } from './expected.ts';
import { acceptedBy, expectFootprint, restingFootprint } from './footprint.ts';
import { Load } from './load.ts';
import { RawCaller, requestFor } from './raw-caller.ts';
import { type SteadyService, startSteady } from './service.ts';

const HANGING_UP = 1_000;

/** Where nothing else runs it takes 60 to 90 ms, 50 of which are the work's grace to come to its end. */
const SOON_MS = 200;

const LIMIT = { timeout: 30_000, interval: 5 };

/** A text that takes steps without end where the data names somebody of this name. */
const ENDLESS = 'Endless';
const ENDLESS_TEXT = `<!doctype html><html lang="en"><head><title>NDA</title></head><body>
  {% for party in parties %}{{ party.fullName }}{% if party.fullName == "${ENDLESS}" %}
    {% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}
  {% endif %}{% endfor %}</body></html>`;

describe('under constant load, nobody notices', () => {
  let service: SteadyService;
  let documents: Expected[];
  let atRest: Footprint;

  beforeAll(async () => {
    service = await startSteady({ environment: { RENDER_TIMEOUT_MS: '2000' } });
    documents = await expectedDocuments(service);
    atRest = await restingFootprint(service);
  });

  afterAll(() => service[Symbol.asyncDispose]());

  /** Goes on with the load, which must have had nothing but documents, and finds the service as it was before. */
  const expectUndisturbed = async (load: Load) => {
    await load.goOn();
    expect(Object.keys(await load.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);
    await expectFootprint(service, atRest);
  };

  test(`${HANGING_UP} callers who hang up amid their request or its work`, async () => {
    const load = new Load(service, documents);
    const callAndHangUp = async (number: number) => {
      const bytes = requestFor(service, documents[number % 2]?.body ?? '');
      const parts = [0.1, 0.9, 1, 1];
      using caller = new RawCaller(service);
      await once(caller.socket, 'connect');
      caller.socket.write(bytes.slice(0, bytes.length * (parts[number % parts.length] ?? 1)));
      // At another moment of the work each.
      await delay(number % 61);
    };
    let called = 0;
    const hangUp = async () => {
      while (called < HANGING_UP) await callAndHangUp(called++);
    };
    await Promise.all(Array.from({ length: 40 }, hangUp));
    await expectUndisturbed(load);
  });

  test('callers who are slow, and those who stop, who are let go', async () => {
    const load = new Load(service, documents, 2);
    const call = (bytes: string) => {
      const caller = new RawCaller(service);
      caller.socket.write(bytes);
      return caller;
    };
    const [pdf, docx] = documents.map(({ body }) => requestFor(service, body));
    if (pdf === undefined || docx === undefined) throw new Error('both are expected');
    using amidHead = call(pdf.slice(0, 40));
    using amidBody = call(pdf.slice(0, -40));
    using deaf = call('GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(200) + docx);
    using slowWriter = new RawCaller(service);
    using slowReader = call(requestFor(service, heavyDocument('pdf')));

    const short = { templateId: 'non-disclosure-agreement', format: 'docx', data: { parties: [{}] } };
    const [head, body] = requestFor(service, JSON.stringify(short)).split(/(?<=\r\n\r\n)/) as [
      string,
      string,
    ];
    slowWriter.socket.write(head);
    const written = slowWriter.answer();
    for (const byte of body) {
      slowWriter.socket.write(byte);
      await delay(10);
    }
    expect(readWord((await written).body).blocks.length).toBeGreaterThan(20);

    const read = await slowReader.answer(() => delay(10));
    expect((await readPdf(read.body)).pages.length).toBeGreaterThan(50);

    for (const stopped of [amidHead, amidBody])
      expect((await stopped.answer()).head).toMatch(/^HTTP\/1\.1 408 /);
    // The one that reads nothing still has its end of the connection: the service has closed its own.
    await expectUndisturbed(load);
    expect(deaf.socket.destroyed).toBe(false);
  });

  test('a template that never ends, whose callers are told', async () => {
    const templates = `${service.url}/admin/v1/companies/acme/templates`;
    const published = await request(`${templates}/non-disclosure-agreement/versions/9.0.0`, {
      method: 'PUT',
      headers: { ...service.adminHeaders, 'content-type': 'text/html' },
      reset: true,
      body: ENDLESS_TEXT,
    });
    expect([published.statusCode, await published.body.text()]).toEqual([201, expect.anything()]);
    const load = new Load(service, documents);
    const endless = (format: string) =>
      generate(
        service,
        JSON.stringify({
          templateId: 'non-disclosure-agreement',
          format,
          custom: true,
          data: { parties: [{ fullName: ENDLESS }] },
        }),
      );
    const asked = ['pdf', 'docx', 'pdf', 'docx'].map(endless);
    for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect([status, String(reason)]).toEqual([
        'rejected',
        expect.stringMatching(/^Error: 500 \{"status":"error","message":"Document generation failed; /),
      ]);
    await expectUndisturbed(load);
  });
});

describe('a caller who hangs up', () => {
  test.for([
    ['pdf', 20, 'browser', 'renderer'],
    ['docx', 200, 'render', 'render'],
  ] as const)(
    'frees its place and ends the work on its %s at once',
    async ([format, words, leader, worker]) => {
      const environment = { PDF_PAGES: '1', RENDER_PROCESSES: '1', BODY_LIMIT_BYTES: '8000000' };
      await using service = await startSteady({ environment });
      const find = async (role: string) =>
        (await processTree(service.pid)).find((found) => found.role === role);
      const abandon = async () => {
        const before = await vi.waitFor(async () => {
          const [pid, cpuMs] = [(await find(leader))?.pid, (await find(worker))?.cpuMs];
          if (pid === undefined || cpuMs === undefined) throw new Error(`there is no ${leader} yet`);
          return { pid, cpuMs };
        }, LIMIT);
        using caller = new RawCaller(service);
        caller.ask(heavyDocument(format, words));
        await vi.waitFor(async () => expect(await acceptedBy(service)).toBe(1), LIMIT);
        // A Word file is made in one step, which has begun; a PDF has to come to the page first.
        if (format === 'pdf')
          await vi.waitFor(
            async () => expect((await find(worker))?.cpuMs).toBeGreaterThan(before.cpuMs + 50),
            LIMIT,
          );
        const hungUp = performance.now();
        caller.socket.destroy();
        const ended = vi.waitFor(
          async () => {
            expect(() => process.kill(before.pid, 0)).toThrow('ESRCH');
            expect(await acceptedBy(service)).toBe(0);
          },
          { timeout: 10 * SOON_MS, interval: 5 },
        );
        // The work may have come to its end by itself before.
        await ended.catch(() => {});
        return performance.now() - hungUp;
      };
      const times = [await abandon()];
      while (times.length < 5 && times.every((time) => time >= SOON_MS)) times.push(await abandon());
      expect(Math.min(...times)).toBeLessThan(SOON_MS);
    },
  );
});
