import { describe, expect, test } from 'vitest';
import { FILTERS } from '../../src/language/filters/filters.ts';
import { OPERATORS } from '../../src/language/operators.ts';
import { TESTS } from '../../src/language/tests.ts';
import { render, renderError } from '../render/rendering.ts';

/** Each operator as it is written, by the node that the parser makes of it. */
const WRITTEN: Readonly<Record<string, readonly string[]>> = {
  Concat: ['x ~ y'],
  Add: ['x + y'],
  Sub: ['x - y'],
  Mul: ['x * y'],
  Div: ['x / y'],
  Mod: ['x % y'],
  FloorDiv: ['x // y'],
  Neg: ['-x'],
  Pos: ['+x'],
  Compare: ['==', '!=', '===', '!==', '<', '>', '<=', '>='].map((operator) => `x ${operator} y`),
  And: ['x and y'],
  Or: ['x or y'],
  Not: ['not x'],
  In: ['x in y', '"a" in y'],
};

/** A filter or test with as few and with as many arguments as it takes. */
const called = (name: string, counts: readonly number[]) =>
  [...new Set(counts)].map((count) => name + (count === 0 ? '' : `(${Array(count).fill('y').join(', ')})`));

const EXPRESSIONS = [
  ...Object.values(WRITTEN).flat(),
  ...Object.entries(FILTERS).flatMap(([name, filter]) =>
    called(name, filter.arguments).map((call) => `x | ${call}`),
  ),
  ...Object.entries(TESTS).flatMap(([name, { arguments: count }]) =>
    called(name, [count]).map((call) => `x is ${call}`),
  ),
  '[x, y]',
  '{ a: x }',
  'x[y]',
  'x if y else x',
  'range(x, y)',
];

/** Shared parts make a value large that the template hardly pays for; `y` is as large and another. */
const VALUES = {
  'a long text': `{% set x = "a&" %}${'{% set x = x ~ x %}'.repeat(18)}{% set y = x ~ "" %}`,
  'long markup': `{% set x = "a&" %}${'{% set x = x ~ x %}'.repeat(17)}{% set x %}{{ x }}{% endset %}{% set y = x %}`,
  'a list of long texts': `{% set s = "a&" %}${'{% set s = s ~ s %}'.repeat(18)}{% set x = [${'s,'.repeat(199)}s] %}{% set y = [${'s,'.repeat(199)}s ~ ""] %}`,
  'lists in a list': `{% set x = ["a"] %}${'{% set x = [x, x] %}'.repeat(60)}{% set y = [x] %}`,
  'a list of lists of long texts': `{% set s = "a&" %}${'{% set s = s ~ s %}'.repeat(18)}{% set x = [${'s,'.repeat(199)}s] %}{% set x = [${'x,'.repeat(199)}x] %}{% set y = x %}`,
} as const;

/** Of a processor, for 300,000 steps; the busiest takes 300 on an idle machine. */
const MOST_MS = 2_000;

test('every operator is tried', () => {
  expect(Object.keys(WRITTEN).sort()).toEqual(Object.keys(OPERATORS).sort());
});

describe.each(Object.entries(VALUES))('of %s', (_, value) => {
  test.each(EXPRESSIONS)(
    '{{ %s }} takes no longer than its steps, and prints no more than a document',
    (expression) => {
      const repeated = `{% for a in range(999) %}{% for b in range(999) %}{% set r = ${expression} %}{% if r %}{% endif %}{% endfor %}{% endfor %}`;
      for (const template of [`${value}{{ ${expression} }}`, value + repeated]) {
        const before = process.cpuUsage();
        const answer = renderError(template);
        const { user, system } = process.cpuUsage(before);
        expect(answer).toMatch(/^(?:rendered: |test, line)/);
        expect(answer.length).toBeLessThan(5_000_000);
        expect((user + system) / 1_000).toBeLessThan(MOST_MS);
      }
    },
  );
});

test('an ordinary list is joined and printed as before', () => {
  const list = '{% set l = ["a", 1, "", none, ["b"]] %}';
  expect(
    render(`${list}{{ l }} {{ l | join("-") }} {{ l | and_list }} {{ 1 in l }} {{ "a" in "cat" }}`),
  ).toBe('a, 1 a-1--- a and 1 true true');
});
