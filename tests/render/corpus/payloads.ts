import fixture from './ssti-fixture.json' with { type: 'json' };
import collected from './ssti-payloads.json' with { type: 'json' };

export interface Payload {
  readonly name: string;
  readonly template: string;
  /** Texts that must not be printed, and outcomes that must not happen: see `forbiddenOutcomes`. */
  readonly mustNot: readonly string[];
}

const doubling = `{% set a = "AAAAAAAA" %}${'{% set a = a ~ a %}'.repeat(17)}`;
const pwn = 'globalThis.__pwned=1';

/** Attacks of our own beside the collected ones, a line for each way out that is known. */
const OWN: readonly Payload[] = [
  {
    name: 'codegen/symbol',
    template: '{{ a"&Function`globalThis\\x2e__pwned\\x3d1```&"b }}',
    mustNot: ['@global'],
  },
  { name: 'codegen/set-target', template: `{% set 'x",1),${pwn},("' = 1 %}`, mustNot: ['@global'] },
  { name: 'codegen/call-of-literal', template: `{{ s['\\\\",${pwn})));//']() }}`, mustNot: ['@global'] },
  {
    name: 'codegen/second-loop-name',
    template: `{% for a, 'b",1),${pwn},("' in {x:1} %}{% endfor %}`,
    mustNot: ['@global'],
  },
  {
    name: 'codegen/import-target',
    template: `{% import "base.html" as 'x",1);${pwn};("' %}`,
    mustNot: ['@global'],
  },
  {
    name: 'codegen/macro-keyword',
    template: `{% macro m('x");${pwn};("'=1) %}{% endmacro %}`,
    mustNot: ['@global'],
  },
  {
    name: 'codegen/filter-block',
    template: '{% filter upper"&Function`globalThis\\x2e__pwned\\x3d5```&"x %}{% endfilter %}',
    mustNot: ['@global'],
  },
  {
    name: 'codegen/block-name',
    template: '{% block b(){}globalThis.__pwned=1;function\u00a0c %}{% endblock %}',
    mustNot: ['@global'],
  },
  {
    name: 'rce/caller',
    template: `{% macro m() %}{{ caller.constructor("${pwn}")() }}{% endmacro %}{% call m() %}{% endcall %}`,
    mustNot: ['@global'],
  },
  {
    name: 'rce/loop',
    template: `{% for x in [1] %}{{ loop.constructor.constructor("${pwn}")() }}{% endfor %}`,
    mustNot: ['@global'],
  },
  { name: 'rce/regex', template: `{{ r/a/.constructor.constructor("${pwn}")() }}`, mustNot: ['@global'] },
  {
    name: 'rce/filter-result',
    template: `{{ ("a"|upper).constructor.constructor("${pwn}")() }}`,
    mustNot: ['@global'],
  },
  {
    name: 'rce/join-key',
    template: `{{ s[["con","structor"]|join("")][["con","structor"]|join("")]("${pwn}")() }}`,
    mustNot: ['@global'],
  },
  { name: 'rce/data-key', template: `{{ s[key][key]("${pwn}")() }}`, mustNot: ['@global'] },
  {
    name: 'leak/dynamic-keys',
    template: '{{ s[key] }}{{ labels[key] }}{{ parties[key] }}{{ n[key] }}{{ flag[key] }}',
    mustNot: ['@leak'],
  },
  {
    name: 'leak/caller',
    template:
      '{% macro m() %}{{ caller }}{{ [caller] }}{{ caller ~ "" }}{% endmacro %}{% call m() %}secret{% endcall %}',
    mustNot: ['@leak', 'secret'],
  },
  {
    name: 'leak/macro',
    template: '{% macro m() %}secret{% endmacro %}{{ m }}{{ [m] | join }}',
    mustNot: ['@leak', 'secret'],
  },
  {
    name: 'proto/dict',
    template: '{% set d = {"__proto__": {"polluted": 1}} %}{{ d.polluted }}',
    mustNot: ['@polluted'],
  },
  { name: 'proto/set', template: '{% set __proto__ = {polluted: 1} %}', mustNot: ['@polluted'] },
  { name: 'proto/set-dotted', template: '{% set a.__proto__.polluted = 1 %}', mustNot: ['@polluted'] },
  { name: 'file/extends', template: '{% extends "../tpl-private/secret.html" %}', mustNot: ['FILE-CANARY'] },
  { name: 'file/from', template: '{% from "/etc/passwd" import a %}', mustNot: ['root:'] },
  { name: 'file/include-array', template: '{% include ["a", "/etc/passwd"] %}', mustNot: ['root:'] },
  { name: 'file/include-raw', template: '{% include {raw: "/etc/passwd"} %}', mustNot: ['root:'] },
  { name: 'file/import-self', template: '{% from "selfinc.html" import a %}', mustNot: ['@slow', '@crash'] },
  { name: 'file/extends-self', template: '{% extends "selfext.html" %}', mustNot: ['@slow', '@crash'] },
  { name: 'dos/raw', template: `{% raw %}${'{%'.repeat(30_000)}`, mustNot: ['@slow', '@crash'] },
  { name: 'dos/verbatim', template: `{%- verbatim %}${'{%'.repeat(30_000)}`, mustNot: ['@slow', '@crash'] },
  { name: 'dos/white-space', template: `x${' '.repeat(200_000)}x{{- 1 }}`, mustNot: ['@slow', '@crash'] },
  {
    name: 'dos/white-space-pieces',
    template: `${`x${' '.repeat(490)}`.repeat(1_000)}x{{- 1 }}`,
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
    template: `{% set a = ";;;;;;;;" %}${'{% set a = a ~ a %}'.repeat(16)}{{ a | phrase | sentence | capital | title | length }}`,
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
  {
    name: 'xss/array',
    template: '{{ [html] }}{{ [html] | join }}{{ [html, html] | and_list }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/text-filters',
    template:
      '{{ html|lower }}{{ html|phrase }}{{ html|sentence }}{{ html|capital }}{{ html|title }}{{ html|replace("x","<img>") }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/own-filters',
    template:
      '{{ html|date }}{{ html|money(html, html) }}{{ 5|money(html, html) }}{{ 5|quantity(html) }}{{ html|percent }}{{ ""|blank(html) }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/safe-parts',
    template:
      '{% set b %}<b>N</b>{% endset %}{{ b ~ html }}{{ html ~ b }}{{ [b, html] | join("") }}{{ [html, b, html] | and_list }}{{ b | replace("N", html) }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/macro-argument',
    template: '{% macro m(a) %}{{ a }}{% endmacro %}{{ m(html) }}{{ m(html) ~ html }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/caller-argument',
    template: '{% macro m() %}{{ caller(html) }}{% endmacro %}{% call(x) m() %}{{ x }}{% endcall %}',
    mustNot: ['<img'],
  },
];

export const PAYLOADS: readonly Payload[] = [...collected, ...OWN];

/** The data of the collected payloads. */
export const DATA = { ...fixture.data, big: Array.from({ length: 400 }, (_, index) => index) };

/** The shared parts that they name. */
export const PARTS: Readonly<Record<string, string>> = {
  'base.html': '{% macro a() %}a{% endmacro %}{% block body %}{% endblock %}',
  'selfinc.html': '{% include "selfinc.html" %}',
  'selfext.html': '{% extends "selfext.html" %}',
};
