import { createHash } from 'node:crypto';
import { request } from 'undici';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { readMetrics } from '../../bench/rig/footprint.ts';
import { RefusedTexts } from '../../src/documents/refused-texts.ts';
import type { OwnText } from '../../src/pool/job.ts';
import { startSteady } from '../steady/service.ts';

const TEXT: OwnText = { owner: 'acme', sha256: 'aa' };
const OTHER: OwnText = { owner: 'acme', sha256: 'bb' };
/** The same text, which another company has published too. */
const SAME: OwnText = { owner: 'other', sha256: 'aa' };
const REFUSED =
  'Document generation failed; documents of this text have ended three of the processes that make documents within a minute, and it is refused for a minute';

describe('a text that ends workers', () => {
  beforeEach(() => {
    vi.useFakeTimers({ toFake: ['performance'] });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  const lose = (texts: RefusedTexts, times: number, text = TEXT) => {
    for (let loss = 0; loss < times; loss += 1) texts.noteLoss(text);
  };

  test('is refused for a minute after the third worker, and no other text is', () => {
    const told: OwnText[] = [];
    const texts = new RefusedTexts((text) => told.push(text));
    lose(texts, 2);
    texts.check(TEXT);
    lose(texts, 1);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    texts.check(OTHER);
    texts.check({});
    expect([texts.current, texts.refusals, told]).toEqual([1, 1, [TEXT]]);

    vi.advanceTimersByTime(59_999);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    vi.advanceTimersByTime(1);
    texts.check(TEXT);
    expect([texts.current, texts.refusals]).toEqual([0, 2]);
  });

  test('is not refused if the three are more than a minute apart', () => {
    const texts = new RefusedTexts(() => {});
    lose(texts, 2);
    vi.advanceTimersByTime(60_000);
    lose(texts, 2);
    texts.check(TEXT);
    lose(texts, 1);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
  });

  test('is refused to the company whose documents ended them, and not to another that has the same text', () => {
    const told: OwnText[] = [];
    const texts = new RefusedTexts((text) => told.push(text));
    lose(texts, 2, SAME);
    lose(texts, 3);
    expect(() => texts.check(TEXT)).toThrow(REFUSED);
    texts.check(SAME);
    lose(texts, 1, SAME);
    expect(() => texts.check(SAME)).toThrow(REFUSED);
    expect(told).toEqual([TEXT, SAME]);
  });

  test('is never refused if it is in the catalogue', () => {
    const texts = new RefusedTexts(() => {});
    lose(texts, 10, {});
    texts.check({});
    expect(texts.current).toBe(0);
  });
});

test('the service refuses such a text in both formats, and logs and counts it', async () => {
  await using service = await startSteady({ environment: { RENDER_TIMEOUT_MS: '100000' } });
  const templateId = 'non-disclosure-agreement';
  // If the project is called "boom", it has more elements than a render process has memory for.
  const source =
    '{% if project != "empty" %}<p>ok</p>{% endif %}{% if project == "boom" %}<ol class="clauses">{% for a in range(40) %}{% for b in range(1000) %}<li>x{% endfor %}{% endfor %}</ol>{% endif %}';
  const published = await request(
    `${service.url}/admin/v1/companies/acme/templates/${templateId}/versions/1.0.0`,
    { method: 'PUT', headers: { ...service.adminHeaders, 'content-type': 'text/html' }, body: source },
  );
  expect([published.statusCode, await published.body.json()]).toEqual([201, expect.anything()]);
  const generate = async (format: string, project: string) => {
    const data = { parties: [{ fullName: 'Ada Obi' }], project };
    const { statusCode, body } = await request(`${service.url}/api/v1/documents/generate`, {
      method: 'POST',
      headers: service.headers,
      body: JSON.stringify({ templateId, custom: true, format, data }),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    return [statusCode, statusCode === 200 ? bytes.subarray(0, 2).toString() : JSON.parse(bytes.toString())];
  };
  const failed = (message: string) => [500, { status: 'error', message }];

  // A document without content is one too.
  expect(await generate('pdf', 'empty')).toEqual([200, '%P']);
  for (let loss = 0; loss < 3; loss += 1)
    expect(await generate('docx', 'boom')).toEqual(
      failed('Document generation failed; it needs more memory than is allowed'),
    );
  for (const format of ['docx', 'pdf']) expect(await generate(format, 'calm')).toEqual(failed(REFUSED));

  const metric = await readMetrics(service);
  expect([metric('refused_texts'), metric('refused_text_documents_total')]).toEqual([1, 2]);
  const linesWith = (words: string) =>
    service.process.output
      .split('\n')
      .filter((line) => line.includes(words))
      .map((line) => JSON.parse(line));
  const [, ...failures] = linesWith('"route":"/api/v1/documents/generate"').map(({ reqId }) => reqId);
  expect(failures).toHaveLength(5);
  const ofRequest = (words: string) =>
    linesWith(words).map(({ reqId, companyId, owner }) => ({ reqId, companyId, owner }));
  expect(ofRequest('a render process was lost')).toEqual(
    failures.slice(0, 3).map((reqId) => ({ reqId, companyId: 'acme', owner: 'acme' })),
  );
  expect(linesWith('cost three workers')).toEqual([
    expect.objectContaining({
      level: 'warn',
      owner: 'acme',
      sha256: createHash('sha256').update(source).digest('hex'),
    }),
  ]);
});
