import fc from 'fast-check';
import nunjucks from 'nunjucks';
import { describe, expect, test } from 'vitest';
import { render } from '../../render/rendering.ts';

const PARTS: Readonly<Record<string, string>> = {
  'layouts/base.njk':
    '<title>{% block title %}Untitled{% endblock %}</title>\n{% include "partials/head.njk" %}\n{% block body %}<p>nothing of {{ project }}</p>{% endblock %}<footer>{{ note }}</footer>',
  'layouts/wide.njk':
    '{% extends "layouts/base.njk" %}{% set note = "wide" %}{% block body %}<main>{% block inner %}in{% endblock %}{{ super() }}</main>{% endblock %}',
  'partials/head.njk':
    '<meta name="{{ project }}">{% for p in parties %}{{ p.name }}{% endfor %}{% set leaked = 1 %}',
  'partials/party.njk': `{% set dash = " - " %}
{% macro party(p, label="Party", end) -%}
  <b>{{ label }}</b>{{ dash }}{{ p.name }}{% if p.isCompany %} ({{ p.number }}){% endif %}{{ end }}
{%- endmacro %}
{% macro twice(text) %}{{ text }}{{ inner(text) }}{% endmacro %}
{% macro inner(text, mark="!") %}{{ text }}{{ mark }}{% endmacro %}
{% macro framed(title) %}<section><h2>{{ title }}</h2>{{ caller(title) }}</section>{% endmacro %}`,
};

const DATA = {
  project: 'Orion & "Sons" <Ltd>',
  parties: [
    { name: "Ann O'Neil", isCompany: false },
    { name: 'Acme', isCompany: true, number: 'RC 1' },
    { name: 'Beta \\ Co', isCompany: true, number: 'RC 2' },
  ],
  none: null,
  no: false,
  yes: true,
  empty: '',
  list: [],
  words: ['one', 'two', 'three'],
  pairs: [
    ['a', 1],
    ['b', 2],
  ],
  rates: { weekly: 5, monthly: 20.5 },
  five: 5,
  text: ' some Words here ',
};

const TEMPLATES: Readonly<Record<string, string>> = {
  'text and output':
    'Plain <b>{{ project }}</b> {{ five }} {{ yes }} {{ no }} {{ none }} {{ missing }}|{{ missing.deep.er }}|{{ 1.50 }}',
  'comments and white space':
    'a {# gone -#}  b  {#- gone #} c\n  {%- if yes -%}  d  {%- endif %}\n {{- five -}}  e',
  'if, elif, else':
    '{% for n in [0, 1, 2] %}{% if n == 0 %}zero{% elif n == 1 %}one{% else %}more{% endif %}{% endfor %}',
  'inline if':
    '{{ "y" if yes else "n" }}{{ "y" if no else "n" }}{{ "y" if no }}{{ ("a" if no else "b") ~ "c" }}',
  truth: '{% for v in [none, no, empty, 0, "0", list, rates, missing] %}{{ "t" if v else "f" }}{% endfor %}',
  'for and loop':
    '{% for p in parties %}{{ loop.index }}{{ loop.index0 }}{{ loop.revindex }}{{ loop.revindex0 }}{{ loop.first }}{{ loop.last }}{{ loop.length }}{{ p.name }};{% endfor %}',
  'for with else':
    '{% for p in list %}x{% else %}none{% endfor %}{% for p in missing %}x{% else %}none{% endfor %}{% for p in none %}x{% endfor %}',
  'for over pairs':
    '{% for key, value in rates %}{{ key }}={{ value }}{{ "," if not loop.last }}{% endfor %}{% for a, b in pairs %}{{ a }}{{ b }}{% endfor %}',
  'nested for':
    '{% for a in words %}{% for b in words %}{{ a }}{{ b }}{{ loop.index }}{% endfor %}{{ loop.index }}{% endfor %}',
  set: '{% set a = 1 %}{% set b, c = a + 1 %}{{ a }}{{ b }}{{ c }}{% set project = "mine" %}{{ project }}',
  'set in a loop':
    '{% set last = "x" %}{% for w in words %}{% set last = w %}{% set own = w %}{% set project = w %}{{ own }}{% endfor %}{{ last }}{{ own }}{{ project }}',
  'set in a condition': '{% if yes %}{% set a = 1 %}{% endif %}{{ a }}',
  macro:
    '{% macro f(a, b="B", c="C") %}[{{ a }}{{ b }}{{ c }}{{ five }}]{% endmacro %}{{ f() }}{{ f(1) }}{{ f(1, 2) }}{{ f(1, 2, 3) }}{{ f(1, c=3) }}{{ f(a=1) }}{{ f(b=2, a=1) }}{{ f(missing, c=none) }}',
  'macro default from an argument':
    '{% macro f(a, b=a) %}{{ a }}{{ b }}{% endmacro %}{{ f(1) }}{{ f(1, 2) }}',
  'macro in a macro':
    '{% macro f(a) %}<{{ a }}>{% endmacro %}{% macro g(a) %}{{ f(a) }}{{ f(project) }}{% endmacro %}{{ g("x") }}',
  'macro hides data': '{% macro f(project) %}{{ project }}.{% endmacro %}{{ f() }}{{ f("mine") }}',
  call: '{% from "partials/party.njk" import framed %}{% call(t) framed("T") %}<p>{{ t }} {{ project }}</p>{% endcall %}{% for w in words %}{% call framed(w) %}{{ w }}{% endcall %}{% endfor %}',
  'optional caller':
    '{% macro f() %}{% if caller %}{{ caller() }}{% else %}no{% endif %}{% endmacro %}{{ f() }}{% call f() %}yes{% endcall %}',
  from: '{% from "partials/party.njk" import party, twice as double %}{% for p in parties %}{{ party(p, end=".") }}{% endfor %}{{ double("<x>") }}',
  import: '{% import "partials/party.njk" as lib %}{{ lib.party(parties[1], "Studio") }}{{ lib.twice("x") }}',
  include: '{% for p in words %}{% include "partials/head.njk" %}{% endfor %}{{ leaked }}',
  'include sees the loop': '{% for project in words %}{% include "partials/head.njk" %}{% endfor %}',
  extends:
    '{% extends "layouts/base.njk" %}\n{% block title %}{{ project }}{% endblock %}\n{% block body %}<p>{{ five }}</p>{{ super() }}{% endblock %}',
  'extends with names':
    '{% extends "layouts/base.njk" %}{% set note = "n" %}{% from "partials/party.njk" import party %}{% block body %}{{ note }}{{ party(parties[0]) }}{% endblock %}',
  'extends twice':
    '{% extends "layouts/wide.njk" %}{% block inner %}{{ super() }}er{% endblock %}{% block title %}W{{ super() }}{% endblock %}',
  'blocks without a layout': '{% block a %}{{ five }}{% set x = 1 %}{% endblock %}{{ x }}',
  'look-ups':
    '{{ parties[0].name }}{{ parties[1]["name"] }}{{ words[five - 4] }}{{ words.length }}{{ project.length }}{{ rates["weekly"] }}{{ parties[9].name }}',
  literals: '{{ "a\\n\\"b\\"" }}{{ [1, 2][1] }}{{ {a: 1, "b": 2}.b }}{{ -5 }}{{ +"5" }}{{ none }}{{ true }}',
  'and, or, not':
    '{{ yes and five }}{{ no and five }}{{ no or "d" }}{{ empty or none or "z" }}{{ not yes }}{{ not (five == 5) }}{{ no or yes and no }}',
  in: '{{ "one" in words }}{{ "x" in words }}{{ "weekly" in rates }}{{ "some" in text }}{{ "x" not in words }}{{ 5 in [5] }}',
  compare:
    '{{ five == "5" }}{{ five === "5" }}{{ five != 5 }}{{ five !== "5" }}{{ five < 6 }}{{ "a" < "b" }}{{ "10" > 9 }}{{ five >= 5 }}{{ none == missing }}{{ empty == 0 }}{{ none == 0 }}{{ yes == 1 }}',
  arithmetic:
    '{{ 1 + 2 * 3 - 4 / 8 }} {{ 7 // 2 }} {{ 7 % 4 * 2 }} {{ 7 * 3 % 4 }} {{ 100 * 3 / 7 }} {{ 2 * 7 // 2 * 3 }} {{ (1 + 2) * 3 }} {{ 0.1 + 0.2 }} {{ 10 - 2 - 3 }} {{ -five * 2 }}',
  joining: '{{ "a" ~ five ~ "b" }}{{ "a" + five + 1 }}{{ five + 1 + "a" }}{{ "x" ~ 1 + 2 }}{{ 1 + 2 ~ "x" }}',
  tests:
    '{{ five is defined }}{{ missing is defined }}{{ missing is undefined }}{{ none is none }}{{ five is number }}{{ text is string }}{{ five is odd }}{{ five is even }}{{ five is not odd }}{{ 10 is divisibleby(5) }}{{ five is equalto(5) }}{{ five is truthy }}{{ rates is mapping }}{{ not five is odd }}',
  switch:
    '{% for w in words %}{% switch w %}{% case "one" %}{% case "two" %}1-2{% default %}d{% endswitch %}{% endfor %}{% switch five %}{% case 5 %}five{% case "5" %}text{% endswitch %}',
  'text filters':
    '{{ project | lower }}{{ project | upper }}{{ text | trim }}{{ text | title }}{{ text | capitalize }}{{ missing | upper }}{{ project | replace("o", "0") }}{{ project | replace("O", "<") }}{{ "aaa" | replace("a", "b", 2) }}{{ five | replace(5, 6) }}',
  'list filters':
    '{{ words | join }}{{ words | join(", ") }}{{ parties | join(" <", "name") }}{{ words | length }}{{ text | length }}{{ rates | length }}{{ missing | length }}{{ words | first }}{{ words | last }}{{ [] | join }}',
  'number filters':
    '{{ 4.567 | round(2) }}{{ 4.5 | round }}{{ 4.2 | round(0, "ceil") }}{{ 4.8 | round(0, "floor") }}{{ "12px" | int }}{{ "x" | int(7) }}{{ -4 | abs }}{{ -4.5 | round | abs }}',
  'default filter':
    '{{ missing | default("d") }}{{ empty | default("d") }}{{ empty | default("d", true) }}{{ none | default("d") }}{{ 0 | default(1, true) }}',
  'filter precedence':
    '{{ "a" ~ "b" | upper }}{{ ("a" ~ "b") | upper }}{{ missing | default("x") | upper }}{{ words | join(", ") | upper | length }}',
};

function stock(source: string, data: object): string {
  const loader = {
    getSource: (name: string) => ({ src: PARTS[name] ?? '', path: name, noCache: false }),
  };
  return new nunjucks.Environment(loader, { autoescape: true }).renderString(source, data);
}

describe('templates render as in stock nunjucks, byte for byte', () => {
  test.each(Object.entries(TEMPLATES))('%s', (_, source) => {
    expect(render(source, DATA, PARTS)).toBe(stock(source, DATA));
  });
});

describe('random expressions evaluate as in stock nunjucks', () => {
  const chain = (operators: readonly string[], operand: fc.Arbitrary<string>, maxLength: number) =>
    fc
      .tuple(operand, fc.array(fc.tuple(fc.constantFrom(...operators), operand), { maxLength }))
      .map(([first, rest]) => [first, ...rest.flat()].join(' '));
  const number = fc.oneof(
    fc.integer({ min: 1, max: 20 }).map(String),
    fc.constantFrom(
      'five',
      'yes',
      '"7"',
      '(five - 3)',
      'parties.length',
      'rates.monthly',
      '-five',
      'rates["weekly"]',
    ),
  );
  const scalar = fc.oneof(
    number,
    fc.constantFrom('no', '"a"', 'words[1]', 'empty', 'project', 'rates.monthly'),
  );
  const arithmetic = chain(['-', '*', '/', '//', '%'], number, 5);
  const joining = chain(['~', '+'], scalar, 5);
  const comparison = fc
    .tuple(
      fc.oneof(arithmetic, joining),
      fc.constantFrom('==', '!=', '<', '>', '<=', '>=', '==='),
      fc.oneof(arithmetic, scalar),
    )
    .map((parts) => parts.join(' '));
  const logic = chain(
    ['and', 'or', 'and not', 'or not'],
    fc.oneof(
      scalar,
      comparison.map((text) => `(${text})`),
    ),
    4,
  );
  const choice = fc
    .tuple(arithmetic, logic, joining)
    .map(([then, condition, otherwise]) => `${then} if ${condition} else ${otherwise}`);
  const expression = fc.oneof(arithmetic, joining, comparison, logic, choice);

  test('numbers, texts, comparisons and conditions', () => {
    fc.assert(
      fc.property(expression, (source) => {
        const template = `{{ ${source} }}`;
        // 1 // 2 is 0. A division by 0 prints nothing; stock nunjucks prints "Infinity" or "NaN".
        expect(render(template, DATA)).toBe(stock(template, DATA).replace(/^(?:NaN|-?Infinity)$/, ''));
      }),
      { seed: 7, numRuns: 2_000 },
    );
  });
});
