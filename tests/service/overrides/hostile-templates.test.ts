import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { request } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { processTree } from '../../../bench/rig/processes.ts';
import { readWord } from '../../formats/word/read-word.ts';
import { expectValid } from '../../formats/word/valid.ts';
import { partOf } from '../../part.ts';
import { type SteadyService, startSteady } from '../../steady/service.ts';
import { pdfText } from './pdf-text.ts';
import { NDA_DATA } from './publishing.ts';

interface Hostile {
  readonly name: string;
  readonly kind: string;
  readonly template: string;
}

const CORPUS = path.join(import.meta.dirname, 'corpus', 'hostile-templates.json.gz');
const TEMPLATES: readonly Hostile[] = JSON.parse(gunzipSync(readFileSync(CORPUS)).toString());

/** Names of the templates that once ended a process. */
const FAULTS = /^css-proto crash|^percent of/;

const NDA = 'non-disclosure-agreement';

/** Matches printed parts of the engine, a file or the environment. */
const INSIDE = /nativecode|\[object|function\w*\(|root:x:|PWNED|CANARY|file:\/\/|node_modules/;

/** The memory of one pod (docs/performance.md), for all companies together. */
const MOST_MEGABYTES = 2_000;
const SAMPLE_EVERY_MS = 100;

describe('a hostile template', () => {
  let service: SteadyService;
  const memory = { isOver: false, most: 0, sampling: Promise.resolve() };

  beforeAll(async () => {
    service = await startSteady({ environment: { PRINT_TIMEOUT_MS: '6000' } });
    memory.sampling = sample();
  });

  afterAll(async () => {
    memory.isOver = true;
    await memory.sampling;
    await service[Symbol.asyncDispose]();
  });

  async function sample(): Promise<void> {
    while (!memory.isOver) {
      memory.most = Math.max(memory.most, await anonymousMegabytes(service.pid));
      await delay(SAMPLE_EVERY_MS);
    }
  }

  /** @returns the status, and the file if there is one */
  async function generate(version: string, format: string) {
    const { statusCode, body } = await request(`${service.url}/api/v1/documents/generate`, {
      method: 'POST',
      headers: service.headers,
      body: JSON.stringify({
        templateId: NDA,
        version,
        custom: true,
        format,
        data: { ...NDA_DATA, project: 'boom' },
      }),
    });
    const bytes = Buffer.from(await body.arrayBuffer());
    return { status: statusCode, file: statusCode === 200 ? bytes : undefined };
  }

  const cases = TEMPLATES.map(
    ({ name, kind, template }, index) => [kind, name, template, `1.0.${index}`] as const,
  );
  const isFault = ([, name]: (typeof cases)[number]) => FAULTS.test(name);
  test.each([
    ...cases.filter(isFault),
    ...partOf(
      cases.filter((one) => !isFault(one)),
      8,
    ),
  ])('(%s) is refused or harmless: %s', async (_kind, _name, template, version) => {
    const published = await request(
      `${service.url}/admin/v1/companies/acme/templates/${NDA}/versions/${version}`,
      { method: 'PUT', headers: { ...service.adminHeaders, 'content-type': 'text/html' }, body: template },
    );
    await published.body.dump();
    expect([201, 422]).toContain(published.statusCode);
    if (published.statusCode === 422) return;

    const [pdf, docx] = await Promise.all([generate(version, 'pdf'), generate(version, 'docx')]);
    expect([200, 500]).toContain(pdf.status);
    expect([200, 500]).toContain(docx.status);
    let said = '';
    if (pdf.file !== undefined) said += await pdfText(pdf.file);
    if (docx.file !== undefined) {
      said += readWord(docx.file).blocks.join('');
      await expectValid(docx.file);
    }
    expect(said.replace(/\s+/g, '')).not.toMatch(INSIDE);
  });

  test('uses no more memory than a pod has, and the service still works', async () => {
    expect(memory.most).toBeGreaterThan(100);
    expect(memory.most).toBeLessThan(MOST_MEGABYTES);
    for (const format of ['pdf', 'docx']) {
      const body = JSON.stringify({ templateId: NDA, format, data: NDA_DATA });
      const answer = await request(`${service.url}/api/v1/documents/generate`, {
        method: 'POST',
        headers: service.headers,
        body,
      });
      await answer.body.dump();
      expect([format, answer.statusCode]).toEqual([format, 200]);
    }
  });
});

/** Memory allocated by all processes of a service; memory that several share is divided among them. */
async function anonymousMegabytes(pid: number): Promise<number> {
  const sizes = await Promise.all(
    (await processTree(pid)).map(async (process) => {
      const rollup = await readFile(`/proc/${process.pid}/smaps_rollup`, 'utf8').catch(() => '');
      return Number(/^Pss_Anon: +(\d+) kB/m.exec(rollup)?.[1] ?? 0) / 1_024;
    }),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}
