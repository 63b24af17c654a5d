import type { Payload } from './payload.ts';

const PWN = 'globalThis.__pwned=1';

/** Properties of every JavaScript object. A template can write them wherever it may write a name. */
const INHERITED = ['constructor', '__proto__', 'toString', 'valueOf', 'hasOwnProperty', '__lookupGetter__'];

/** Place of a name → a template with the name in that place. */
const PLACES: Readonly<Record<string, (name: string) => string>> = {
  variable: (name) => `{{ ${name} }}{{ ${name}("${PWN}") }}{{ ${name} ~ "" }}`,
  key: (name) =>
    `{{ s.${name} }}{{ parties.${name} }}{{ user.${name} }}{{ n.${name} }}{{ labels["${name}"] }}`,
  'key of a literal': (name) => `{{ "a".${name} }}{{ 1["${name}"] }}{{ [1].${name} }}{{ {a: 1}["${name}"] }}`,
  'own key': (name) =>
    `{% set d = {"${name}": {"polluted": 1}} %}{{ d }}{{ d.${name} }}{{ d ~ "" }}{{ d + 1 }}{{ d == "a" }}{{ [d] | join }}{{ d.polluted }}`,
  'loop over own keys': (name) =>
    `{% for k, v in {"${name}": "x"} %}{{ k }}{{ v }}{{ user[k] }}{{ v[k] }}{% endfor %}`,
  filter: (name) => `{{ s | ${name} }}{{ s | ${name}("${PWN}") }}`,
  'filter block': (name) => `{% filter ${name} %}a{% endfilter %}`,
  test: (name) => `{{ s is ${name} }}{{ s is ${name}(1) }}`,
  block: (name) => `{% block ${name} %}a{{ super() }}{% endblock %}`,
  macro: (name) => `{% macro ${name}(a) %}a{{ a }}{% endmacro %}{{ ${name}({polluted: 1}) }}{{ ${name} }}`,
  parameter: (name) => `{% macro m(${name}) %}{{ ${name} }}{% endmacro %}{{ m({polluted: 1}) }}{{ m() }}`,
  'parameter with a default': (name) => `{% macro m(${name}=s) %}{{ ${name} }}{% endmacro %}{{ m() }}`,
  argument: (name) =>
    `{% macro m(a) %}{{ a }}{% endmacro %}{{ m(${name}={polluted: 1}) }}{{ m(${name}=1, a=2) }}`,
  'loop variable': (name) =>
    `{% for ${name} in [{polluted: 1}] %}{{ ${name} }}{{ loop.${name} }}{% endfor %}`,
  assignment: (name) => `{% set ${name} = {polluted: 1} %}{{ ${name} }}{{ polluted }}`,
  'shared part': (name) => `{% include "${name}" ignore missing %}{% include "${name}" %}`,
  'name in a shared part': (name) =>
    `{% import "base.html" as b %}{{ b.${name} }}{{ b.a.${name} }}{% from "base.html" import ${name} as c %}{{ c }}{{ c("${PWN}") }}`,
  'name of a call': (name) =>
    `{% macro m() %}{{ caller.${name} }}{{ caller.${name}("${PWN}") }}{% endmacro %}{% call(${name}) m() %}{{ ${name} }}{% endcall %}`,
  'name of a case': (name) =>
    `{% switch s.${name} %}{% case ${name} %}a{{ s.${name} }}{% default %}b{% endswitch %}`,
  'attribute that a filter reads': (name) =>
    `{{ parties | join(",", "${name}") }}{{ parties | sort(false, false, "${name}") }}{{ parties | sum("${name}") }}{{ parties | groupby("${name}") }}{{ parties | map("${name}") }}{{ parties | selectattr("${name}") }}`,
};

/** Each of the names in each place. */
const IN_PLACES = Object.entries(PLACES).flatMap(([place, template]) =>
  INHERITED.map((name) => ({
    name: `name/${name} as ${place}`,
    template: template(name),
    mustNot: ['@leak', '@polluted'],
  })),
);

/** Tries to print the name of a function. Functions are never printed, and literal names are refused earlier. */
const CALLED = INHERITED.map((name) => ({
  name: `name/what ${name} is called`,
  template: ['s', 'n', 'parties', 'user', 'labels', '"a"', '[1]', '{a: 1}']
    .map((owner) => `{% set k = "${name}" %}{{ (${owner})[k]["name"] }}{{ (${owner})[k]["call"]["name"] }}`)
    .join(''),
  mustNot: [...INHERITED, 'String', 'Number', 'Array', 'Object'],
}));

export const NAMES: readonly Payload[] = [...IN_PLACES, ...CALLED];
