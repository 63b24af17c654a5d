import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RenderProcess, startRenderProcess } from '../../src/render/render-process.ts';
import { TemplateError } from '../../src/render/template/template-error.ts';
import { DATA, PARTS, PAYLOADS, type Payload } from './corpus/payloads.ts';
import { render } from './rendering.ts';
import { templatesDirectory } from './templates-directory.ts';

const SLOW_MS = 1_000;
const HUGE_CHARACTERS = 2 * 1024 * 1024;
/** How an engine looks when it is printed. */
const ENGINE = /native code|function\s*\w*\s*\(|=>|\[object|\bclass \w/;

/** What must not happen, and did. */
function forbiddenOutcomes(payload: Payload, output: string, elapsedMs: number): string[] {
  const outcomes: Readonly<Record<string, boolean>> = {
    '@global': '__pwned' in globalThis,
    '@polluted': 'polluted' in {},
    '@leak': ENGINE.test(output),
    '@slow': elapsedMs > SLOW_MS,
    '@huge': output.length > HUGE_CHARACTERS,
    '@crash': false,
  };
  const always = ['@global', '@polluted', '@slow'];
  return [...new Set([...payload.mustNot, ...always])].filter(
    (outcome) => outcomes[outcome] ?? output.includes(outcome),
  );
}

function attempt(payload: Payload): string {
  try {
    return render(payload.template, DATA, PARTS);
  } catch (error) {
    if (error instanceof TemplateError) return '';
    throw error;
  }
}

describe('no attack on a template reaches the engine, in this process', () => {
  test.each(PAYLOADS.map((payload) => [payload.name, payload] as const))('%s', (_, payload) => {
    const started = performance.now();
    const output = attempt(payload);
    expect(forbiddenOutcomes(payload, output, performance.now() - started)).toEqual([]);
  });
});

describe('no attack on a template harms a render process', () => {
  let worker: RenderProcess;
  beforeAll(async () => {
    worker = await startRenderProcess({ templatesDirectory });
  });
  afterAll(async () => {
    worker.kill();
    await worker.exited;
  });

  test.each(PAYLOADS.map((payload) => [payload.name, payload] as const))('%s', async (_, payload) => {
    const started = performance.now();
    const template = { name: 'attack', source: payload.template };
    const job = { template, data: DATA, format: 'html', title: 'Attack' } as const;
    const answer = await worker.render(job, AbortSignal.timeout(5_000));
    const output = answer instanceof TemplateError ? '' : String(answer.body);
    expect(forbiddenOutcomes(payload, output, performance.now() - started)).toEqual([]);
    expect(worker.isAlive).toBe(true);
  });
});
