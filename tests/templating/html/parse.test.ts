import { describe, expect, test } from 'vitest';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';

const inHead = (markup: string) => `<!DOCTYPE html><html><head>${markup}</head><body></body></html>`;

describe('a document', () => {
  test.for([
    '<base href="https://example.com/">',
    '<META HTTP-EQUIV="refresh" content="0">',
    '<meta name="color-scheme" content="dark">',
    '<meta charset="utf-8" http-equiv="refresh" content="0">',
    '<meta charset="utf-8" name="color-scheme" content="dark">',
    '<meta name="viewport" content="width=100">',
    '<meta name="referrer" content="unsafe-url">',
    '<svg><meta name="referrer"></meta></svg>',
  ])('that would affect later documents on the printing page is refused: %s', (markup) => {
    expect(() => parseHtml(inHead(markup))).toThrow(DocumentFault);
  });

  test('may have a character set and metadata', () => {
    const html = inHead('<meta charset="utf-8"><meta name="author" content="Legal">');
    expect(serializeHtml(parseHtml(html))).toBe(html);
  });
});

test('takes the attributes of a second html and body that the first have not, as browsers do', () => {
  const html = '<html lang="en"><body class="a"><p>b</p><html lang="de" dir="ltr"><body class="c" id="d">';
  expect(serializeHtml(parseHtml(html))).toBe(
    '<!DOCTYPE html><html lang="en" dir="ltr"><head></head><body class="a" id="d"><p>b</p></body></html>',
  );
});

test.for([
  'a &amp; b &lt;c&gt; &quot;d&quot; &#39;e&#39; &#92;f',
  '&nbsp;',
  'a&nbsp;b c&nbsp;&nbsp; d',
  ' a & b &c &nbsp d; &nbspe; ',
  '\n a\tb \f c\r\nd\0e',
  '<pre>\n\na\n</pre><table>\n<tr>\n<td>a b</td>\n</table><p>a <b>b</b>\n c',
  '<table>a b<tr>c<td>d</table><ul>\n<li>a\n<li>b</ul><select><option>a b</select>',
  '<a href="?a&amp;b">a</a> b > c',
  '\u00a0a\u2028b\ufeff c \u{1f600}',
])('of ours has the tree that a parser gives it: %j', (body) => {
  const html = `<!doctype html>\n<html>\n<head>\n<title>a &amp; b</title>\n</head>\n<body>\n${body}\n</body>\n</html>\n`;
  expect(serializeHtml(parseHtml(html, { isOurs: true }))).toBe(serializeHtml(parseHtml(html)));
  expect(parseHtml(html, { isOurs: true })).toEqual(parseHtml(html));
});

test('of ours has the tree that a parser gives it, its style sheets included', () => {
  const sheets = ['a > b { color: red }', '\n/* 0 & 1 */\np { margin: 0 }\n', '1', '', 'a { content: "<" }'];
  const html = inHead(
    `<title>0</title>${sheets.map((css) => `<style media="print">${css}</style>`).join('')}`,
  );
  expect(serializeHtml(parseHtml(html, { isOurs: true }))).toBe(html);
  expect(parseHtml(html, { isOurs: true })).toEqual(parseHtml(html));
});
