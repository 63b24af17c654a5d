import { describe, expect, test } from 'vitest';
import type { DataSchema } from '../../../../src/lib/schema.ts';
import { readParts, SharedParts } from '../../../../src/render/parts.ts';
import { compareFields } from '../../../../src/templating/language/lint/fields-read.ts';
import { templatesDirectory } from '../../../render/templates-directory.ts';
import { TEMPLATES } from '../../../service/use-cases/documents.ts';

const parts = new SharedParts(readParts(templatesDirectory));

const SCHEMA: DataSchema = {
  properties: {
    name: {},
    rcName: {},
    place: { properties: { town: {} } },
    parties: { items: { properties: { name: {}, roles: { items: {} } } } },
    texts: { items: {} },
  },
};

/** "field line:column" of each undeclared field. */
function undeclared(source: string): string[] {
  return compareFields({ name: 'own', source }, SCHEMA, parts).undeclaredFields.map(
    ({ field, line, column }) => `${field} ${line}:${column}`,
  );
}

describe('the catalogue reads no field that its schemas do not have', () => {
  test.each(TEMPLATES.map((template) => [`${template.templateId} ${template.version}`, template] as const))(
    '%s',
    (_, { source, schema }) => {
      expect(compareFields({ name: 'own', source }, schema as DataSchema, parts).undeclaredFields).toEqual(
        [],
      );
    },
  );
});

test.each([
  ['{{ name }}{{ nmae }}\n{{ nmae }}{{ place.town }}{{ place.twon }}', ['nmae 1:14', 'place.twon 2:35']],
  ['{% for p in parties %}{{ p.name }}{{ p.nmae }}{{ loop.index }}{% endfor %}', ['parties[].nmae 1:39']],
  [
    '{% for p in parties %}{% for r in p.roles %}{{ r.x }}{% endfor %}{% endfor %}',
    ['parties[].roles[].x 1:49'],
  ],
  ['{{ parties[0].nmae }}{{ parties[n].name }}', ['parties[].nmae 1:14', 'n 1:33']],
  ['{{ parties.length }}{{ name.length }}{{ texts | length }}{{ name.x }}', ['name.x 1:65']],
  [
    '{% if a is defined and (b or not c) %}{{ d | blank(e) }}{% endif %}',
    ['a 1:7', 'b 1:25', 'c 1:34', 'd 1:42', 'e 1:52'],
  ],
  [
    '{{ 4 is divisibleby(a) }}{{ {k: b}.k }}{{ [c][0] }}{{ d if e else f }}',
    ['a 1:21', 'b 1:33', 'c 1:44', 'e 1:60', 'd 1:55', 'f 1:67'],
  ],
  ['{% macro m(a, b=c) %}{{ a.x }}{{ b }}{{ caller() }}{{ d }}{% endmacro %}', ['c 1:17', 'd 1:55']],
  [
    '{% macro m(a) %}{{ caller(a) }}{% endmacro %}{% call(u) m(v) %}{{ u.x }}{{ w }}{% endcall %}',
    ['v 1:59', 'w 1:76'],
  ],
  ['{% set a = b %}{{ a.x }}{% set c %}{{ d }}{% endset %}{{ c }}', ['b 1:12', 'd 1:39']],
  [
    '{% switch a %}{% case b %}{{ c }}{% default %}{{ d }}{% endswitch %}',
    ['a 1:11', 'b 1:23', 'c 1:30', 'd 1:50'],
  ],
  ['{% for a, b in place %}{{ a }}{{ b.x }}{% else %}{{ c }}{% endfor %}', ['c 1:53']],
] as const)('%s', (source, expected) => {
  expect(undeclared(source).toSorted()).toEqual(expected.toSorted());
});

test('reports an undeclared field of a shared part at the tag that names the part', () => {
  expect(undeclared('<p>\n{% include "partials/policy/approval.njk" %}')).toEqual(['management 2:4']);
});

test('reports no undeclared field that only the layout reads, and takes it as used where the schema has it', () => {
  const source = '{% extends "layouts/agreement.njk" %}{% block content %}{{ name }}{{ x }}{% endblock %}';
  const schema = { properties: { name: {}, governingLaw: {}, other: {} } } as DataSchema;
  expect(compareFields({ name: 'own', source }, schema, parts)).toEqual({
    undeclaredFields: [{ field: 'x', suggestion: '', line: 1, column: 70 }],
    unusedFields: ['other'],
  });
  expect(undeclared(source)).toEqual(['x 1:70']);
});

test('does not report what imported macros read, because it is passed to them', () => {
  expect(
    undeclared(
      '{% from "partials/party.njk" import party_rows as l %}{% import "partials/general.njk" as g %}{{ l(parties) }}{{ g.notices() }}',
    ),
  ).toEqual([]);
});

test('suggests a field of the same object for an undeclared one', () => {
  const source = '{{ rcNme }}{% for party in parties %}{{ party.nam }}{% endfor %}';
  const { undeclaredFields } = compareFields({ name: 'own', source }, SCHEMA, parts);
  expect(undeclaredFields.map(({ suggestion }) => suggestion)).toEqual([
    '; did you mean rcName?',
    '; did you mean name?',
  ]);
});
