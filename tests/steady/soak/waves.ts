import { setTimeout as delay } from 'node:timers/promises';
import { type Dispatcher, request } from 'undici';
import { processTree } from '../../../bench/rig/processes.ts';
import { type Callable, type Expected, nameAnswer } from '../expected.ts';

/** The service that a wave uses. */
export interface Subject extends Callable {
  readonly pid: number;
  readonly documents: readonly Expected[];
}

/**
 * Sends `size` requests of one kind.
 * @throws Error if a response is not the expected one
 */
export type Wave = (subject: Subject, size: number) => Promise<void>;

/** More than are printed at a time, and no more than may wait. */
const CALLERS = 8;

/** One wave for each kind of outcome of a request. */
export const WAVES: Readonly<Record<string, Wave>> = { success, error, abort, crash };

async function success(subject: Subject, size: number): Promise<void> {
  await inTurns(size, (number) => expectDocument(subject, number));
}

async function error(subject: Subject, size: number): Promise<void> {
  const template = { templateId: 'non-disclosure-agreement', format: 'pdf' };
  const faults: [status: number, body: string, headers?: Record<string, string>][] = [
    [400, '{'],
    [400, JSON.stringify({ ...template, data: {} })],
    [401, '{}', { 'x-key': '' }],
    [403, '{}', { 'x-key': 'unknown' }],
    [404, JSON.stringify({ ...template, templateId: 'none', data: {} })],
    [413, ' '.repeat(300_000)],
    [415, '{}', { 'content-type': 'text/csv' }],
    [500, JSON.stringify({ ...template, data: { parties: [] } })],
  ];
  await inTurns(size, async (number) => {
    const [status, body, headers] = faults[number % faults.length] as (typeof faults)[number];
    const answer = await ask(subject, body, { headers: { ...subject.headers, ...headers } });
    await answer.body.dump();
    if (answer.statusCode !== status) throw new Error(`${answer.statusCode} in place of ${status}`);
  });
}

/** Callers hang up, each at another moment. */
async function abort(subject: Subject, size: number): Promise<void> {
  await inTurns(size, async (number) => {
    const hangUp = new AbortController();
    const asked = ask(subject, bodyOf(subject, number), { signal: hangUp.signal }).then(
      ({ body }) => body.dump(),
      () => {},
    );
    await delay(number % 41);
    hangUp.abort();
    await asked.catch(() => {});
  });
}

/** A browser, a renderer and a render process are killed while they work, without a failed request. */
async function crash(subject: Subject, size: number): Promise<void> {
  const victims = ['browser', 'renderer', 'render'];
  const share = Math.ceil(size / victims.length);
  // Between two shares no document is being made, because a second lost worker would make it fail.
  for (const role of victims) {
    await inTurns(share, async (number) => {
      if (number === Math.floor(share / 2)) await kill(subject, role);
      await expectDocument(subject, number);
    });
  }
}

/** Replacements of processes that were killed or given up may still be starting. */
const BACK_WITHIN_MS = 20_000;

async function kill({ pid }: Subject, role: string): Promise<void> {
  const deadline = performance.now() + BACK_WITHIN_MS;
  for (;;) {
    const victim = (await processTree(pid)).find((found) => found.role === role);
    if (victim !== undefined) return void process.kill(victim.pid, 'SIGKILL');
    if (performance.now() > deadline) throw new Error(`there is no ${role} to kill`);
    await delay(20);
  }
}

function bodyOf({ documents }: Subject, number: number): string {
  return documents[number % documents.length]?.body ?? '';
}

async function expectDocument(subject: Subject, number: number): Promise<void> {
  const expected = subject.documents[number % subject.documents.length] as Expected;
  const name = await nameAnswer(await ask(subject, expected.body), expected);
  if (name !== expected.name) throw new Error(`${name} in place of ${expected.name}`);
}

async function ask(
  { url, headers }: Subject,
  body: string,
  more: Partial<Dispatcher.RequestOptions> = {},
): Promise<Dispatcher.ResponseData> {
  const options = { method: 'POST', headers, body, reset: true, ...more } as const;
  return await request(`${url}/api/v1/documents/generate`, options);
}

async function inTurns(size: number, run: (number: number) => Promise<void>): Promise<void> {
  let next = 0;
  const caller = async () => {
    while (next < size) await run(next++);
  };
  await Promise.all(Array.from({ length: CALLERS }, caller));
}
