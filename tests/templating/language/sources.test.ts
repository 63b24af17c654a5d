import { describe, expect, test } from 'vitest';
import { SharedParts } from '../../../src/render/parts.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { renderTemplate } from '../../../src/templating/language/render-template.ts';
import { render, renderError } from '../../render/rendering.ts';

const DATA = { parties: [{ rcName: 'Acme' }, {}], equipments: ['Laptop'], isCompany: true, currency: 'NGN' };

const PARTS = {
  'partials/names.njk':
    '{% macro name(one) %}{{ one.rcName | trim | blank("name") }}{% endmacro %}' +
    '{% macro names(list) %}{% for one in list %}{{ name(one) }}{% endfor %}{% endmacro %}',
  'partials/law.njk': '{{ governingLaw | blank("law") }}',
};

/** The fields of the blanks that a source prints. */
function fieldsOf(source: string): (string | undefined)[] {
  const html = render(source, DATA, PARTS);
  return Array.from(
    html.matchAll(/<span class="blank[^>]*>/g),
    ([tag]) => /data-field="([^"]*)"/.exec(tag)?.[1],
  );
}

describe('a blank has the field that its value would come from', () => {
  test.each<[what: string, source: string, fields: (string | undefined)[]]>([
    ['an absent field', '{{ town | blank("town") }}', ['town']],
    ['after filters', '{{ town | trim | written | blank("town") }}', ['town']],
    [
      'an entry of a list',
      '{{ equipments[1] | blank("item") }}{{ duties | first | blank("duty") }}',
      ['equipments[1]', 'duties[0]'],
    ],
    [
      'in a loop',
      '{% for one in parties %}{{ one.rcName | blank("name") }}{% endfor %}',
      ['parties[1].rcName'],
    ],
    ['an absent party', '{{ parties[2].address | blank("address") }}', ['parties[2].address']],
    [
      'through macros of another file',
      '{% from "partials/names.njk" import names %}{{ names(parties) }}',
      ['parties[1].rcName'],
    ],
    [
      'in a keyword argument',
      '{% macro line(label, value) %}{{ value | blank(label) }}{% endmacro %}{{ line("Town", value=town | written) }}',
      ['town'],
    ],
    [
      'passed to the block of a call',
      '{% macro each(list) %}{{ caller(list[1]) }}{% endmacro %}{% call(one) each(parties) %}{{ one.type | blank("type") }}{% endcall %}',
      ['parties[1].type'],
    ],
    ['in an included part', '{% include "partials/law.njk" %}', ['governingLaw']],
    [
      'assigned to another name',
      '{% set law = governingLaw | written %}{{ law | blank("law") }}',
      ['governingLaw'],
    ],
    ['one of two fields', '{{ (fullName or rcName) | blank("name") }}', ['rcName']],
    [
      'one of two fields by a condition',
      '{{ (rcName if isCompany else fullName) | blank("name") }}',
      ['rcName'],
    ],
    ['the currency of an amount', '{{ 5 | money(coin) }}', ['coin']],
    ['no field: a text', '{{ "" | blank("date of signature") }}', [undefined]],
    ['no field: a captured text', '{% set x %}{% endset %}{{ x | blank("x") }}', [undefined]],
    [
      'in an object of the template',
      '{% set one = { name: rcName, at: { town: town | trim } } %}{{ one.name | blank("x") }}{{ one.at.town | blank("x") }}',
      ['rcName', 'town'],
    ],
    [
      'no field: an object of the template without it',
      '{% set one = {} %}{{ one.rcName | blank("x") }}',
      [undefined],
    ],
    ['no field: a count', '{{ (duties | join) | blank("x") }}', [undefined]],
    [
      'no field: a name of a field that is assigned again',
      '{% set law = governingLaw %}{% set law = "" %}{{ law | blank("law") }}',
      [undefined],
    ],
    [
      'no field: a parameter that the call leaves out',
      '{% macro line(label, value) %}{{ value | blank(label) }}{% endmacro %}{{ line("Date") }}',
      [undefined],
    ],
  ])('%s', (_what, source, fields) => {
    expect(fieldsOf(source)).toEqual(fields);
  });

  test('a path cannot contain markup', () => {
    const source = '{% set key = "\\"><b>" %}{{ parties[key] | blank("x") }}';
    expect(render(source, DATA)).toContain('data-field="parties.&quot;&gt;&lt;b&gt;"');
  });

  test('a joined text has the fields of all its parts, a sum has none', () => {
    const printed = new Set<string>();
    const source = '{{ town ~ ", " ~ (state | upper) + 1 }}{{ "in " + country }}{{ days + 1 }}{{ [days] }}';
    const template = loadTemplate('test', source, new SharedParts(new Map()));
    const html = renderTemplate(
      template,
      { town: 'Jos', state: 'Plateau', country: 'Nigeria', days: 2 },
      { printed },
    );
    expect(html).toBe('Jos, PLATEAU1in Nigeria32');
    expect([...printed]).toEqual(['town', 'state', 'country']);
  });

  test('conditions within conditions are read once, as deep as nesting is allowed', () => {
    const nested = (depth: number): string =>
      depth === 0 ? 'town' : `(1 if (${nested(depth - 1)} | blank("a")) else ${depth})`;
    expect(render(`{{ ${nested(11)} }}`)).toBe('1');
    expect(render(`{{ (${nested(11)} and town) | blank("b") }}`)).not.toContain('data-field');
    expect(fieldsOf(`{{ (town if ${nested(11)} else state) | blank("b") }}`)).toEqual(['town']);
    expect(renderError(`{{ ${nested(40)} }}`)).toMatch(
      /^test, line 1, column \d+: nested more than 100 deep; flatten it$/,
    );
  });

  test('the length of a path is limited', () => {
    const source =
      '{% set one = town %}{% for i in range(1000) %}{% set one = one.a %}{% endfor %}{{ one | blank("x") }}';
    expect(render(source, DATA)).not.toContain('data-field');
  });
});
