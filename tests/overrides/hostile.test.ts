import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readWord } from '../documents/read-word.ts';
import { PAYLOADS } from '../render/corpus/payloads.ts';
import { startService, type TestService } from '../service.ts';
import { databases, type Place } from '../store/databases.ts';
import { pdfText } from './pdf-text.ts';
import { createPublisher, NDA_DATA, ndaRequest, type Publisher } from './publishing.ts';

const NDA = 'non-disclosure-agreement';
const RENDER_TIMEOUT_MS = 1_500;
const PRINT_TIMEOUT_MS = 2_000;
const QUEUE_TIMEOUT_MS = 3_000;
/** Waiting and working for both steps, on a machine that is busy. */
const BOUND_MS = 2 * (2 * QUEUE_TIMEOUT_MS + RENDER_TIMEOUT_MS + PRINT_TIMEOUT_MS);
/** How an engine, a file or the environment looks when it is printed. */
const INSIDE = /nativecode|\[object|function\w*\(|root:x:|PWNED|CANARY|file:\/\/|node_modules/;

describe('a hostile override', () => {
  let place: Place;
  let service: TestService;
  let hostile: Publisher;
  let harmless: Publisher;

  beforeAll(async () => {
    const [embedded] = databases;
    if (embedded === undefined) throw new Error('there is no database to test over');
    place = await embedded.makePlace();
    service = await startService(place, {
      PDF_PAGES: '2',
      RENDER_PROCESSES: '2',
      RENDER_TIMEOUT_MS: String(RENDER_TIMEOUT_MS),
      PRINT_TIMEOUT_MS: String(PRINT_TIMEOUT_MS),
      QUEUE_TIMEOUT_MS: String(QUEUE_TIMEOUT_MS),
    });
    hostile = await createPublisher(service, 'hostile');
    harmless = await createPublisher(service, 'harmless');
  });
  afterAll(async () => {
    await service[Symbol.asyncDispose]();
    await place[Symbol.asyncDispose]();
  });

  test.each(PAYLOADS.map(({ name, template }, index) => [name, template, `1.0.${index}`] as const))(
    'does not leave the sandbox: %s',
    async (_, template, version) => {
      const { status } = await hostile.publish(NDA, version, template);
      expect([201, 422]).toContain(status);
      if (status === 422) return;
      const [docx, pdf] = await Promise.all(
        ['docx', 'pdf'].map((format) => hostile.generate(ndaRequest({ version, format }))),
      );
      const said = docx?.status === 200 ? readWord(docx.bytes).blocks.join('') : '';
      const printed = pdf?.status === 200 ? await pdfText(pdf.bytes) : '';
      expect((said + printed).replace(/\s+/g, '')).not.toMatch(INSIDE);
    },
  );

  /** Each makes a document of the sample, and takes what it can get when the project is called "boom". */
  const BOMBS = {
    'loops without end': '{% for a in range(999) %}{% for b in range(999) %}x{% endfor %}{% endfor %}',
    'calls itself': '{{ again() }}',
    'doubles a text': `{% set a = "aaaaaaaaaaaaaaaa" %}${'{% set a = a ~ a %}'.repeat(30)}{{ a }}`,
    'prints without end':
      '{% for a in range(999) %}{% for b in range(300) %}<p>xxxxxxxxxxxx</p>{% endfor %}{% endfor %}',
    'nests its lists': `${'{% set a = [a, a, a, a] %}'.repeat(40)}{{ a }}`,
    'styles all by all': `<style>${Array.from({ length: 3_000 }, (_, n) => `p:nth-child(${n}n) ~ p p ~ p { color: red }`).join('')}</style>{% for a in range(200) %}{% for b in range(50) %}<p>x{% endfor %}{% endfor %}`,
    'has 48,000 elements': '{% for a in range(240) %}{% for b in range(200) %}<p>x{% endfor %}{% endfor %}',
    'prints a page without end': '<p style="height: 100000000px">x</p>',
  };
  const bombs = Object.entries(BOMBS);
  /** Those that only a deadline ends. */
  const SLOW = [5, 6, 7];
  const versionOf = (index: number) => `2.0.${index}`;
  const explode = (index: number, format: string) =>
    hostile.generate(
      ndaRequest({ version: versionOf(index), format, data: { ...NDA_DATA, project: 'boom' } }),
    );
  test.each(bombs.map(([name, bomb], index) => [name, bomb, index] as const))(
    'is published while it hides that it %s, and costs its caller no more than the deadline',
    async (_, bomb, index) => {
      const text = `{% macro again() %}{{ again() }}{% endmacro %}<p>ok</p>{% if project == "boom" %}${bomb}{% endif %}`;
      expect((await hostile.publish(NDA, versionOf(index), text)).status).toBe(201);
      for (const format of ['docx', 'pdf']) {
        const started = performance.now();
        const { status } = await explode(index, format);
        expect([200, 500]).toContain(status);
        // Beside its work it waits, for a process or page that another bomb has cost.
        expect(performance.now() - started).toBeLessThan(BOUND_MS);
      }
    },
  );

  test('that takes long to check leaves the rest of the service to others', async () => {
    let isOver = false;
    const publishing = Promise.all(
      SLOW.map((index) => hostile.publish(NDA, `3.0.${index}`, `<p>ok</p>${bombs[index]?.[1]}`)),
    ).finally(() => {
      isOver = true;
    });
    const statuses: number[] = [];
    while (!isOver) {
      const format = statuses.length % 2 ? 'pdf' : 'docx';
      statuses.push((await harmless.generate({ templateId: NDA, format, data: NDA_DATA })).status);
    }
    expect((await publishing).map(({ status }) => status)).toEqual(SLOW.map(() => 422));
    // Behind each check it would be three.
    expect(statuses.length).toBeGreaterThan(2 * SLOW.length);
    expect(new Set(statuses)).toEqual(new Set([200]));
  });
});
