import { describe, expect, test } from 'vitest';
import { SharedParts } from '../../../src/render/parts.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { TemplateError } from '../../../src/templating/language/template-error.ts';
import { render, renderError } from '../../render/rendering.ts';

const PARTS = {
  'layouts/base.njk': '<title>{% block title %}{% endblock %}</title>{% block body %}{% endblock %}',
  'partials/party.njk': '{% macro party(p, label="name") %}{{ p.name }}{{ label }}{% endmacro %}',
  'partials/needs-data.njk': '{% macro owner() %}\n  {{ project }}{% endmacro %}',
  'partials/rows.njk': '{% for row in rows %}{{ row }}{{ unit }}{% endfor %}',
  'styles/page.css': '@media print{#title{color:red}} p::after { content: "{{ x }}{% if %}" }',
};

describe('deliberate differences from stock nunjucks', () => {
  test.each([
    [
      'arrays print their scalars with a comma and a space',
      '{{ [1, "a", true, none, "<"] }}',
      '1, a, true, &lt;',
    ],
    ['objects print nothing', '[{{ {a: 1} }}{{ [{a: 1}, [2]] }}]', '[]'],
    ['NaN prints nothing', '[{{ 1 / 0 }}{{ "a" * 1 }}]', '[]'],
    ['absent values are joined as empty text', '[{{ missing ~ "a" ~ none }}{{ "b" + missing }}]', '[ab]'],
    [
      'markup from a macro is not escaped beside text',
      '{% macro b(x) %}<b>{{ x }}</b>{% endmacro %}{{ b("<") ~ " & " }}',
      '<b>&lt;</b> &amp; ',
    ],
    ['a captured text is markup', '{% set x %}<b>{{ "<" }}</b>{% endset %}{{ x }}', '<b>&lt;</b>'],
    ['an empty captured text is false', '{% set x %}{% endset %}{{ "t" if x else "f" }}', 'f'],
    ['an absent value contains nothing', '{{ "a" in missing }}', 'false'],
    ['a text is not looped over', '{% for c in "abc" %}{{ c }}{% else %}none{% endfor %}', 'none'],
    [
      'a macro may share its name with a value',
      '{% macro party(p) %}<{{ p }}>{% endmacro %}{% for party in ["a"] %}{{ party(party) }}{% endfor %}',
      '<a>',
    ],
    ['a macro may be called before it is defined', '{{ m() }}{% macro m() %}x{% endmacro %}', 'x'],
    [
      'range gives up to a thousand numbers',
      '{% for i in range(3) %}{{ i }}{% endfor %}{% for i in range(2, 6, 2) %}{{ i }}{% endfor %}',
      '01224',
    ],
    [
      'absent is a test',
      '{{ missing is absent }}{{ "  " is absent }}{{ [] is absent }}{{ false is absent }}{{ 0 is not absent }}',
      'truetruetruefalsetrue',
    ],
    ['a byte order mark is ignored', '\ufeffx', 'x'],
    [
      'a style sheet is not parsed as a template',
      '{% include "styles/page.css" %}',
      PARTS['styles/page.css'],
    ],
  ])('%s', (_, source, printed) => {
    expect(render(source, {}, PARTS)).toBe(printed);
  });
});

describe('refuses an invalid template with its position and the cure:', () => {
  test.each([
    [
      '{{ 1 }}\n  {{ missing() }}',
      'test, line 2, column 6: there is no macro missing; define it or correct the name',
    ],
    [
      '{{ party(1) }}',
      'test, line 1, column 4: the macro party is not known here; add {% from "partials/party.njk" import party %}',
    ],
    [
      '{% from "partials/party.njk" import partys %}',
      'test, line 1, column 37: partials/party.njk has no macro partys; it has party',
    ],
    [
      '{% import "partials/party.njk" as lib %}{{ lib.partys() }}',
      'test, line 1, column 47: partials/party.njk has no such macro; it has party',
    ],
    [
      '{% from "partials/party.njk" import party %}{{ party(1, titel=2) }}',
      'test, line 1, column 57: there is no argument titel: party takes (p, label)',
    ],
    [
      '{% from "partials/party.njk" import party %}{{ party(1, 2, 3) }}',
      'test, line 1, column 60: one argument too many: party takes (p, label)',
    ],
    [
      '{% from "partials/party.njk" import party %}{{ party(1, p=2) }}',
      'test, line 1, column 57: the argument p is given twice',
    ],
    [
      '{% from "partials/needs-data.njk" import owner %}',
      'partials/needs-data.njk, line 2, column 6: imported macros do not see the data; give project as an argument',
    ],
    [
      '{% from "partials/party.njk" import party with context %}',
      'test, line 1, column 4: give the macros what they need as arguments',
    ],
    [
      '{% include "partials/none.njk" %}',
      `test, line 1, column 12: there is no such shared part; there are partials/party.njk, partials/needs-data.njk, partials/rows.njk`,
    ],
    ['{% include part %}', 'test, line 1, column 12: name the shared part by a text in quotes'],
    [
      '{% include "partials/party.njk" ignore missing %}',
      'test, line 1, column 4: ignore missing is not needed: parts are fixed',
    ],
    [
      '{% extends "layouts/base.njk" %}<p>lost</p>',
      'test, line 1, column 33: text outside the blocks of a template that extends a layout is never printed; move it into one',
    ],
    [
      '{% extends "layouts/base.njk" %}{{ lost }}',
      'test, line 1, column 36: text outside the blocks of a template that extends a layout is never printed; move it into one',
    ],
    [
      '{% extends "layouts/base.njk" %}{% block bdy %}{% endblock %}',
      'test, line 1, column 36: layouts/base.njk has no block bdy, so this is never printed; it has title, body',
    ],
    [
      '{% extends "layouts/base.njk" %}{% if a %}{% block body %}{% endblock %}{% endif %}',
      'test, line 1, column 46: this block overrides one of the layout regardless of the tag around it; move it out',
    ],
    [
      '{% block a %}{{ super() }}{% endblock %}',
      'test, line 1, column 4: no layout has a block a for super()',
    ],
    ['{{ super() }}', 'test, line 1, column 9: super() only exists in a block'],
    ['{{ caller() }}', 'test, line 1, column 10: caller() only exists in a macro'],
    [
      '{% if a %}{% macro m() %}{% endmacro %}{% endif %}',
      'test, line 1, column 14: Macro belongs at the top of the template, outside every other tag',
    ],
    [
      '{% macro m() %}{% endmacro %}{% macro m() %}{% endmacro %}',
      'test, line 1, column 33: there are two macros m; rename one',
    ],
    [
      '{% block a %}{% endblock %}{% block a %}{% endblock %}',
      'test, line 1, column 31: there are two blocks a; rename one',
    ],
    [
      '{% extends "layouts/base.njk" %}{% extends "layouts/base.njk" %}',
      'test, line 1, column 36: a template extends one layout; delete this tag',
    ],
    [
      '{% macro m() %}{% block a %}{% endblock %}{% endmacro %}',
      'test, line 1, column 19: a block cannot be in a macro; move it out',
    ],
    [
      '{% macro m(a, a) %}{% endmacro %}',
      'test, line 1, column 11: the parameter a is taken; give it another name',
    ],
    [
      '{% macro m(caller) %}{% endmacro %}',
      'test, line 1, column 11: the parameter caller is taken; give it another name',
    ],
    ['{{ caller }}', 'test, line 1, column 4: caller only exists in a macro'],
    ['{% block a %}{{ super(1) }}{% endblock %}', 'test, line 1, column 22: takes 0 arguments, not 1'],
    ['{{ range(1, 2, 3, 4) }}', 'test, line 1, column 9: takes 1 to 3 arguments, not 4'],
    ['{{ a | default(b, c=1) }}', 'test, line 1, column 15: takes no keyword arguments; give them in order'],
    [
      '{% for a, b, c in d %}{% endfor %}',
      'test, line 1, column 8: a loop takes one name, or two for keys and values',
    ],
    ['{{ (a, b) }}', 'test, line 1, column 4: write one expression between ( and )'],
    [
      '{{ a is divisibleby }}',
      'test, line 1, column 4: the test divisibleby takes one argument, in brackets',
    ],
    ['{{ a is defined(1) }}', 'test, line 1, column 16: takes 0 arguments, not 1'],
    [
      '{{ a is nope }}',
      'test, line 1, column 4: there is no such test; there are absent, defined, undefined, none, null, truthy, falsy, string, number, mapping, iterable, even, odd, divisibleby, equalto, eq, sameas, ne',
    ],
    ['{% set 1 = 2 %}', 'test, line 1, column 8: a plain name is needed here'],
    ['{{ 1(2) }}', 'test, line 1, column 4: only macros can be called; data has no methods'],
    ['{{ not a == b }}', 'test, line 1, column 4: write not (a == b), with brackets'],
    ['{{ 1 < a < 3 }}', 'test, line 1, column 6: compare two values at a time, joined by and'],
    ['{{ a if b == True }}', 'test, line 1, column 14: write true in place of True'],
    [
      '{{ a.constructor }}',
      'test, line 1, column 6: this name is not allowed; use letters, digits and _, starting with a letter',
    ],
    [
      '{{ a.__proto__ }}',
      'test, line 1, column 6: this name is not allowed; use letters, digits and _, starting with a letter',
    ],
    ['{{ a.b() }}', 'test, line 1, column 5: only macros can be called; data has no methods'],
    ['{{ a | money }}', 'test, line 1, column 8: takes 2 to 3 arguments, not 1'],
    [
      '{% raw %}{% endraw %}',
      'test, line 1, column 1: the tags raw and verbatim are not allowed; write the text as it is',
    ],
    ['a\n\u0000', 'test, line 2, column 1: there is a control character here; delete it'],
    [
      '{% asyncEach a in b %}{% endeach %}',
      'test, line 1, column 4: the tag AsyncEach is not allowed here; leave it out',
    ],
    [
      '{{ r/a/ }}',
      'test, line 1, column 4: the only literals are texts up to 8 KiB, numbers, true, false and none',
    ],
    [
      '{% nonsense %}',
      'test, line 1, column 4: this is not valid Nunjucks: unknown block tag: nonsense; there are block, call, else, elif, extends, for, from, if, import, include, macro, set, switch',
    ],
    [
      '{{ a b }}',
      'test, line 1, column 6: this is not valid Nunjucks: expected variable end; write one field between {{ and }}, and filters behind it, each after |',
    ],
    [
      '{{ a | }}',
      'test, line 1, column 8: this is not valid Nunjucks: expected symbol, got variable-end; write the name that is missing here',
    ],
    [
      '{% for a of b %}{% endfor %}',
      'test, line 1, column 4: this is not valid Nunjucks: parseFor: expected "in" keyword for loop; write {% for one in list %}',
    ],
    [
      `{{ "${'x'.repeat(8193)}" }}`,
      'test, line 1, column 4: the only literals are texts up to 8 KiB, numbers, true, false and none',
    ],
    [
      `{{ ${'('.repeat(101)}a${')'.repeat(101)} }}`,
      'test, line 1, column 103: nested more than 100 deep; flatten it',
    ],
    [
      'a\nb\ufffd',
      'test, line 2, column 2: this character is not UTF-8; save the file as UTF-8, and write it again',
    ],
  ])('%s', (source, message) => {
    expect(renderError(source, {}, PARTS)).toBe(message);
  });
});

describe('names the start of a tag that is not closed:', () => {
  test.each([
    ['<p>\n{% if a %}', 'test, line 2, column 1: this if is not closed; add {% endif %} where it ends'],
    [
      '{% block b %}{% if a %}{% endblock %}',
      'test, line 1, column 14: this if is not closed; add {% endif %} where it ends',
    ],
    [
      '{% block b %}{% endif %}{% endblock %}',
      'test, line 1, column 14: endif closes nothing; delete it, or add what it closes above',
    ],
    [
      '{% set a %}{% set b = 1 %}{% if b == "%}" %}{% endif %}',
      'test, line 1, column 1: this set is not closed; add {% endset %} where it ends',
    ],
    [
      '<p>{{ a </p>{% if b %}{% endif %}',
      'test, line 1, column 4: this is not closed; end it with }}, and look for a quotation mark that is missing',
    ],
    [
      '{{ a | blank("b) }}\n<p class="c">',
      'test, line 1, column 1: this is not closed; end it with }}, and look for a quotation mark that is missing',
    ],
    [
      '{% if a }}b{% endif %}',
      'test, line 1, column 1: this tag is not closed; end it with %}, and look for a quotation mark that is missing',
    ],
    ['a{# b', 'test, line 1, column 2: this comment is not closed; end it with #}'],
  ])('%s', (source, message) => {
    expect(renderError(source, {}, PARTS)).toBe(message);
  });
});

test('refuses shared parts that use each other, every time', () => {
  const parts = { 'a.njk': '{% include "b.njk" %}', 'b.njk': '{% include "a.njk" %}' };
  const registry = new SharedParts(new Map(Object.entries(parts)));
  for (const attempt of [1, 2]) {
    expect(registry.loadAll(), `attempt ${attempt}`).toEqual([
      new TemplateError(
        { template: 'a.njk' },
        'this part needs itself; take it out of the parts that it names',
      ),
      new TemplateError(
        { template: 'b.njk' },
        'this part needs itself; take it out of the parts that it names',
      ),
    ]);
  }
});

describe('stops a template that exceeds a limit, with its position and the cure:', () => {
  const big = Array.from({ length: 1000 }, (_, index) => index);
  const long = 'x'.repeat(2.5 * 1024 * 1024);
  test.each([
    [
      '{% for a in big %}{% for b in big %}{{ a }}{% endfor %}{% endfor %}',
      'test, line 1, column 37: the template takes more than 300000 steps; loop over less',
    ],
    [
      `{% for a in big %}${'x'.repeat(15_000)}{% endfor %}`,
      'test, line 1, column 19: the document is longer than 12582912 characters of HTML; print less',
    ],
    [
      '{{ long ~ long ~ long }}',
      'test, line 1, column 1: a text grows beyond 6291456 characters; print it in pieces',
    ],
    ['{{ range(1001) }}', 'test, line 1, column 1: range() gives at most 1000 numbers'],
    [
      '{% macro m() %}\n{{ m() }}{% endmacro %}{{ m() }}',
      'test, line 2, column 5: macros call each other more than 32 deep; a macro may not call itself endlessly',
    ],
    [
      '{% macro m() %}{{ caller() }}{% endmacro %}{{ m() }}',
      'test, line 1, column 16: caller() needs the macro to be called by {% call %}; test with {% if caller %}',
    ],
  ])('%s', (source, message) => {
    expect(renderError(source, { big, long })).toBe(message);
  });

  test('more than 20,000 parts', () => {
    expect(renderError('{{ a }}'.repeat(10_001))).toBe(
      'test, line 1, column 70001: the template has too many parts; split it',
    );
  });

  test('lists of more than 20,000 items', () => {
    const items = Array.from({ length: 20_001 }, () => 1);
    expect(renderError('{% for a in items %}{% endfor %}', { items })).toBe(
      'test, line 1, column 4: a list is longer than 20000 items; shorten it',
    );
  });
});

test('a template lists the names that it, its layouts and its includes read from the data', () => {
  const source = `{% extends "layouts/base.njk" %}{% set rate = 1 %}{% from "partials/party.njk" import party %}
    {% macro own(a) %}{{ a }}{{ fromMacro }}{% endmacro %}
    {% block body %}{{ project }}{{ rate }}{{ own(1) }}{% for p in parties %}{{ party(p) }}{{ loop.index }}{% endfor %}
    {% set unit = "days" %}{% include "partials/rows.njk" %}{{ nested.name }}{% endblock %}`;
  const template = loadTemplate('test', source, new SharedParts(new Map(Object.entries(PARTS))));
  expect([...template.reads.keys()].sort()).toEqual(['fromMacro', 'nested', 'parties', 'project', 'rows']);
});
