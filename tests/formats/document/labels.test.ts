import { expect, test } from 'vitest';
import { insertLabels, labelOf } from '../../../src/formats/document/labels.ts';
import { numberItems } from '../../../src/formats/document/numbered-items.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

function labelled(body: string): string {
  const document = parseHtml(body);
  insertLabels(numberItems(document));
  return serializeHtml(document).replace(/^.*<body>|<\/body>.*$/gs, '');
}

test('inserts a label before the first words of an item, in their block', () => {
  expect(
    labelled(
      '<ol class="clauses"><li> <h2>Term</h2><ol><li><p>One</p></li><li>Two <b>b</b></li><li></li></ol></li></ol>',
    ),
  ).toBe(
    '<ol class="clauses"><li> <h2><span class="label">1.&nbsp;</span>Term</h2><ol>' +
      '<li><p><span class="label">1.1&nbsp;</span>One</p></li>' +
      '<li><span class="label">1.2&nbsp;</span>Two <b>b</b></li>' +
      '<li><span class="label">1.3&nbsp;</span></li></ol></li></ol>',
  );
});

test('inserts a label before a nested list that an item begins with', () => {
  expect(labelled('<ol class="clauses"><li><ol><li>x</li></ol></li></ol>')).toBe(
    '<ol class="clauses"><li><span class="label">1.&nbsp;</span><ol><li><span class="label">1.1&nbsp;</span>x</li></ol></li></ol>',
  );
});

test('finds the label of an item again, and nothing else', () => {
  const document = parseHtml(
    '<ol class="clauses"><li id="a"><p>x</p></li><li id="b">y</li></ol><ul><li><p><b class="label">z</b></p></li></ul>',
  );
  const items = numberItems(document);
  expect([...items.keys()].map(labelOf)).toEqual([undefined, undefined]);
  insertLabels(items);
  expect([...items.keys()].map((item) => labelOf(item)?.attribs.class)).toEqual(['label', 'label']);
});
