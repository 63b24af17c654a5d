import { expect, it } from 'vitest';
import { addLetterhead, cssString } from '../../src/document/letterhead.ts';
import { parseHtml, serializeHtml } from '../../src/html/parse.ts';
import { dataUrl, PNG_LOGO } from '../profiles/pictures.ts';

const PAGE = '<!DOCTYPE html><html><head><title>T</title></head><body><h1>A</h1></body></html>';

function withLetterhead(letterhead: Parameters<typeof addLetterhead>[1]): string {
  const document = parseHtml(PAGE);
  addLetterhead(document, letterhead);
  return serializeHtml(document);
}

it('adds logo, colour and footer to a document', () => {
  const src = dataUrl('png', PNG_LOGO);
  const logo = { src, description: 'Acme "Ltd"' };
  expect(withLetterhead({ logo, accentColour: '#0b5d3b', footer: ' Acme "1" </style> ' })).toBe(
    '<!DOCTYPE html><html><head><title>T</title>' +
      '<style>:root{--accent:#0b5d3b}@page{@bottom-center{content:"Acme \\22 1\\22  \\3c /style>";font:7.5pt/1.4 Calibri,sans-serif;vertical-align:top;padding-top:9.5mm}}</style></head>' +
      `<body><p class="letterhead"><img src="${src}" alt="Acme &quot;Ltd&quot;" style="width:32.00mm;height:16.00mm"></p>` +
      '<h1>A</h1></body></html>',
  );
});

it('adds the footer above the footer of the layout', () => {
  const document = parseHtml(PAGE.replace('</title>', '</title><meta name="footer" content="supply 1.0.0">'));
  addLetterhead(document, { footer: ' Acme\n\r\n Lagos' });
  expect(serializeHtml(document)).toBe(
    '<!DOCTYPE html><html><head><title>T</title><meta name="footer" content="Acme Lagos\nsupply 1.0.0">' +
      '<style>@page{@bottom-left{white-space:pre-line;vertical-align:bottom;padding-top:0;padding-bottom:5mm}' +
      '@bottom-right{white-space:nowrap;vertical-align:bottom;padding-top:0;padding-bottom:4.7mm}}</style></head>' +
      '<body><h1>A</h1></body></html>',
  );
});

it('does not change a document without a letterhead', () => {
  expect(withLetterhead({})).toBe(PAGE);
  expect(withLetterhead({ footer: '  ' })).toBe(PAGE);
});

it('escapes characters that would end a CSS string or the style sheet', () => {
  expect(cssString('a\\b"c\n</style>')).toBe('"a\\5c b\\22 c\\a \\3c /style>"');
});
