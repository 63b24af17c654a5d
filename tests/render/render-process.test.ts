import { fork } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { RenderJob } from '../../src/render/job.ts';
import { type RenderProcess, startRenderProcess } from '../../src/render/render-process.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';
import { OutOfMemoryError, WorkerKilledError } from '../../src/workers/pool/errors.ts';
import { templatesDirectory } from './templates-directory.ts';

/** A render process that is killed at the end of the test. */
async function startWorker(
  options: { heapMegabytes?: number } = {},
): Promise<RenderProcess & AsyncDisposable> {
  const worker = await startRenderProcess({ templatesDirectory, ...options });
  return Object.assign(worker, {
    async [Symbol.asyncDispose]() {
      worker.kill();
      await worker.exited;
    },
  });
}

function job(source: string, data: Readonly<Record<string, unknown>> = {}): RenderJob {
  return {
    kind: 'render',
    template: { name: 'test/1.0.0.njk', source },
    data,
    origin: 'global',
    format: 'html',
    title: 'A title',
  };
}

/** Parsing this takes some seconds, because its many attributes are compared with each other. */
const ENDLESS = job(`<p ${Array.from({ length: 60_000 }, (_, index) => `a${index}`).join(' ')}>`);

describe('a render process', () => {
  test('makes a complete document with language, title and references, and no trace of the previous one', async () => {
    await using worker = await startWorker();
    const source =
      '<h1>{{ name }}</h1><ol class="clauses"><li id="a"><p>See <a class="ref" href="#a"></a></p></ol>';
    const bodies = [];
    for (const name of ['Ann', undefined]) {
      const answer = await worker.run(job(source, { name }));
      bodies.push(answer instanceof TemplateError ? answer.message : answer.body);
    }
    const page = (name: string) =>
      `<!DOCTYPE html><html lang="en"><head><title>A title</title></head><body><h1>${name}</h1>` +
      '<ol class="clauses"><li id="a"><p><span class="label">1.&nbsp;</span>See <a class="ref" href="#a">1</a></p></li></ol></body></html>';
    expect(bodies).toEqual([page('Ann'), page('')]);
  });

  test('keeps the language and the title of the template', async () => {
    await using worker = await startWorker();
    const source = '<!doctype html><html lang="en-GB"><head><title>Own</title></head><body></body></html>';
    expect(await worker.run(job(source))).toMatchObject({
      body: '<!DOCTYPE html><html lang="en-GB"><head><title>Own</title></head><body></body></html>',
    });
  });

  test('returns an error of the template without data, and continues', async () => {
    await using worker = await startWorker();
    const fault = await worker.run(job('\n{{ secret.x() }}', { secret: 'SECRET' }));
    expect(fault).toBeInstanceOf(TemplateError);
    expect({ ...(fault as TemplateError) }).toEqual({
      name: 'TemplateError',
      template: 'test/1.0.0.njk',
      line: 2,
      column: 10,
      reason: 'only macros can be called; data has no methods',
      others: [],
    });
    expect(await worker.run(job('<p>next'))).toMatchObject({
      body: expect.stringContaining('<p>next</p>'),
    });
  });

  test('returns a broken reference as an error that names the id', async () => {
    await using worker = await startWorker();
    const fault = await worker.run(job('<a class="ref" href="#gone"></a>'));
    expect(String(fault)).toBe(
      'TemplateError: test/1.0.0.njk: a reference names #gone, and no element has that id',
    );
  });

  test('refuses a second job while it works on one', async () => {
    await using worker = await startWorker();
    const first = worker.run(job('<p>first'));
    await expect(worker.run(job('<p>second'))).rejects.toThrow('one job at a time');
    expect(await first).toMatchObject({ body: expect.stringContaining('first') });
  });
});

describe('a render process is ended', () => {
  test('by a signal, and its job fails with that signal', async () => {
    await using worker = await startWorker();
    const running = worker.run(ENDLESS);
    worker.kill();
    await expect(running).rejects.toThrow(WorkerKilledError);
    expect(worker.isAlive).toBe(false);
    await expect(worker.run(job('<p>'))).rejects.toThrow(
      `the render process ${worker.pid} was killed by SIGKILL, which the service did not send`,
    );
  });

  test('by a document that exceeds its memory limit', async () => {
    await using worker = await startWorker({ heapMegabytes: 24 });
    const running = worker.run(
      job('{% for i in list %}{% for j in list %}<p>{{ i }}<b>{% endfor %}{% endfor %}', {
        list: Array.from({ length: 120 }, () => 1),
      }),
    );
    await expect(running).rejects.toThrow(OutOfMemoryError);
  });

  test('with its parent', async () => {
    const parent = fork(join(import.meta.dirname, 'parent-of-a-child.ts'), [templatesDirectory], {
      execArgv: [],
    });
    const [pid] = (await once(parent, 'message')) as [number];
    parent.kill('SIGKILL');
    await expect.poll(() => isRunning(pid), { interval: 20 }).toBe(false);
  });
});

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a child that cannot start reports why', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'parts-'));
  try {
    await expect(startRenderProcess({ templatesDirectory: directory })).rejects.toThrow(
      /a render process ended while starting: .*ENOENT.*layouts/s,
    );
  } finally {
    await rm(directory, { recursive: true });
  }
});

test('a child that is not ready in time is killed', async () => {
  await expect(startRenderProcess({ templatesDirectory, startTimeoutMs: 1 })).rejects.toThrow(
    'a render process was not ready in time',
  );
});

describe("the parts of a company's own text", () => {
  const own = (parts: Readonly<Record<string, string>>, sha256: string): RenderJob => {
    const source = '{% from "partials/money.njk" import sum %}<p>{{ sum(7) }}</p>';
    const sources = new Map(Object.entries(parts));
    return {
      ...job(source),
      origin: 'custom',
      template: { name: 'own/1.0.0.njk', source, parts: { sha256, sources, own: [] } },
    };
  };
  const words = async (worker: RenderProcess, one: RenderJob) => {
    const answer = await worker.run(one);
    return answer instanceof TemplateError ? answer.message : /<p>(.*)<\/p>/.exec(String(answer.body))?.[1];
  };
  const first = { 'partials/money.njk': '{% macro sum(n) %}{{ n }} naira{% endmacro %}' };
  const second = { 'partials/money.njk': '{% macro sum(n) %}N{{ n }}{% endmacro %}' };

  test('are those of its job, and compiled once', async () => {
    await using worker = await startWorker();
    expect(await words(worker, own(first, 'aa'))).toBe('7 naira');
    expect(await words(worker, own(second, 'bb'))).toBe('N7');
    expect(await words(worker, own({}, 'aa'))).toBe('7 naira');
    expect(await words(worker, own({}, 'bb'))).toBe('N7');
    expect(await words(worker, own({}, 'dd'))).toMatch('there is no such shared part');
    expect(await words(worker, own(first, 'aa'))).toBe('7 naira');
  });
});
