import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { type Footprint, readMetrics } from '../../bench/rig/footprint.ts';
import { processTree } from '../../bench/rig/processes.ts';
import { readWord } from '../formats/word/read-word.ts';
import { readPdf } from '../service/use-cases/read-pdf.ts';
import { type Expected, expectedDocuments, generate, heavyDocument } from './expected.ts';
import { expectFootprint, restingFootprint } from './footprint.ts';
import { Load } from './load.ts';
import { RawCaller, requestFor } from './raw-caller.ts';
import { type SteadyService, startSteady } from './service.ts';

const HANGING_UP = 1_000;

const LIMIT = { timeout: 60_000, interval: 5 };

const ENDLESS =
  '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}';

/** Some 1,000 pages: Chromium prints them for five seconds, and the service waits a second for a caller who is gone. */
const MANY_PAGES = '{% for a in range(200) %}{% for b in range(200) %}<p>word</p>{% endfor %}{% endfor %}';

/** A company's own text in which this work is done if a party has the name `LONG`. */
const LONG = 'Long';
const textWith = (work: string) => `<!doctype html><html lang="en"><head><title>NDA</title></head><body>
  {% for party in parties %}{{ party.fullName }}{% if party.fullName == "${LONG}" %}${work}{% endif %}{% endfor %}
  </body></html>`;

describe('other callers are not affected by', () => {
  let service: SteadyService;
  let documents: Expected[];
  let atRest: Footprint;

  beforeAll(async () => {
    service = await startSteady({ environment: { RENDER_TIMEOUT_MS: '2000' } });
    documents = await expectedDocuments(service);
    atRest = await restingFootprint(service);
  });

  afterAll(async () => {
    await service[Symbol.asyncDispose]();
  });

  /** Continues the load, which must have got only documents, and checks that the resources are as before. */
  const expectUndisturbed = async (load: Load) => {
    await load.goOn();
    expect(Object.keys(await load.stop()).toSorted()).toEqual(['200 docx', '200 pdf']);
    const { descriptors, ...others } = atRest;
    await expectFootprint(service, others);
  };

  test(`${HANGING_UP} callers who hang up during their request or while it is processed`, async () => {
    const load = new Load(service, documents);
    const callAndHangUp = async (number: number) => {
      const bytes = requestFor(service, documents[number % 2]?.body ?? '');
      const parts = [0.1, 0.9, 1, 1];
      using caller = new RawCaller(service);
      await once(caller.socket, 'connect');
      caller.socket.write(bytes.slice(0, bytes.length * (parts[number % parts.length] ?? 1)));
      // Each one at another moment.
      await delay(number % 61);
    };
    let called = 0;
    const hangUp = async () => {
      while (called < HANGING_UP) await callAndHangUp(called++);
    };
    await Promise.all(Array.from({ length: 40 }, hangUp));
    await expectUndisturbed(load);
  });

  test('a template that never ends, whose own callers get an error', async () => {
    await publish(service, textWith(ENDLESS));
    const load = new Load(service, documents);
    const asked = (['pdf', 'docx', 'pdf', 'docx'] as const).map((format) =>
      generate(service, longDocument(format)),
    );
    for (const { status, reason } of (await Promise.allSettled(asked)) as PromiseRejectedResult[])
      expect([status, String(reason)]).toEqual([
        'rejected',
        expect.stringMatching(/^Error: 500 \{"status":"error","message":"Document generation failed; /),
      ]);
    await expectUndisturbed(load);
  });

  // No Word file takes so long: the steps of a text and the elements of a document are limited.
  test('a caller who hangs up during a print that takes long, which is not completed', async () => {
    await using small = await startSteady();
    await publish(small, textWith(MANY_PAGES));
    await abandonPrint(small);
  });

  test('slow callers, or callers who stop sending or reading, who are disconnected', async () => {
    const [document = ''] = documents.map(({ body }) => requestFor(service, body));
    // Stop in the middle of their request. One of them has a place, until the service disconnects both within half a minute.
    using early = call(service, document.slice(0, 40));
    using late = call(service, document.slice(0, -40));
    const stopped = [early, late].map((caller) => caller.answer());
    // Not awaited if the test fails before.
    for (const answer of stopped) answer.catch(() => {});
    // Reads nothing.
    using deaf = call(
      service,
      'GET /openapi.json HTTP/1.1\r\nhost: localhost\r\n\r\n'.repeat(200) + document,
    );
    const load = new Load(service, documents, 2);
    using slowWriter = new RawCaller(service);
    using slowReader = call(service, requestFor(service, heavyDocument('pdf')));

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

    for (const answer of stopped) expect((await answer).head).toMatch(/^HTTP\/1\.1 408 /);
    await expectUndisturbed(load);
    // The service has closed its end of the connection to the caller that reads nothing.
    await expectFootprint(service, atRest);
    expect(deaf.socket.destroyed).toBe(false);
  });
});

function call(service: SteadyService, bytes: string): RawCaller {
  const caller = new RawCaller(service);
  caller.socket.write(bytes);
  return caller;
}

async function publish(service: SteadyService, text: string): Promise<void> {
  const templates = `${service.url}/admin/v1/companies/acme/templates`;
  const published = await request(`${templates}/non-disclosure-agreement/versions/9.0.0`, {
    method: 'PUT',
    headers: { ...service.adminHeaders, 'content-type': 'text/html' },
    reset: true,
    body: text,
  });
  expect([published.statusCode, await published.body.text()]).toEqual([201, expect.anything()]);
}

/** A request in which the work of the published text is done. */
function longDocument(format: 'pdf' | 'docx'): string {
  const data = { parties: [{ fullName: LONG }] };
  return JSON.stringify({ templateId: 'non-disclosure-agreement', format, custom: true, data });
}

/**
 * Hangs up during a print, and waits until its browser, which a document that ends soon would keep, has been ended for
 * that reason.
 */
async function abandonPrint(service: SteadyService): Promise<void> {
  const find = async (role: string) =>
    (await processTree(service.pid)).filter((found) => found.role === role);
  const cpuMs = async () => (await find('renderer')).reduce((sum, found) => sum + found.cpuMs, 0);
  await restingFootprint(service);
  const browsers = (await find('browser')).map(({ pid }) => pid);
  const before = await cpuMs();
  using caller = new RawCaller(service);
  caller.ask(longDocument('pdf'));
  // The start of a browser takes less than a second, and the print takes more.
  await vi.waitFor(async () => expect(await cpuMs()).toBeGreaterThan(before + 1_000), LIMIT);
  caller.socket.destroy();
  await vi.waitFor(async () => {
    const stayed = (await find('browser')).filter(({ pid }) => browsers.includes(pid));
    expect(stayed).toHaveLength(1);
    const metric = await readMetrics(service);
    expect(metric('workers_replaced_total{worker="printing page",cause="caller gone"}')).toBe(1);
    expect(metric('documents_accepted')).toBe(0);
  }, LIMIT);
}
