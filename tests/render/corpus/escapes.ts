import type { Payload } from './payload.ts';

const pwn = 'globalThis.__pwned=1';

/** Attempts to leave the template, or to inject markup into the document. */
export const ESCAPES: readonly Payload[] = [
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
  {
    name: 'xss/array',
    template: '{{ [html] }}{{ [html] | join }}{{ [html, html] | and_list }}',
    mustNot: ['<img'],
  },
  {
    name: 'xss/text-filters',
    template: '{{ html|lower }}{{ html|written }}{{ html|title }}{{ html|replace("x","<img>") }}',
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
