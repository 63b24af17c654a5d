import { is } from 'css-select';
import { parse, type Selector } from 'css-what';
import type { Element } from 'domhandler';
import { findAll } from 'domutils';
import { expect, test } from 'vitest';
import { HasConditions } from '../../../src/formats/docx/css/has.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';

const tree = parseHtml(
  '<table><tr class="group"><td><p>a</p></td></tr><tr><td><p class="blank">b</p></td><td><p><b>c</b></p></td></tr><tr><td>d</td></tr></table>' +
    '<ol><li><p>e</p><ol><li class="blank">f</li></ol></li><li><h2>g</h2><p>h</p></li></ol><p class="lead">i</p><p>j <i class="blank">k</i></p>',
);

test.each([
  ':has(p)',
  ':has(> p)',
  ':has(> td > p:first-child.blank)',
  ':has(> td p > b)',
  ':has(+ tr)',
  ':has(+ tr .blank)',
  ':has(~ tr > td > p)',
  ':has(~ p ~ p)',
  ':has(.blank, b)',
  ':has(> ol .blank)',
  ':has(> ol > li.blank)',
  ':has(h2 + p)',
  ':has(li:has(> h2))',
])('%s is true of the elements of which it is true for css-select', (selector) => {
  const [parts = []] = parse(selector) as Selector[][];
  const conditions = new HasConditions();
  const named = conditions.named(parts);
  const ours = (element: Element) =>
    named.every((part) => 'name' in part && conditions.tests[part.name]?.(element));
  const elements = findAll(() => true, tree.children);
  const expected = elements.filter((element) => is(element, selector));
  expect(expected.length).toBeGreaterThan(0);
  expect(elements.filter(ours)).toEqual(expected);
});
