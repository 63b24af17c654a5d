import type { Payload } from './payload.ts';

const doubling = `{% set a = "AAAAAAAA" %}${'{% set a = a ~ a %}'.repeat(17)}`;

/** Templates that try to use all the time or all the memory. */
export const BOMBS: readonly Payload[] = [
  { name: 'dos/raw', template: `{% raw %}${'{%'.repeat(30_000)}`, mustNot: ['@slow', '@crash'] },
  { name: 'dos/verbatim', template: `{%- verbatim %}${'{%'.repeat(30_000)}`, mustNot: ['@slow', '@crash'] },
  { name: 'dos/white-space', template: `x${' '.repeat(200_000)}x{{- 1 }}`, mustNot: ['@slow', '@crash'] },
  {
    name: 'dos/white-space-pieces',
    template: `${`x${' '.repeat(190)}`.repeat(1_000)}x{{- 1 }}`,
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/deep-brackets',
    template: `{{ ${'('.repeat(50_000)}1${')'.repeat(50_000)} }}`,
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/deep-arrays',
    template: `{{ ${'['.repeat(50_000)}${']'.repeat(50_000)} }}`,
    mustNot: ['@slow', '@crash'],
  },
  { name: 'dos/deep-not', template: `{{ ${'not '.repeat(50_000)}1 }}`, mustNot: ['@slow', '@crash'] },
  {
    name: 'dos/long-filter-chain',
    template: `{{ 1 ${'| abs '.repeat(50_000)} }}`,
    mustNot: ['@slow', '@crash'],
  },
  { name: 'dos/open-braces', template: '{{'.repeat(200_000), mustNot: ['@slow', '@crash'] },
  { name: 'dos/open-comments', template: '{#'.repeat(200_000), mustNot: ['@slow', '@crash'] },
  {
    name: 'dos/many-macros',
    template: '{% macro a() %}{% endmacro %}'.repeat(15_000),
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/many-names',
    template: Array.from({ length: 19_000 }, (_, i) => `{% set a${i} = 1 %}`).join(''),
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/nested-loops',
    template: '{% for a in big %}{% for b in big %}{% for c in big %}x{% endfor %}{% endfor %}{% endfor %}',
    mustNot: ['@slow', '@huge'],
  },
  {
    name: 'dos/empty-loops',
    template: '{% for a in big %}{% for b in big %}{% for c in big %}{% endfor %}{% endfor %}{% endfor %}',
    mustNot: ['@slow'],
  },
  {
    name: 'dos/recursion',
    template: '{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}',
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/recursive-default',
    template: '{% macro m(a=m()) %}{% endmacro %}{{ m() }}',
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/recursive-caller',
    template: '{% macro m() %}{% call m() %}{{ caller() }}{% endcall %}{% endmacro %}{{ m() }}',
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/long-text-loop',
    template: `${doubling}{% for i in range(1000) %}{% for j in range(100) %}{% if a | lower == a %}{% endif %}{% endfor %}{% endfor %}`,
    mustNot: ['@slow'],
  },
  {
    name: 'dos/long-text-compare',
    template: `${doubling}{% set b = a ~ "x" %}{% set c = a ~ "y" %}{% for i in range(1000) %}{% for j in range(100) %}{{ b == c }}{% endfor %}{% endfor %}`,
    mustNot: ['@slow'],
  },
  {
    name: 'dos/long-text-print',
    template: `${doubling}{% for i in range(1000) %}{{ a }}{% endfor %}`,
    mustNot: ['@slow', '@huge'],
  },
  {
    name: 'dos/long-text-escape',
    template:
      '{% set a = "&&&&&&&&" %}' +
      `${'{% set a = a ~ a %}'.repeat(17)}{% for i in range(1000) %}{% set x %}{{ a }}{% endset %}{% endfor %}`,
    mustNot: ['@slow', '@huge'],
  },
  {
    name: 'dos/long-text-in',
    template: `${doubling}{% for i in range(1000) %}{% for j in range(100) %}{{ ("AAAAAAAAB") in a }}{% endfor %}{% endfor %}`,
    mustNot: ['@slow'],
  },
  {
    name: 'dos/long-text-phrase',
    template: `{% set a = ";;;;;;;;" %}${'{% set a = a ~ a %}'.repeat(16)}{{ a | written | title | length }}`,
    mustNot: ['@slow'],
  },
  {
    name: 'dos/long-text-date',
    template: `${doubling}{% for i in range(1000) %}{% set x = a | date | money("NGN") | quantity("day") | percent | int %}{% endfor %}`,
    mustNot: ['@slow'],
  },
  {
    name: 'dos/replace-nothing',
    template: `${doubling}{{ a | replace("", a) | length }}`,
    mustNot: ['@slow', '@huge', '@crash'],
  },
  {
    name: 'dos/join-amplify',
    template: `${doubling}{{ big | join(a) | length }}`,
    mustNot: ['@slow', '@huge', '@crash'],
  },
  {
    name: 'dos/array-of-arrays',
    template: `{% set a = [1,1,1,1] %}${'{% set a = [a,a,a,a] %}'.repeat(40)}{{ a }}{{ a | join }}{{ a | and_list }}{{ a == a }}`,
    mustNot: ['@slow', '@huge', '@crash'],
  },
  {
    name: 'dos/printed-arrays',
    template: `${doubling}{% set l = [a,a,a,a,a,a,a,a] %}{% for i in range(1000) %}{% set x %}{{ l }}{% endset %}{% endfor %}`,
    mustNot: ['@slow', '@huge', '@crash'],
  },
  {
    name: 'dos/concatenated-arrays',
    template: `${doubling}{% set l = [a,a,a,a,a,a,a,a] %}{% for i in range(1000) %}{% set x = l ~ "" %}{% endfor %}`,
    mustNot: ['@slow', '@huge', '@crash'],
  },
  {
    name: 'dos/round',
    template: '{{ 1 | round(1e308) }}{{ 1 | round(-1e308) }}{{ 5 | int(1, 99) }}',
    mustNot: ['@slow', '@crash'],
  },
  {
    name: 'dos/deep-html',
    template: '{% for a in range(1000) %}{% for b in range(100) %}<div>{% endfor %}{% endfor %}',
    mustNot: ['@crash'],
  },
  {
    name: 'dos/deep-formatting',
    template: '{% for a in range(400) %}<b><i><a><p>{% endfor %}',
    mustNot: ['@crash'],
  },
  {
    name: 'dos/multiplying-formatting',
    template:
      '{% for a in range(100) %}{% for b in range(100) %}<b id={{ a }}-{{ b }}><p>{% endfor %}{% endfor %}',
    mustNot: ['@slow', '@crash'],
  },
];
