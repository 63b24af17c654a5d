import { expect, test } from 'vitest';
import { render } from './rendering.ts';

const json = (text: string): Record<string, unknown> => JSON.parse(text);

test('loops ignore objects that only have a length', () => {
  const data = json('{"parties":{"length":30000000}}');
  expect(
    render(
      '{% for p in parties %}x{% else %}none{% endfor %}{{ parties | join }}{{ parties | and_list }}',
      data,
    ),
  ).toBe('none');
});

test('data cannot be taken for keyword arguments of a macro', () => {
  const data = json('{"party":{"__keywords":true,"trusted":"YES","caller":"x","name":"Ann"}}');
  const source =
    '{% macro m(p, trusted="no") %}{{ p.name }} {{ trusted }} {{ caller }}{% endmacro %}{{ m(party) }}';
  expect(render(source, data)).toBe('Ann no ');
});

test('data cannot replace a macro, range or caller', () => {
  const data = json('{"m":"x","range":"x","caller":"x","super":"x","loop":"x"}');
  const source = `{% macro m() %}m{{ caller }}{% endmacro %}{{ m() }}{% for i in range(2) %}{{ loop.index }}{% endfor %}`;
  expect(render(source, data)).toBe('m12');
});

test('inherited properties are never looked up, and own properties with such names are plain values', () => {
  const data = json(
    '{"k":"constructor","p":"__proto__","a":{"b":1},"__proto__":{"polluted":"P"},"toString":"boom"}',
  );
  expect(render('[{{ a[k] }}{{ a[p] }}{{ k[k] }}{{ polluted }}{{ a.polluted }}{{ [a][k] }}]', data)).toBe(
    '[]',
  );
});

test('objects with their own toString or valueOf print nothing', () => {
  const data = json('{"x":{"toString":"boom","valueOf":1},"y":[{"toString":"boom"}]}');
  expect(
    render('[{{ x }}{{ y }}{{ x ~ "a" }}{{ x == y }}{{ x < y }}{{ y | join }}{{ x | upper }}]', data),
  ).toBe('[afalsefalse]');
});

test('functions in the data are never returned', () => {
  expect(render('[{{ f }}{{ o.f }}{{ a }}]', { f: () => 'x', o: { f: () => 'x' }, a: [() => 'x'] })).toBe(
    '[]',
  );
});

test('data is escaped in text and in quoted attributes', () => {
  expect(render('<a title="{{ x }}">{{ x }}</a>', { x: '"><img src=x onerror=`a`>\\\'&' })).toBe(
    `<a title="${'&quot;&gt;&lt;img src=x onerror=&#96;a&#96;&gt;&#92;&#39;&amp;'}">${'&quot;&gt;&lt;img src=x onerror=&#96;a&#96;&gt;&#92;&#39;&amp;'}</a>`,
  );
});

test('rendering does not change the data', () => {
  const data = { parties: [{ name: 'Ann' }], project: 'P' };
  render(
    '{% set project = "Q" %}{% for parties in parties %}{% set project = 1 %}{% endfor %}{{ [parties] | join }}',
    data,
  );
  expect(data).toEqual({ parties: [{ name: 'Ann' }], project: 'P' });
});
