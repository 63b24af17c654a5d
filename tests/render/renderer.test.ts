import { describe, expect, test, vi } from 'vitest';
import { type RendererOptions, startRenderer } from '../../src/render/renderer.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';
import { OutOfMemoryError, WorkTimeoutError } from '../../src/workers/pool/errors.ts';

const never = new AbortController();

/** One render process, which is closed at the end of the test; `faults` are the reasons for which it was replaced. */
async function startOne(options: Partial<RendererOptions> = {}) {
  const faults: unknown[] = [];
  const renderer = await startRenderer({
    size: 1,
    waitTimeoutMs: 30_000,
    workTimeoutMs: 30_000,
    onFault: (error) => faults.push(error),
    ...options,
  });
  return { ...renderer, faults, [Symbol.asyncDispose]: () => renderer.close() };
}

const template = (source: string) => ({
  templateId: 'test',
  version: '1.0.0',
  title: 'A title',
  source,
  origin: 'global' as const,
});

/** A Word file of 40,000 paragraphs, each second with a format of its own, takes 1.6 s where a print takes 40 ms. */
const LONG = template(
  '{% for n in list %}<p style="color: red; margin: {{ n }}pt">{{ n }} the Party must keep it</p><p>{{ n }}</p>{% endfor %}',
);
const LIST = { list: Array.from({ length: 20_000 }, (_, index) => index) };

/** As a Word file, it needs more memory than a process has. */
const LARGE = template(
  '<ol class="clauses">{% for a in range(48) %}{% for b in range(1000) %}<li style="color: red; margin: 1pt; border: 1pt solid red">x{% endfor %}{% endfor %}</ol>',
);

describe('the renderer', () => {
  test('makes HTML and Word from the same template', async () => {
    await using renderer = await startOne();
    const source = template('<h1>{{ name }}</h1>');
    const { body: html } = await renderer.renderHtml(source, { name: 'Ann' }, never);
    expect(html).toBe(
      '<!DOCTYPE html><html lang="en"><head><title>A title</title></head><body><h1>Ann</h1></body></html>',
    );
    const { body: bytes } = await renderer.renderDocx(source, { name: 'Ann' }, never);
    expect(Buffer.from(bytes.subarray(0, 2)).toString()).toBe('PK');
  });

  test('throws the error of a template without ending the process', async () => {
    await using renderer = await startOne();
    await expect(renderer.renderHtml(template('{{ a | unknown }}'), {}, never)).rejects.toThrow(
      TemplateError,
    );
    expect((await renderer.renderHtml(template('<p>next'), {}, never)).body).toContain('<p>next</p>');
    expect(renderer.faults).toEqual([]);
  });

  test('ends a document that takes too long with its process, and makes the next one in a new process', async () => {
    await using renderer = await startOne();
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const refusal = expect(renderer.renderDocx(LONG, LIST, never)).rejects.toThrow(WorkTimeoutError);
    await vi.advanceTimersByTimeAsync(30_000);
    vi.useRealTimers();
    await refusal;
    expect((await renderer.renderHtml(template('<p>next'), {}, never)).body).toContain('<p>next</p>');
    expect(renderer.faults).toEqual([expect.any(WorkTimeoutError)]);
  });

  test('does not retry a document that fills the heap', async () => {
    await using renderer = await startOne({ workTimeoutMs: 600_000 });
    await expect(renderer.renderDocx(LARGE, {}, never)).rejects.toThrow(OutOfMemoryError);
    expect(renderer.faults).toEqual([expect.any(OutOfMemoryError)]);
    expect((await renderer.renderHtml(template('<p>next'), {}, never)).body).toContain('<p>next</p>');
  });

  test('stops an abandoned document', async () => {
    await using renderer = await startOne();
    const caller = new AbortController();
    const running = renderer.renderDocx(LONG, LIST, caller);
    const next = renderer.renderHtml(template('<p>next'), {}, never);
    caller.abort(new Error('the caller hung up'));
    await expect(running).rejects.toThrow('the caller hung up');
    expect((await next).body).toContain('<p>next</p>');
  });
});
