import type { Payload } from './payload.ts';

/** Names, keys and numbers at the edges of the language. */
const EDGES: readonly (readonly [string, string])[] = [
  [
    'caller in dict',
    '{% macro m() %}{% set d={a:caller} %}<p>{{ d.a }}{{ d["a"] }}{% for k,v in d %}{{k}}={{v}}{% endfor %}</p>{% endmacro %}{% call m() %}x{% endcall %}',
  ],
  [
    'super as value',
    '{% extends "layouts/agreement.njk" %}{% block content %}<p>{{ super }}{{ super | percent }}{{ super.html }}{{ super["html"] }}</p>{% endblock %}',
  ],
  [
    'Safe html property',
    '{% set s %}<b>x</b>{% endset %}<p>{{ s.html }}{{ s["html"] }}{{ s.constructor }}</p>',
  ],
  [
    'lookup by number key',
    '{% set d=[1] %}<p>{{ d[-1] }}{{ d[1.5] }}{{ d["-1"] }}{{ d[9999999] }}{{ d[1e308*10] }}</p>',
  ],
  ['range holes', '<p>{{ range(0,1,0) }}{{ range(0,-5,-0.0001) }}</p>'],
  [
    'round precision Infinity',
    '<p>{{ 1|round(1/0) }}{{ 1|round(-1/0,"ceil") }}{{ 5|int(0,1/0) }}{{ "ff"|int(0,37) }}</p>',
  ],
  ['literal regex', '<p>{{ r/(a+)+$/.test("aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!") }}</p>'],
  ['filter block', '{% filter upper %}x{% endfilter %}'],
  ['filter named constructor', '<p>{{ 1 | constructor }}{{ 1 | __proto__ }}</p>'],
  ['test named constructor', '<p>{{ 1 is constructor }}</p>'],
  ['typename spoof', '{% set typename="Literal" %}<p>{{ typename }}</p>'],
  ['import css as', '{% import "styles/document.css" as c %}<p>{{ c.a() }}</p>'],
  ['include name with NUL/..', '{% include "partials/../layouts/agreement.njk" %}'],
  ['macro default recursion', '{% macro a(n=a()) %}x{% endmacro %}<p>{{ a() }}</p>'],
  [
    'call block recursion',
    '{% macro a() %}{% call a() %}{{ caller() }}{% endcall %}{% endmacro %}<p>{{ a() }}</p>',
  ],
  ['trailing BOM in middle', '<p>{{ "\ufeff" }}\ufeff</p>'],
  ['line separators', '<p>{{ 1\u2028+1 }}</p>'],
];

const doubledList = `{% set a = ["x", "y"] %}${'{% set a = [a, a] %}'.repeat(27)}`;
const doubledText = `{% set s = "&&&&&&&&&&&&&&&&" %}${'{% set s = s ~ s %}'.repeat(15)}`;

/** Shared values that grow when they are joined, and long sequences of one token. */
const BUDGETS: readonly (readonly [string, string])[] = [
  ['percent of shared lists', `${doubledList}{{ a | percent }}`],
  ['shared lists in a text', `${doubledList}{{ a in "text" }}{{ "x" in a }}`],
  ['and_list of long texts', `${doubledText}{{ [${'s, '.repeat(399)}s] | and_list }}`],
  ['print of long texts', `${doubledText}{{ [${'s, '.repeat(399)}s] }}`],
  [
    'join of lists of long texts',
    `${doubledText}{% set l = [${'s, '.repeat(199)}s] %}{{ [l, l, l] | join(s) }}`,
  ],
  ['sum of lists of long texts', `${doubledText}{{ [${'s, '.repeat(399)}s] + s }}`],
  ['conditions in one another', `{{ ${'1 if 1 else '.repeat(3_000)}1 }}`],
  ['signs', `{{ ${'-'.repeat(20_000)}1 }}`],
  ['texts side by side', `{{ ${'"a" ~ '.repeat(60_000)}"a" }}`],
  ['trimmed tags', '{%- if 1 -%} '.repeat(3_000)],
  ['quotation marks in a text', `{% set a = "${'\\\\"'.repeat(100_000)}" %}`],
  [
    'parameters',
    `{% macro m(${Array.from({ length: 60_000 }, (_, n) => `a${n}`).join()}) %}{% endmacro %}{{ m() }}`,
  ],
  ['targets', `{% set ${Array.from({ length: 60_000 }, (_, n) => `a${n}`).join()} = 1 %}`],
  ['macros', Array.from({ length: 6_000 }, (_, n) => `{% macro m${n}(a) %}{{ a }}{% endmacro %}`).join('')],
];

export const EDGE_CASES: readonly Payload[] = [
  ...EDGES.map(([name, template]) => ({ name: `edge/${name}`, template, mustNot: ['@leak', '@crash'] })),
  ...BUDGETS.map(([name, template]) => ({
    name: `budget/${name}`,
    template,
    mustNot: ['@slow', '@huge', '@crash'],
  })),
];
