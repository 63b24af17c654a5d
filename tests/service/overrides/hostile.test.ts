import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWord } from '../../formats/word/read-word.ts';
import { partOf } from '../../part.ts';
import { PAYLOADS } from '../../render/corpus/payloads.ts';
import { startEmbedded, startService, type TestService } from '../../service.ts';
import { acceptedBy } from '../../steady/footprint.ts';
import { databases, type Place } from '../store/databases.ts';
import { pdfText } from './pdf-text.ts';
import { createPublisher, NDA_DATA, ndaRequest, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
/** Matches printed parts of the engine, a file or the environment. */
const INSIDE = /nativecode|\[object|function\w*\(|root:x:|PWNED|CANARY|file:\/\/|node_modules/;

describe('a hostile override', () => {
  let place: Place;
  let service: TestService;
  let hostile: Publisher;

  beforeAll(async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no database to test over');
    place = await embedded.makePlace();
    service = await startService(place, {
      PDF_PAGES: '2',
      RENDER_PROCESSES: '2',
      RENDER_TIMEOUT_MS: '4000',
      PRINT_TIMEOUT_MS: '4000',
      QUEUE_TIMEOUT_MS: '120000',
    });
    hostile = await createPublisher(service, 'hostile');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  const payloads = PAYLOADS.map(({ name, template }, index) => [name, template, `1.0.${index}`] as const);
  test.each(partOf(payloads, 8))('does not leave the sandbox: %s', async (_, template, version) => {
    const { status } = await hostile.publish(NDA, version, template);
    expect([201, 422]).toContain(status);
    if (status === 422) return;
    const [docx, pdf] = await Promise.all(
      ['docx', 'pdf'].map((format) => hostile.generate(ndaRequest({ version, format }))),
    );
    const said = docx?.status === 200 ? readWord(docx.bytes).blocks.join('') : '';
    const printed = pdf?.status === 200 ? await pdfText(pdf.bytes) : '';
    expect((said + printed).replace(/\s+/g, '')).not.toMatch(INSIDE);
  });

  /** Each one makes a normal document of the sample, and exhausts a resource if the project is called "boom". */
  const BOMBS = {
    'loops without end': '{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}',
    'calls itself': '{{ again() }}',
    'doubles a text': `{% set a = "aaaaaaaaaaaaaaaa" %}${'{% set a = a ~ a %}'.repeat(30)}{{ a }}`,
    'prints without end':
      '{% for a in range(999) %}{% for b in range(300) %}<p>xxxxxxxxxxxx</p>{% endfor %}{% endfor %}',
    'nests its lists': `${'{% set a = [a, a, a, a] %}'.repeat(40)}{{ a }}`,
    'styles all by all': `<style>${Array.from({ length: 3_000 }, (_, n) => `p:nth-child(${n}n) ~ p p ~ p, p:has(~ p ~ :nth-child(${n}n)) { color: red }`).join('')}</style>{% for a in range(200) %}{% for b in range(50) %}<p>x{% endfor %}{% endfor %}`,
    'has 48,000 elements': '{% for a in range(240) %}{% for b in range(200) %}<p>x{% endfor %}{% endfor %}',
    'prints a page without end': '<p style="height: 100000000px">x</p>',
  };
  const bombs = Object.entries(BOMBS);
  /** The indexes of those that end only at a time limit. */
  const SLOW = [5, 6, 7];
  const versionOf = (index: number) => `2.0.${index}`;
  const explode = (index: number, format: string) =>
    hostile.generate(
      ndaRequest({ version: versionOf(index), format, data: { ...NDA_DATA, project: 'boom' } }),
    );
  test.each(
    partOf(
      bombs.map(([name, bomb], index) => [name, bomb, index] as const),
      4,
    ),
  )('that passes the check and later %s is stopped or completed', async (_, bomb, index) => {
    const text = `{% macro again() %}{{ again() }}{% endmacro %}<p>ok</p>{% if project == "boom" %}${bomb}{% endif %}`;
    expect((await hostile.publish(NDA, versionOf(index), text)).status).toBe(201);
    for (const format of ['docx', 'pdf']) {
      const { status } = await explode(index, format);
      expect([200, 500]).toContain(status);
    }
  });

  test('that takes long to check leaves the other workers to other companies', async () => {
    // With these limits, a document that waited for one of the checks would exceed the time limit of this test.
    await using patient = await startEmbedded({
      PDF_PAGES: '2',
      RENDER_PROCESSES: '2',
      RENDER_TIMEOUT_MS: '600000',
      PRINT_TIMEOUT_MS: '600000',
      QUEUE_TIMEOUT_MS: '600000',
    });
    const [publisher, harmless] = await Promise.all(
      ['publisher', 'harmless'].map((companyId) => createPublisher(patient, companyId)),
    );
    const stopped = new AbortController();
    const publishing = Promise.allSettled(
      SLOW.map((index) =>
        publisher?.publish(NDA, `3.0.${index}`, `<p>ok</p>${bombs[index]?.[1]}`, undefined, stopped.signal),
      ),
    );
    await expect.poll(() => acceptedBy(patient)).toBeGreaterThan(0);
    for (const format of ['docx', 'pdf', 'docx', 'pdf', 'docx', 'pdf']) {
      const { status } = (await harmless?.generate({ templateId: NDA, format, data: NDA_DATA })) ?? {};
      expect(status).toBe(200);
    }
    expect(await acceptedBy(patient)).toBeGreaterThan(0);
    stopped.abort();
    await publishing;
  });
});
