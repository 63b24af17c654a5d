import { describe, expect, test } from 'vitest';
import { FILTERS } from '../../../src/templating/language/filters/filters.ts';
import { OPERATORS } from '../../../src/templating/language/operators.ts';
import { PREDICATES } from '../../../src/templating/language/predicates.ts';
import { render, renderError } from '../../render/rendering.ts';

/** Node type of the parser → an expression with that operator. */
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

/** A filter or test with the minimum and the maximum number of arguments. */
const called = (name: string, counts: readonly number[]) =>
  [...new Set(counts)].map((count) => name + (count === 0 ? '' : `(${Array(count).fill('y').join(', ')})`));

const EXPRESSIONS = [
  ...Object.values(WRITTEN).flat(),
  ...Object.entries(FILTERS).flatMap(([name, filter]) =>
    called(name, filter.arguments).map((call) => `x | ${call}`),
  ),
  ...Object.entries(PREDICATES).flatMap(([name, { arguments: count }]) =>
    called(name, [count]).map((call) => `x is ${call}`),
  ),
  '[x, y]',
  '{ a: x }',
  'x[y]',
  'x if y else x',
  'range(x, y)',
];

/** Statements that make a large value `x` in few steps, and another one, `y`, of the same size. */
const VALUES = {
  'a long text': `{% set x = "a&" %}${'{% set x = x ~ x %}'.repeat(18)}{% set y = x ~ "" %}`,
  'long markup': `{% set x = "a&" %}${'{% set x = x ~ x %}'.repeat(17)}{% set x %}{{ x }}{% endset %}{% set y = x %}`,
  'a list of long texts': `{% set s = "a&" %}${'{% set s = s ~ s %}'.repeat(18)}{% set x = [${'s,'.repeat(199)}s] %}{% set y = [${'s,'.repeat(199)}s ~ ""] %}`,
  'lists in a list': `{% set x = ["a"] %}${'{% set x = [x, x] %}'.repeat(60)}{% set y = [x] %}`,
  'a list of lists of long texts': `{% set s = "a&" %}${'{% set s = s ~ s %}'.repeat(18)}{% set x = [${'s,'.repeat(199)}s] %}{% set x = [${'x,'.repeat(199)}x] %}{% set y = x %}`,
} as const;

/** Limit of processor time for 300,000 steps. The most expensive case takes 300 ms on an idle machine. */
const MOST_MS = 2_000;

test('covers every operator', () => {
  expect(Object.keys(WRITTEN).sort()).toEqual(Object.keys(OPERATORS).sort());
});

describe.each(Object.entries(VALUES))('with %s', (_, value) => {
  test.each(EXPRESSIONS)('{{ %s }} stays within the limits of time and output', (expression) => {
    const repeated = `{% for a in range(999) %}{% for b in range(999) %}{% set r = ${expression} %}{% if r %}{% endif %}{% endfor %}{% endfor %}`;
    for (const template of [`${value}{{ ${expression} }}`, value + repeated]) {
      const before = process.cpuUsage();
      const answer = renderError(template);
      const { user, system } = process.cpuUsage(before);
      expect(answer).toMatch(/^(?:rendered: |test, line)/);
      expect(answer.length).toBeLessThan(5_000_000);
      expect((user + system) / 1_000).toBeLessThan(MOST_MS);
    }
  });
});

test('joins and prints an ordinary list', () => {
  const list = '{% set l = ["a", 1, "", none, ["b"]] %}';
  expect(
    render(`${list}{{ l }} {{ l | join("-") }} {{ l | and_list }} {{ 1 in l }} {{ "a" in "cat" }}`),
  ).toBe('a, 1 a-1--- a and 1 true true');
});
