import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { strToU8, unzipSync, zipSync } from 'fflate';
import { request } from 'undici';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CONTENT_TYPES } from '../../schemas/formats.ts';
import { edited } from '../received/returned/fill-word.ts';
import { certify } from '../received/seal/certificates.ts';
import { ONE_PAGE, withTable } from '../received/seal/make-pdf.ts';
import { NDA_DATA, ndaText } from '../service/overrides/publishing.ts';
import { limitMemory } from './memory-limit.ts';
import { type SteadyService, startSteady } from './service.ts';

// Bodies, files and texts that are made to cost much, eight at a time, in the memory of the manifests
// (deploy/kubernetes/base/deployment.yaml): the contract's "Bodies and answers". Where this user may not limit memory, without that.

const AT_A_TIME = 8;
const MEBIBYTE = 1_048_576;
/** Of the main process (CONTRACT: 600 MB). */
const MAIN_BYTES = 600_000_000;
/**
 * For which its main thread may be busy without a pause, in processor time: `/livez` must not be silent for 100 ms, and work
 * takes more processor time on a core that other programs share. The most measured was 62 ms, at a load of 6 on two cores.
 */
const LONGEST_MS = 150;
const NDA = 'non-disclosure-agreement';

let service: SteadyService;
let keys: Readonly<Record<'attacker' | 'other', string>>;
let word: Buffer;
const stretchesFile = path.join(tmpdir(), `stretches-${process.pid}`);
const limit = limitMemory(2_048 * MEBIBYTE);
const { pem } = certify('Ada Obi');

const send = async (
  method: 'GET' | 'POST',
  path: string,
  headers: Record<string, string>,
  body?: unknown,
) => {
  const sent = body === undefined || Buffer.isBuffer(body) ? (body ?? null) : JSON.stringify(body);
  const answer = await request(service.url + path, { method, headers, body: sent });
  return { status: answer.statusCode, bytes: Buffer.from(await answer.body.arrayBuffer()) };
};
const generate = (key: string) =>
  send('POST', '/api/v1/documents/generate', json(key), { templateId: NDA, format: 'docx', data: NDA_DATA });
const json = (key: string) => ({ 'x-key': key, 'content-type': 'application/json' });

const newKey = async (company: string) => {
  const post = (path: string, body: object) =>
    send(
      'POST',
      `/admin/v1/companies${path}`,
      { ...service.adminHeaders, 'content-type': 'application/json' },
      body,
    );
  await post('', { companyId: company, name: company });
  const { bytes } = await post(`/${company}/keys`, { rights: ['generate', 'texts'] });
  return (JSON.parse(bytes.toString()) as { key: string }).key;
};

beforeAll(async () => {
  service = await startSteady({
    environment: { MAX_QUEUE: '1000', STRETCHES_FILE: stretchesFile },
    preloads: [fileURLToPath(new URL('stretches.preload.ts', import.meta.url))],
    ...(limit !== undefined && { wrapper: () => limit.wrapper }),
  });
  keys = { attacker: await newKey('attacker'), other: await newKey('other') };
  word = (await generate(keys.other)).bytes;
});
afterAll(async () => {
  await service[Symbol.asyncDispose]();
  limit?.[Symbol.dispose]();
  rmSync(stretchesFile, { force: true });
});

const MAIN = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const paragraph = (text: string) => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
/** The agreement with more at its end. */
const withBody = (more: string) =>
  edited(word, (body) => {
    const end = body.lastIndexOf('<w:sectPr');
    return body.slice(0, end) + more + body.slice(end);
  });
const withParts = (file: Uint8Array, parts: Readonly<Record<string, Uint8Array>>) =>
  zipSync({ ...unzipSync(file), ...parts });

/** Fields that inherit one value. */
const inheriting = () =>
  withTable({
    ...ONE_PAGE,
    1: '<</Type /Catalog /Pages 2 0 R /AcroForm <</Fields [4 0 R]>>>>',
    4: `<</T (parties) /V (${'A'.repeat(200_000)}) /Kids [${Array.from({ length: 2_000 }, (_, index) => `${index + 5} 0 R`).join(' ')}]>>`,
    ...Object.fromEntries(
      Array.from({ length: 2_000 }, (_, index) => [index + 5, `<</T (${index}) /FT /Tx /Parent 4 0 R>>`]),
    ),
  });

const readFile = (type: 'docx' | 'pdf', make: () => Uint8Array) => (key: string) => {
  const file = Buffer.from(make());
  return () =>
    send('POST', '/api/v1/documents/read', { 'x-key': key, 'content-type': CONTENT_TYPES[type] }, file);
};
const seal = (make: () => unknown) => (key: string) => {
  const made = make();
  const body = Buffer.isBuffer(made) ? made : { file: '', certificates: [pem], ...(made as object) };
  return () => send('POST', '/api/v1/documents/seal/prepare', json(key), body);
};
const post = (path: string, body: unknown) => (key: string) => () =>
  send('POST', `/api/v1/documents/${path}`, json(key), body);
const checkText = (text: string) => (key: string) => {
  const headers = { 'x-key': key, 'content-type': 'text/html' };
  return () => send('POST', `/api/v1/texts/${NDA}/versions/1.0.0/check`, headers, Buffer.from(ndaText(text)));
};

type Attack = readonly [
  what: string,
  statuses: readonly number[],
  make: (key: string) => () => ReturnType<typeof send>,
];

/** 503: a key has one preview and one check at a time. */
const ONE_PER_KEY = 503;

test.for<Attack>([
  ['20 MB of brackets to be sealed', [413], seal(() => Buffer.alloc(20_000_000, '['))],
  ['1 MB of brackets to preview', [413, ONE_PER_KEY], post('preview', Buffer.alloc(1_000_000, '['))],
  ['80,000 objects', [400], post('generate', Buffer.from(`[${'{},'.repeat(80_000)}{}]`))],
  ['9 MB of a reason', [413], seal(() => ({ reason: 'A'.repeat(9_000_000) }))],
  [
    'a string of 8 MB in a PDF',
    [200],
    seal(() => ({ file: withTable({ ...ONE_PAGE, 4: `(${'A'.repeat(8_000_000)})` }).toString('base64') })),
  ],
  [
    'an author of 1 MB',
    [200],
    readFile('docx', () =>
      withBody(`<w:ins w:id="1" w:author="${'A'.repeat(MEBIBYTE)}">${paragraph('more').repeat(300)}</w:ins>`),
    ),
  ],
  [
    'a comment of 1 MB at 50 places',
    [200],
    readFile('docx', () =>
      withParts(withBody(`<w:commentRangeStart w:id="7"/>${paragraph('more')}`.repeat(50)), {
        'word/comments.xml': strToU8(
          `<w:comments ${MAIN}><w:comment w:id="7" w:author="B">${paragraph('why '.repeat(250_000))}</w:comment></w:comments>`,
        ),
      }),
    ),
  ],
  [
    'a control of 7 MB in one word',
    [422],
    readFile('docx', () =>
      withBody(
        `<w:sdt><w:sdtPr><w:tag w:val="project"/></w:sdtPr><w:sdtContent>${paragraph('A'.repeat(7_000_000))}</w:sdtContent></w:sdt>`,
      ),
    ),
  ],
  [
    'elements within elements, 100,000 deep',
    [422],
    readFile('docx', () => withBody('<w:sdt>'.repeat(100_000))),
  ],
  [
    'fifteen parts of 8 MB',
    [422],
    readFile('docx', () =>
      withParts(
        word,
        Object.fromEntries(
          Array.from({ length: 15 }, (_, index) => [`word/${index}.xml`, new Uint8Array(8 * MEBIBYTE)]),
        ),
      ),
    ),
  ],
  ['2,000 fields that inherit 200 KB', [422], readFile('pdf', inheriting)],
  ['a word of 500 KB in a text', [200, 422, ONE_PER_KEY], checkText('A'.repeat(500_000))],
  [
    'loops in a text',
    [200, 422, ONE_PER_KEY],
    checkText(
      '{% for a in range(1000) %}{% for b in range(1000) %}{% for c in range(1000) %}{% endfor %}{% endfor %}{% endfor %}',
    ),
  ],
])('%s, eight at a time, stop nobody', async ([, statuses, make], { annotate }) => {
  const attack = make(keys.attacker);
  forgetMostMemory();
  writeFileSync(stretchesFile, '');
  const over = new AbortController();
  const attacks = Promise.all(Array.from({ length: AT_A_TIME }, attack)).finally(() => over.abort());
  const beside: number[] = [];
  do {
    beside.push((await generate(keys.other)).status, (await send('GET', '/livez', {})).status);
  } while (!over.signal.aborted);
  const answers = await attacks;
  const longest = longestStretch();
  await annotate(
    `${answers.map(({ status }) => status).join()}, ${Math.max(...answers.map(({ bytes }) => bytes.length))} bytes, ${beside.length / 2} beside, ${mostMemory()}, ${longest} ms at a stretch`,
  );
  expect(new Set(beside)).toEqual(new Set([200]));
  expect(
    answers
      .filter(({ status }) => !statuses.includes(status))
      .map(({ status, bytes }) => [status, bytes.toString().slice(0, 500)]),
  ).toEqual([]);
  expect(limit?.kills() ?? 0).toBe(0);
  expect(mostMemory()).toBeLessThan(MAIN_BYTES);
  expect(longest).toBeLessThan(LONGEST_MS);
});

/** Makes the kernel measure the most memory from now on: see proc(5). */
function forgetMostMemory(): void {
  writeFileSync(`/proc/${service.pid}/clear_refs`, '5');
}

/** @returns ms of processor time, since the file was emptied */
function longestStretch(): number {
  return Math.max(...readFileSync(stretchesFile, 'utf8').split('\n').map(Number));
}

/** Of the main process. */
function mostMemory(): number {
  const status = readFileSync(`/proc/${service.pid}/status`, 'utf8');
  return Number(/^VmHWM:\s*(\d+) kB/m.exec(status)?.[1]) * 1_024;
}
