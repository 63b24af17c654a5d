import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { processTree } from '../../../bench/rig/processes.ts';
import { vitalsOf } from '../../../src/workers/processes/vitals.ts';
import { certify } from '../../received/seal/certificates.ts';
import { ONE_PAGE, withTable } from '../../received/seal/make-pdf.ts';
import { type Answer, startEmbedded, type TestService } from '../../service.ts';
import { NDA_DATA, ndaRequest, ndaText } from '../overrides/publishing.ts';

/** What the service says when something outside of it killed the process that did the work. */
const KILLED = {
  status: 503,
  json: {
    status: 'error',
    message: 'The service lost the process that did the work; try again in a moment',
  },
};

/** A process that was idle, and has used this much since, is at work. */
const AT_WORK_CPU_MS = 30;
/** A process that uses no processor time for so long is idle. */
const IDLE_FOR_MS = 200;

const DOCX = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';
const NDA = 'non-disclosure-agreement';
/** Of all filters, the one that takes longest for its steps. */
const LOOPS =
  '{% for a in range(80) %}{% for b in range(1000) %}{% set c = "2027-01-04" | date %}{% endfor %}{% endfor %}';
/** Keeps a render process and a printing page busy for longer than that. */
const LONG = ndaText(
  LOOPS +
    '{% for i in range(4) %}{% for j in range(1000) %}</p><p>Clause {{ i }}.{{ j }} of the long text' +
    '{% endfor %}{% endfor %}',
);
/** A seal of a printed file takes less time than it takes to see a process at work: this file has 200,000 objects. */
const TO_SEAL = withTable({
  ...ONE_PAGE,
  ...Object.fromEntries(Array.from({ length: 200_000 }, (_, index) => [index + 4, '<<>>'])),
});

let service: TestService;
let key: string;
let returned: Buffer;
const { pem } = certify('Ada Obi');
beforeAll(async () => {
  service = await startEmbedded({ PDF_PAGES: '2', RENDER_PROCESSES: '2', PRINT_TIMEOUT_MS: '100000' });
  const rights = ['generate', 'texts'];
  key = ((await service.admin('POST', '/companies/acme/keys', { rights })).json as { key: string }).key;
  for (const [version, text] of [
    ['1.0.0', ndaText('short')],
    ['2.0.0', LONG],
  ] as const)
    expect((await texts('PUT', version, text)).status).toBe(201);
  returned = (await long('docx')).bytes;
});
afterAll(() => service[Symbol.asyncDispose]());

/** Makes a document of the company, for which it gets its workers back. */
const recover = async () => {
  for (const format of ['docx', 'pdf'])
    expect((await documents('generate', ndaRequest({ version: '1.0.0', format }))).status).toBe(200);
};

/**
 * The processor time that each process of this role has used, once all are idle: another one starts after a kill, and a
 * browser clears its last page away.
 */
async function idleProcesses(role: string): Promise<Map<number, number>> {
  let before: string | undefined;
  for (;;) {
    const tree = (await processTree(process.pid)).filter((one) => one.role === role);
    const vitals = new Map(tree.map(({ pid }) => [pid, vitalsOf(pid)]));
    const used = new Map(vitals.entries().map(([pid, { cpuMs }]) => [pid, cpuMs]));
    const now = JSON.stringify([...used]);
    if (now === before && !vitals.values().some((one) => one.isRunnable())) return used;
    before = now;
    await pause(IDLE_FOR_MS);
  }
}

/** Kills the processes of this role, one of which does the work of a request, as an operator or the kernel would. */
async function killDuring(
  role: string,
  send: () => Promise<Answer>,
): Promise<Pick<Answer, 'status' | 'json'>> {
  await recover();
  const before = await idleProcesses(role);
  const over = new AbortController();
  const answer = send().finally(() => over.abort());
  const isAtWork = ([pid, cpuMs]: readonly [number, number]) => vitalsOf(pid).cpuMs - cpuMs >= AT_WORK_CPU_MS;
  while (!over.signal.aborted && !before.entries().some(isAtWork)) await pause(1);
  if (!over.signal.aborted) for (const pid of before.keys()) process.kill(pid, 'SIGKILL');
  const { status, bytes } = await answer;
  return { status, json: status === 200 ? undefined : JSON.parse(bytes.toString()) };
}

const documents = (path: string, body: object | Buffer, headers: Record<string, string> = {}) =>
  service.send('POST', `/api/v1/documents/${path}`, { 'x-key': key, ...headers }, body);
const texts = (method: string, path: string, text = LONG) => {
  const headers = { 'x-key': key, 'content-type': 'text/html; charset=utf-8' };
  return service.send(method, `/api/v1/texts/${NDA}/versions/${path}`, headers, text);
};
const long = (format: 'pdf' | 'docx') => documents('generate', ndaRequest({ version: '2.0.0', format }));
const own = { templateId: NDA, custom: true, version: '2.0.0' };
const file = { 'content-type': DOCX };

test.for<[what: string, role: string, send: () => Promise<Answer>]>([
  ['generate, Word', 'render', () => long('docx')],
  ['generate, PDF', 'render', () => long('pdf')],
  ['generate, PDF', 'renderer', () => long('pdf')],
  ['generate, PDF', 'browser', () => long('pdf')],
  ['validate', 'render', () => documents('validate', ndaRequest({ version: '2.0.0' }))],
  ['preview', 'render', () => documents('preview', { ...own, data: NDA_DATA })],
  ['preview', 'renderer', () => documents('preview', { ...own, data: NDA_DATA })],
  ['preview of a text', 'render', () => documents('preview', { templateId: NDA, data: {}, text: LONG })],
  ['preview of a text', 'renderer', () => documents('preview', { templateId: NDA, data: {}, text: LONG })],
  [
    'compare',
    'render',
    () => documents('compare', { ...own, from: { data: NDA_DATA }, to: { data: NDA_DATA } }),
  ],
  ['read', 'render', () => documents('read', returned, file)],
  ['read, as a redline', 'render', () => documents('read', returned, { ...file, accept: DOCX })],
  [
    'seal',
    'render',
    () => documents('seal/prepare', { file: TO_SEAL.toString('base64'), certificates: [pem] }),
  ],
  ['check', 'render', () => texts('POST', '3.0.0/check')],
  ['publish', 'render', () => texts('PUT', '3.0.0')],
  ['publish', 'renderer', () => texts('PUT', '3.0.0')],
])('%s with a killed %s is 503', async ([, role, send]) => {
  expect(await killDuring(role, send)).toEqual(KILLED);
});

test('three kills do not make a text refused', async () => {
  for (let kill = 1; kill <= 3; kill += 1)
    expect(await killDuring('render', () => long('docx'))).toEqual(KILLED);
  expect((await long('docx')).status).toBe(200);
});
