import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import {
  addMarginStyle,
  cssString,
  LINE,
  type Margins,
  marginsOf,
  wordMarginStyle,
} from '../../../src/formats/document/margins.ts';
import { INITIAL_STYLE } from '../../../src/formats/docx/css/computed-style.ts';
import { readPage } from '../../../src/formats/docx/css/page.ts';
import { StyleSheet } from '../../../src/formats/docx/css/style-sheet.ts';
import { paddingOf } from '../../../src/formats/docx/model/block-format.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

/** The margins of a document with this author, date or version, and title. */
function margins(author: string, header = '', title = 'Supply'): Record<string, string> {
  return Object.fromEntries(marginsOf({ title, author, header, footer: '' }, 'supplier-agreement/1.0.0'));
}

const printedStyle = (of: Margins) => {
  const document = parseHtml('<title>x</title>');
  addMarginStyle(document, of);
  return /<style>(.*)<\/style>/s.exec(serializeHtml(document))?.[1];
};

test.each([
  ['Acme Limited; Ada Obi', '4 January 2027', 'Supply', 'Acme Limited, Ada Obi, 4 January 2027'],
  ['', '', 'Supply', undefined],
  ['Acme\n\tLtd ; Ada', 'version\n2', 'Supply', 'Acme Ltd, Ada, version 2'],
  ['A; B; C; D; E', '', 'Supply', 'A, B, C, D, E'],
  [
    'Baobab Analytics and Advisory Limited; Marina Garments and Textiles plc',
    '28 February 2027',
    'Supply\nBaobab Analytics and Advisory Limited, Marina Garments and Textiles plc, 28 February 2027',
    undefined,
  ],
  [`${'Acme '.repeat(20)}; Ada`, '4 January 2027', 'Supply', '4 January 2027'],
  [`${'Acme '.repeat(2_000)}; Ada`, '', 'Supply', undefined],
  ['Ada', 'version '.repeat(8_000), 'Supply', 'Ada'],
])('the header names the parties whole, or not at all (%#)', (author, dated, left, right) => {
  expect(margins(author, dated)).toEqual({
    'top-left': left,
    ...(right !== undefined && { 'top-right': right }),
    'bottom-left': 'Supply 1.0.0',
  });
});

test('a short title stands in the header in place of the title', () => {
  const head = { title: 'Agreement for Services', 'short-title': ' Services\n', header: '' };
  expect([...marginsOf(head, 'supply/1.0.0')]).toEqual([['top-left', 'Services']]);
});

test('a title that leaves little room sends the names to the line below it', () => {
  const esg = 'Environmental, Social and Governance Policy';
  const narrow = margins('Baobab Limited', 'version 2', esg);
  expect([narrow['top-left'], narrow['top-right']]).toEqual([esg, 'Baobab Limited, version 2']);
  // It fits in Calibri, but not in a wider font that a program takes for it.
  const wide = margins('Baobab Analytics and Advisory Limited', 'version 2.1', esg);
  expect([wide['top-left'], wide['top-right']]).toEqual([
    `${esg}\nBaobab Analytics and Advisory Limited, version 2.1`,
    undefined,
  ]);
});

test('names stand where a line has room for them, the gap, and beside the title a quarter more', () => {
  const places = Array.from({ length: 90 }, (_, letters) => {
    const { 'top-left': left, 'top-right': right } = margins('n'.repeat(letters + 1), '', 'Supply');
    return right === undefined ? left?.split('\n').length : 'beside';
  });
  // 318 of 334 points are 42.4 ems of 7.5 points; an n has 0.53, "Supply" 2.9.
  const [beside, below] = [58, 79];
  expect(places).toEqual([
    ...Array(beside).fill('beside'),
    ...Array(below - beside).fill(2),
    ...Array(90 - below).fill(1),
  ]);
});

test('names are measured by the width that the style sheet leaves to a line', () => {
  const css = readFileSync(new URL('../../../templates-html/styles/document.css', import.meta.url), 'utf8');
  const sheet = new StyleSheet(`${css}@page{@top-left{content:"x"}}`);
  const { width, margin, boxes } = readPage(sheet.pages, INITIAL_STYLE);
  const box = boxes.get('top-left');
  const indent = box === undefined ? 0 : paddingOf(box.style, 'Left', width);
  expect(Math.floor(width - margin.Left - margin.Right - indent)).toBe(LINE);
});

test('the footer of the company is above that of the layout', () => {
  const both = marginsOf({ title: 'Supply', footer: '' }, 'supply/1.0.0', ' Acme\n\r\n Lagos');
  expect([...both]).toEqual([['bottom-left', 'Acme Lagos\nSupply 1.0.0']]);
  expect(printedStyle(both)).toBe(
    '@page{@bottom-left{content:"Acme Lagos\\a Supply 1.0.0";}}' +
      '@page{@bottom-left{white-space:pre-line;vertical-align:bottom;padding-top:0;padding-bottom:5mm}' +
      '@bottom-right{white-space:nowrap;vertical-align:bottom;padding-top:0;padding-bottom:4.7mm;width:30mm;margin-left:-30mm}}',
  );
});

test('a layout without a footer prints that of the company in the middle', () => {
  const only = marginsOf({}, 'supply/1.0.0', 'Acme');
  expect([...only]).toEqual([['bottom-center', 'Acme']]);
  expect(printedStyle(only)).toBe(
    '@page{@bottom-center{content:"Acme";font:7.5pt/1.4 Calibri,sans-serif;vertical-align:top;padding-top:9.5mm}}',
  );
  expect([...marginsOf({}, 'supply/1.0.0', '  ')]).toEqual([]);
});

test('the style sheet of a Word file is the same whatever the texts', () => {
  const style = (author: string) =>
    wordMarginStyle(marginsOf({ title: 'T', author, header: '' }, 'supply/1.0.0'));
  expect(style('Acme')).toBe(
    '@page{@top-left{content:" ";font-size:7.5pt;white-space:pre-line}@top-right{content:" ";font-size:7.5pt}}' +
      '@page :first{@top-left{content:none}@top-right{content:none}}',
  );
  expect(style('Ada')).toBe(style('Acme'));
});

test('does not change a document whose layout has no margin texts', () => {
  expect(printedStyle(marginsOf({ title: 'x' }, 'loan/1.0.0'))).toBeUndefined();
});

test('escapes characters that would end a CSS string or the style sheet', () => {
  expect(cssString('a\\b"c\n</style>')).toBe('"a\\5c b\\22 c\\a \\3c /style>"');
});
