import { expect, test } from 'vitest';
import { addMarginStyle, fillMarginTexts } from '../../src/document/margin-texts.ts';
import { parseHtml, serializeHtml } from '../../src/html/parse.ts';

/** The margin texts of a document with this author, date or version, and title. */
function margins(author: string, dated = '', title = 'Supply'): string {
  const quoted = author.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const document = parseHtml(
    `<title>${title}</title><meta name="author" content="${quoted}">` +
      `<meta name="header" content="${dated}"><meta name="footer" content=""><p>x</p>`,
  );
  fillMarginTexts(document, 'supplier-agreement/1.0.0.njk');
  addMarginStyle(document);
  return /<style>@page\{(.*?)\}@page:first/.exec(serializeHtml(document))?.[1] ?? '';
}

const FOOTER = '@bottom-left{content:"supplier-agreement 1.0.0"}';

test.each([
  ['Acme Limited; Ada Obi', '4 January 2027', 'Acme Limited, Ada Obi, 4 January 2027'],
  ['', '', undefined],
  ['Acme\n\tLtd ; Ada', 'version\n2', 'Acme Ltd, Ada, version 2'],
  ['A; B; C; D; E', '', 'A, B, C and 2 more'],
  [`${'Acme '.repeat(2_000)}; Ada`, '', `${'Acme '.repeat(13)}A…, Ada`],
  ['Ada', 'version '.repeat(8_000), 'Ada, version version version version version version…'],
  [
    'Baobab Analytics Limited; Marina Garments Limited; Ada',
    '',
    'Baobab Analytics Limited, Marina Garments Limited, Ada',
  ],
  [
    'BAOBAB ANALYTICS AND ADVISORY LIMITED; MARINA GARMENTS AND TEXTILES PLC; ADA',
    '28 February 2027',
    'BAOBAB ANALYTICS AND ADVI…, MARINA GARMENTS AND TEX…, ADA, 28 February 2027',
  ],
])('the header names the parties, and cuts long names (%#)', (author, dated, header) => {
  const box = header === undefined ? '' : `@top-right{content:"${header}"}`;
  expect(margins(author, dated)).toBe(box + FOOTER);
});

test('a title that leaves little room shortens the names', () => {
  const esg = 'Environmental, Social and Governance Policy';
  const header = (name: string) => margins(name, 'version 2.1', esg);
  expect(header('Baobab Analytics Limited')).toContain('"Baobab Analytics Limited, version 2.1"');
  expect(header('Baobab Analytics and Advisory Services (West Africa) Limited')).toContain(
    '"Baobab Analytics and Advisory S…, version 2.1"',
  );
});

test('escapes a name that would end the CSS string or the style sheet', () => {
  expect(margins('A "B" \\ </style>')).toBe(
    '@top-right{content:"A \\22 B\\22  \\5c  \\3c /style>"}@bottom-left{content:"supplier-agreement 1.0.0"}',
  );
});

test('does not change a document whose layout has no margin texts', () => {
  const html = '<!DOCTYPE html><html><head><title>x</title></head><body></body></html>';
  const document = parseHtml(html);
  fillMarginTexts(document, 'loan/1.0.0.njk');
  addMarginStyle(document);
  expect(serializeHtml(document)).toBe(html);
});
