import fc from 'fast-check';
import nunjucks from 'nunjucks';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type RenderProcess, startRenderProcess } from '../../src/render/render-process.ts';
import { TemplateError } from '../../src/templating/language/template-error.ts';
import type { Payload } from './corpus/payload.ts';
import { DATA, PARTS, PAYLOADS } from './corpus/payloads.ts';
import { render } from './rendering.ts';
import { templatesDirectory } from './templates-directory.ts';

/** In processor time, so that other processes of a busy machine do not count. */
const SLOW_MS = 1_000;
const DEADLINE_MS = 10_000;
const HUGE_CHARACTERS = 2 * 1024 * 1024;
/** Matches printed parts of the engine. */
const ENGINE = /native code|function\s*\w*\s*\(|=>|\[object|\bclass \w/;

/** The forbidden effects that occurred. */
function forbiddenOutcomes(payload: Payload, output: string, processorMs: number): string[] {
  const outcomes: Readonly<Record<string, boolean>> = {
    '@global': '__pwned' in globalThis,
    '@polluted': 'polluted' in {},
    '@leak': ENGINE.test(output),
    '@slow': processorMs > SLOW_MS,
    '@huge': output.length > HUGE_CHARACTERS,
    '@crash': false,
  };
  const always = ['@global', '@polluted', '@slow'];
  return [...new Set([...payload.mustNot, ...always])].filter((outcome) =>
    Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : output.includes(outcome),
  );
}

function attempt(template: string): string {
  try {
    return render(template, DATA, PARTS);
  } catch (error) {
    if (error instanceof TemplateError) return '';
    throw error;
  }
}

describe('no attack on a template reaches the engine, in this process', () => {
  test.each(PAYLOADS.map((payload) => [payload.name, payload] as const))('%s', (_, payload) => {
    const before = process.cpuUsage();
    const output = attempt(payload.template);
    const { user, system } = process.cpuUsage(before);
    expect(forbiddenOutcomes(payload, output, (user + system) / 1_000)).toEqual([]);
  });
});

/** Each output expression alone, because a refused one would hide those after it. */
test('no single output expression of an attack reaches the engine', () => {
  const prints = new Set(
    PAYLOADS.flatMap(({ template }) => template.slice(0, 10_000).match(/\{\{[^{]+?\}\}/g) ?? []),
  );
  for (const template of prints) {
    const payload = { name: template, template, mustNot: ['@leak', '<img'] };
    expect([template, forbiddenOutcomes(payload, attempt(template), 0)]).toEqual([template, []]);
  }
  expect(prints.size).toBeGreaterThan(500);
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
    const template = { name: 'attack', source: payload.template };
    const job = {
      kind: 'render',
      template,
      data: DATA,
      origin: 'global',
      format: 'html',
      title: 'Attack',
    } as const;
    const deadline = setTimeout(() => worker.kill(), DEADLINE_MS);
    const answer = await worker.run(job).finally(() => clearTimeout(deadline));
    const output = answer instanceof TemplateError ? '' : String(answer.body);
    expect(forbiddenOutcomes(payload, output, 0)).toEqual([]);
    expect(worker.isAlive).toBe(true);
  });
});

test('the same checks detect attacks in stock nunjucks', () => {
  const runsCode = PAYLOADS.filter(({ name }) =>
    /^(?:rce|codegen)\/(?!child_process|fs-read|async|asyncEach)/.test(name),
  );
  const caught = runsCode.filter((payload) => {
    const output = stockAttempt(payload.template);
    const outcomes = forbiddenOutcomes(payload, output, 0);
    Reflect.deleteProperty(globalThis, '__pwned');
    return outcomes.length > 0;
  });
  expect(caught.length).toBeGreaterThan(30);
});

function stockAttempt(template: string): string {
  try {
    return new nunjucks.Environment([], { autoescape: true }).renderString(template, DATA);
  } catch {
    return '';
  }
}

describe('random templates', () => {
  const token = fc.constantFrom(
    ...[
      'user',
      'parties',
      's',
      'n',
      'key',
      'labels',
      'loop',
      'caller',
      'm',
      'a',
      'constructor',
      '__proto__',
      'range',
    ],
    ...[
      '.',
      '[',
      ']',
      '(',
      ')',
      ',',
      '=',
      '~',
      '+',
      '==',
      '|',
      ' is ',
      ' in ',
      ' and ',
      ' if ',
      ' else ',
      ' not ',
      '{',
      '}',
      ':',
    ],
    ...[
      '"',
      "'",
      '`',
      '\\',
      '"x"',
      "'constructor'",
      '0',
      '1',
      'none',
      'upper',
      'join',
      'default',
      'odd',
      'length',
    ],
    ...['"),globalThis.__pwned=1,("', '"&Function`globalThis\\x2e__pwned\\x3d1```&"'],
  );
  const words = fc.array(token, { minLength: 1, maxLength: 8 }).map((tokens) => tokens.join(''));
  const name = fc.oneof(
    { weight: 3, arbitrary: fc.constantFrom('a', 'm', 's', 'x1') },
    { weight: 1, arbitrary: words },
  );
  const filter = fc.constantFrom(
    'upper',
    'join',
    'length',
    'first',
    'last',
    'and_list',
    'blank(s)',
    'money(s)',
    'replace(s, n)',
  );
  const path = fc
    .tuple(
      fc.constantFrom('user', 'parties', 's', 'labels', 'key', 'loop', '[s]', '{a: s}'),
      fc.array(fc.constantFrom('.name', '[0]', '[key]', '.length', '[s ~ key]', '["a"]'), { maxLength: 3 }),
      fc.array(filter, { maxLength: 2 }),
    )
    .map(([root, keys, filters]) => [root + keys.join(''), ...filters].join(' | '));
  const expression = fc.oneof({ weight: 3, arbitrary: path }, { weight: 1, arbitrary: words });
  const statement = fc.oneof(
    expression.map((e) => `{{ ${e} }}`),
    fc.tuple(name, expression).map(([n, e]) => `{% set ${n} = ${e} %}{{ ${n} }}`),
    fc
      .tuple(name, expression)
      .map(([n, e]) => `{% for ${n} in ${e} %}{{ loop.index }}{{ ${n} }}{% endfor %}`),
    fc
      .tuple(name, expression)
      .map(([n, e]) => `{% macro ${n}(a, b=${e}) %}{{ a }}{{ b }}{{ caller }}{% endmacro %}{{ ${n}(1) }}`),
    fc
      .tuple(expression, expression)
      .map(([e, f]) => `{% if ${e} %}{{ ${f} }}{% else %}{% block b %}{{ super }}{% endblock %}{% endif %}`),
    words,
  );

  test('print nothing of the engine, have no effect, and fail only with TemplateError', () => {
    fc.assert(
      fc.property(fc.array(statement, { maxLength: 3 }), (statements) => {
        const template = statements.join('');
        const payload = { name: 'random', template, mustNot: [] };
        const output = attempt(template);
        expect(forbiddenOutcomes(payload, output, 0)).toEqual([]);
        expect(output.replace(template, '')).not.toMatch(/native code|\[object|undefined|NaN/);
      }),
      { seed: 11, numRuns: 3_000 },
    );
  });
});
