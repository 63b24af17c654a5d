import type { Payload } from './payload.ts';

const PWN = 'globalThis.__pwned=1';

/** Ways to write `constructor` without that word. */
const SPELLINGS = {
  unicode: '{{ s["\\u0063onstructor"] }}',
  hexadecimal: '{{ s["\\x63onstructor"] }}',
  concatenated: '{{ s["const" ~ "ructor"]["const" + "ructor"] }}',
  'by a text in a list': '{{ s[["constructor"][0]] }}',
  'as a list': '{{ s[["constructor"]] }}{{ user[["__proto__"]] }}',
  'by a variable': '{% set k = "CONSTRUCTOR" | lower %}{{ s[k][k] }}',
  'by a set block': '{% set k %}constructor{% endset %}{{ s[k] }}{{ user[k] }}',
  'by a macro': '{% macro k() %}constructor{% endmacro %}{{ s[k()] }}{{ user[k()] }}',
  'with blanks': '{{ s . constructor }}{{ s\n["constructor"] }}',
  'in a name': '{{ s.co\\u006estructor }}',
  'in fullwidth letters': '{{ s["ｃｏｎｓｔｒｕｃｔｏｒ"] }}',
  'with a mark without width': '{{ s["constructor\u200b"] }}',
  'by a conditional': '{{ s["constructor" if true else "a"] }}',
  'by the key of a loop': '{% for k in ["constructor"] %}{{ s[k] }}{{ loop[k] }}{{ loop.cycle }}{% endfor %}',
  'on a number': '{{ 1.0.constructor }}{{ (1).toFixed.constructor }}{{ (-1)["constructor"] }}',
  'on nothing': '{{ none.constructor }}{{ true["constructor"] }}{{ [][0].constructor }}',
};

/** Internal names of stock nunjucks, its compiler and JavaScript. */
const INSIDES = [
  'self varargs kwargs env context frame runtime cb output lineno parentTemplate t_1 hole_0 callback',
  'this globalThis global process require module exports arguments Function eval window document name',
  'cycler joiner range super caller loop super.constructor joiner.constructor cycler.constructor',
].flatMap((names) => names.split(' '));

const FLOWS = {
  joiner: `{% set j = joiner(",") %}{{ j }}{{ j() }}{{ j.constructor("${PWN}")() }}`,
  cycler: `{% set c = cycler("a", "b") %}{{ c }}{{ c.next() }}{{ c.next.constructor("${PWN}")() }}{{ c.reset }}`,
  'a call of a key': `{% call s.constructor("${PWN}") %}{% endcall %}`,
  'a call of a literal': `{% call "a".sub.constructor("${PWN}")() %}{% endcall %}`,
  'super without a parent': '{% block a %}{{ super }}{{ super() }}{{ super().constructor }}{% endblock %}',
  'a block in a macro': `{% macro m() %}{% block b %}{{ caller.constructor("${PWN}")() }}{% endblock %}{% endmacro %}{{ m() }}`,
  asyncEach: '{% asyncEach a in [s.constructor] %}{{ a }}{% endeach %}',
  asyncAll: '{% asyncAll a in parties %}{{ a.constructor }}{% endall %}',
  ifAsync: '{% ifAsync s.constructor %}{{ s.constructor }}{% endif %}',
  'raw in raw': '{% raw %}{% raw %}{% endraw %}{{ s.constructor }}{% endraw %}',
  'the end of another raw':
    '{% verbatim %}{% endraw %}{{ s.constructor }}{% endverbatim %}{{ s.constructor }}',
  'raw with white space': '{%- raw -%}a{%- endraw -%}{{ s.constructor }}{%raw%}b{%endraw%}',
  'a comment in a tag': '{{ s{# a #}.constructor }}{# {{ #}{{ s.constructor }}',
  'a line statement': '# set a = s.constructor\n## {{ s.constructor }}',
  'regular expressions': `{{ s | replace(r/./g, s.constructor) }}{{ r/a/.source.constructor }}{{ r/a/.exec("${PWN}") }}{{ r/a/ }}`,
  'patterns of a replacement': '{{ "abc" | replace("b", "$&$`$\'$$1") }}{{ s | replace(s, "$`" ) }}',
  'a function as an argument':
    '{{ parties | sort(true, true, s.constructor) }}{{ s | default(range) }}{{ [range, joiner] }}',
  'a format string': '{{ "%o%j%O" | format(s) }}{{ "%s" % s }}',
  dump: '{{ user | dump }}{{ range | dump }}{{ parties | dump(s.constructor) }}',
  safe: '{{ html | safe }}{{ html | e | safe }}{{ html | escape | forceescape }}{{ "<img src=x>" | safe }}',
};

const PATHS = [
  'layouts/../../package.json',
  './layouts/../../../etc/passwd',
  'layouts//../../src/environment/config.ts',
  '..\\..\\package.json',
  '%2e%2e/%2e%2e/package.json',
  'file:///etc/passwd',
  'http://127.0.0.1/',
  '/proc/self/environ',
  'base.html\\u0000.njk',
  'non-disclosure-agreement/../../package.json',
  'companies/other/non-disclosure-agreement/1.0.0.njk',
  'other/non-disclosure-agreement/1.0.0',
  'node:fs',
];

const BOMBS = {
  'a range of everything': '{{ range(0, 1e9) }}{{ range(-1e308, 1e308) }}',
  'a range of tiny steps': '{{ range(0, 1, 1e-9) }}{{ range(0, 10, 0) }}{{ range(10, 0) }}',
  'a range of no number':
    '{{ range("1e9") }}{{ range(none) }}{{ range([9]) }}{{ range(1e9 * 1e300 * 1e300) }}',
  'joined joins': '{% set a = range(1000) %}{{ a | join(a | join(a | join("xxxxxxxxxxxxxxxx"))) }}',
  'joins of joins': `{% set a = range(1000) | join("xxxxxxxx") %}${'{% set a = [a, a, a, a, a, a, a, a] | join(a) %}'.repeat(9)}{{ a }}`,
  'macros that call each other':
    '{% macro a() %}{{ b() }}{{ b() }}{% endmacro %}{% macro b() %}{{ a() }}{{ a() }}{% endmacro %}{{ a() }}',
  'macros that double': `${Array.from({ length: 40 }, (_, n) => `{% macro m${n}() %}{{ m${n + 1}() }}{{ m${n + 1}() }}{% endmacro %}`).join('')}{% macro m40() %}x{% endmacro %}{{ m0() }}`,
  'a caller in a caller':
    '{% macro m() %}{{ caller() }}{{ caller() }}{% endmacro %}' +
    '{% call m() %}'.repeat(40) +
    'x' +
    '{% endcall %}'.repeat(40),
  'filters with a length':
    '{{ "a" | center(1e9) }}{{ "a" | indent(1e9) }}{{ "a" | batch(1e9) }}{{ "a" | truncate(1e9) }}{{ "a" | wordwrap(0) }}{{ [1] | slice(1e9) }}',
  'powers and products':
    '{{ 10 ** 1e9 }}{{ 9 ** 9 ** 9 ** 9 }}{{ "a" * 1e9 }}{{ 1 / 0 }}{{ 1 % 0 }}{{ 1 // 0 }}',
  'a slow regular expression': '{{ ("a" ~ "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!") | replace(r/(a+)+$/, "") }}',
  'a list that holds itself':
    '{% set a = [1] %}{% set a = [a, a] %}{% for i in range(60) %}{% set a = [a, a] %}{% endfor %}{{ a == a }}{{ a | length }}{{ a }}',
  'texts that are printed into themselves': `{% set a = "&<>'" %}${'{% set a %}{{ a }}{{ a }}{% endset %}'.repeat(40)}{{ a }}`,
  'a case of many': `{% switch s %}${'{% case range(1000) | join %}x'.repeat(500)}{% endswitch %}`,
};

/** More attempts to escape: by other spellings, internal names of engines, paths, and excessive amounts. */
export const MORE_ESCAPES: readonly Payload[] = [
  ...Object.entries(SPELLINGS).map(([name, template]) => ({
    name: `spelling/${name}`,
    template,
    mustNot: ['@leak'],
  })),
  ...INSIDES.map((name) => ({
    name: `inside/${name}`,
    template: `{{ ${name} }}{{ [${name}] }}{{ ${name} ~ "" }}{{ ${name}.constructor("${PWN}")() }}`,
    mustNot: ['@leak'],
  })),
  ...Object.entries(FLOWS).map(([name, template]) => ({
    name: `flow/${name}`,
    template,
    mustNot: ['@leak', '<img'],
  })),
  ...PATHS.map((path) => ({
    name: `path/${path}`,
    template: `{% include "${path}" ignore missing %}{% include "${path}" %}{% import "${path}" as a %}{{ a }}{% extends "${path}" %}`,
    mustNot: ['root:', '"dependencies"', 'FILE-CANARY', 'PATH='],
  })),
  ...Object.entries(BOMBS).map(([name, template]) => ({
    name: `dos/${name}`,
    template,
    mustNot: ['@slow', '@huge', '@crash'],
  })),
];
