import { describe, expect, test } from 'vitest';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { parseHtml, serializeHtml } from '../../../src/templating/html/parse.ts';
import { parseWellFormed } from '../../../src/templating/html/well-formed.ts';
import { partOf } from '../../part.ts';

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

/** Each kind of element that is read without the parser, in each place where one may stand. */
const WELL_FORMED = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>a &amp; b</title>
<style>p > b { color: red }</style>
</head>
<body class="a">
<section id="s"><h1>A <span class="b">b</span></h1>
<p class="c">a <a href="#s">b</a> <strong>c <em>d</em></strong>&nbsp;<small>e</small> &quot;&#39;&#92;&#96;&lt;&gt;<br>f</p>
<ol class="clauses"><li><h2>C</h2>
<ol><li><p>d</p></li><li>e<ul><li>f</li></ul></li></ol></li></ol></section>
<table class="t"><caption>g</caption><thead><tr><th>h</th></tr></thead>
<tbody><tr><td colspan="2"><div>i <sup>2</sup></div><table><tbody><tr><td>j</td></tr></tbody></table></td></tr></tbody></table>
</body>
</html>
`;

test('of ours that is well-formed is read without the parser', () => {
  expect(parseWellFormed(WELL_FORMED)).toEqual(parseHtml(WELL_FORMED));
});

/** What the parser makes of the text, or why it is refused. */
function outcomeOf(html: string, isOurs: boolean): string {
  try {
    return serializeHtml(parseHtml(html, { isOurs, refuseStrays: true }));
  } catch (error) {
    return String(error);
  }
}

/** What may be added: an element of each name, or something that only the parser knows. */
const ADDED = [
  ...'a b body br div h2 head html li meta ol p pre section span table tbody td title tr ul'
    .split(' ')
    .flatMap((name) => [`<${name}>`, `</${name}>`, `<${name}>x</${name}>`, `<${name}></${name}>`]),
  '<b id="1" id="2">x</b>',
  '<ol>\n<li>x</li> </ol>',
  '<table><tr><td>x</td></tr></table>',
  '<base href="#">',
  '<meta http-equiv="refresh" content="0">',
  ...[' & ', '&copy;', 'x', ' ', '\r', '<!-- x -->', '<B>x</B>'],
];

test('of ours has the tree that a parser gives it, whatever is left out, repeated, added or exchanged', () => {
  const pieces = WELL_FORMED.split(/(?<=>)|(?=<)/);
  const all = [WELL_FORMED.replace(/<head>.*<\/head>/s, '')];
  for (const [place, piece] of pieces.entries()) {
    all.push(pieces.toSpliced(place, 1).join(''), pieces.toSpliced(place, 0, piece).join(''));
    for (const other of partOf([...pieces, ...ADDED], 4)) all.push(pieces.with(place, other).join(''));
    for (const added of ADDED) all.push(pieces.toSpliced(place, 0, added).join(''));
  }
  for (const html of all) expect(outcomeOf(html, true), html).toBe(outcomeOf(html, false));
  expect(all.filter((html) => parseWellFormed(html) !== undefined).length).toBeGreaterThan(500);
});

test('of ours has no more elements than others', () => {
  const html = WELL_FORMED.replace('<body class="a">', `<body class="a">${'<p></p>'.repeat(50_000)}`);
  expect(() => parseHtml(html, { isOurs: true })).toThrow(DocumentFault);
});
