import type { Text } from 'domhandler';
import { findAll as findElements } from 'domutils';
import { expect, test } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { completed } from '../document/complete.ts';
import {
  isKeptWithNext,
  paragraphOf,
  paragraphText,
  part,
  type ReadDocument,
  readDocx,
  styleById,
} from '../word/read-docx.ts';
import { wordLabels, wordNumbers } from '../word/word-labels.ts';
import { child, children, findAll, text, value, type XmlElement } from '../word/xml.ts';
import { convert, page } from './html.ts';

/** An attribute of `w:spacing` or `w:ind` from the paragraph, its list level, its style, or Normal. */
function measure(docx: ReadDocument, paragraph: XmlElement, element: string, attribute: string): number {
  const style = styleById(docx, value(paragraph, 'w:pPr', 'w:pStyle') ?? 'Normal');
  const sources = [paragraph, ...listLevel(docx, paragraph), style, styleById(docx, 'Normal')];
  for (const source of sources) {
    const said = child(source, 'w:pPr', element)?.attributes[attribute];
    if (said !== undefined) return Number(said);
  }
  return 0;
}

function listLevel(docx: ReadDocument, paragraph: XmlElement): XmlElement[] {
  const level = wordNumbers(docx)[docx.paragraphs.indexOf(paragraph)]?.level;
  return level === undefined ? [] : [level];
}

/**
 * White space above each paragraph except the first, in points: the space after the one before plus the space before.
 */
function gaps(docx: ReadDocument): number[] {
  return docx.paragraphs.slice(1).map((paragraph, index) => {
    const above = docx.paragraphs[index];
    const after = above === undefined ? 0 : measure(docx, above, 'w:spacing', 'w:after');
    const before = measure(docx, paragraph, 'w:spacing', 'w:before');
    expect(Math.min(after, before)).toBe(0);
    return (after + before) / 20;
  });
}

test('margins collapse as in a browser', () => {
  const css =
    'p { margin: 6pt 0 } h2 { margin: 14pt 0 4pt } div { margin: 20pt 0; padding-bottom: 3pt } .up { margin-top: -2pt }';
  const body = '<p>a</p><p>b</p><h2>c</h2><p>d</p><div><p>e</p></div><p>f</p><p></p><p class="up">g</p>';
  expect(gaps(convert(body, css))).toEqual([6, 14, 6, 20, 29, 4]);
});

test('the style sheet sets the hanging indent of clause labels', () => {
  const css =
    'ol { list-style: none; margin: 0; padding: 0 } ol.clauses li { padding-left: 12mm } .label { float: left; margin-left: -12mm }';
  const docx = convert('<ol class="clauses"><li><h2>A</h2><ol><li><p>b</p><p>c</p></li></ol></li></ol>', css);
  const indents = docx.paragraphs.map((each) => [
    measure(docx, each, 'w:ind', 'w:left'),
    measure(docx, each, 'w:ind', 'w:hanging'),
  ]);
  // The margin of 6pt is that of <body> in the browser's style sheet.
  expect(indents).toEqual([
    [800, 680],
    [1481, 680],
    [1481, 0],
  ]);
});

test('the label of a schedule hangs into the padding of its heading, by the list and not by the paragraph', () => {
  const css =
    'ol { list-style: none; margin: 0; padding: 0 } h2 { padding-left: 32mm } .label { float: left; margin-left: -32mm }';
  const docx = convert('<ol class="schedules"><li><h2>A</h2></li></ol>', css);
  const [heading] = docx.paragraphs;
  if (heading === undefined) throw new Error('there is no heading');
  expect(measure(docx, heading, 'w:ind', 'w:left')).toBe(1934);
  expect(measure(docx, heading, 'w:ind', 'w:hanging')).toBe(1814);
  expect(child(child(heading, 'w:pPr'), 'w:ind')).toBeUndefined();
});

test('a second list of a scheme starts at 1; a second list in an item continues the count', () => {
  const list =
    '<ol class="clauses"><li><p>a</p><ol><li><p>b</p></li></ol><p>c</p><ol><li><p>d</p></li></ol></li><li><p>e</p></li></ol>';
  const docx = convert(`${list}<p>between</p>${list}`);
  expect(wordLabels(docx)).toEqual(['1.', '1.1', '', '1.2', '2.', '', '1.', '1.1', '', '1.2', '2.']);
});

test('ordinary lists count, start and restart as in a browser', () => {
  const docx = convert(
    '<ol><li>a<ol><li>b<li>c</ol><li>d<ol><li>e</ol></ol><ol start="5" type="a"><li>f<li value="9">g</ol><ul><li>h</ul>',
  );
  expect(
    docx.paragraphs.map((paragraph, index) => `${wordLabels(docx)[index]} ${paragraphText(paragraph)}`),
  ).toEqual(['1. a', '1. b', '2. c', '2. d', '1. e', 'e. f', 'i. g', '• h']);
});

test('an item without a paragraph shows its number', () => {
  const docx = convert(
    '<ol class="clauses"><li><ol><li></li><li><table><tr><td>x</table></li></ol></li></ol>',
  );
  expect(wordLabels(docx)).toEqual(['1.', '1.1', '1.2', '', '']);
});

test('page breaks and keep rules are converted', () => {
  const docx = convert(
    '<p class="new">a</p><h2>b</h2><p>c</p><div class="new"><p>d</p></div><section><p>e</p><p>f</p></section><p class="end">g</p><p>h</p>',
    '.new { break-before: page } .end { page-break-after: always } h2 { break-after: avoid } section { break-inside: avoid }',
  );
  const facts = docx.paragraphs.map((each) => [
    paragraphText(each),
    child(each, 'w:pPr', 'w:pageBreakBefore') !== undefined,
    isKeptWithNext(docx, each),
  ]);
  expect(facts).toEqual([
    ['a', false, false],
    ['b', false, true],
    ['c', false, false],
    ['d', true, false],
    ['e', false, true],
    ['f', false, false],
    ['g', false, false],
    ['h', true, false],
  ]);
});

test('a row of tables begins with a paragraph that is kept with the next row: LibreOffice looks only there', () => {
  const docx = convert(
    `<table>${'<tr><td><table><tr><td>a</td></tr></table></td></tr>'.repeat(2)}</table>`,
    'table { break-inside: avoid } tr + tr { break-before: avoid }',
  );
  const [first] = findAll(docx.body, 'w:tc');
  const cell = children(first ?? docx.body, 'w:p').map((each) => [
    value(each, 'w:pPr', 'w:pStyle'),
    isKeptWithNext(docx, each),
  ]);
  expect([first?.children.map((each) => (typeof each === 'string' ? each : each.name)), cell]).toEqual([
    ['w:tcPr', 'w:p', 'w:tbl', 'w:p'],
    [
      ['TableGap', true],
      ['TableGap', true],
    ],
  ]);
});

test('a table with break-before: avoid is kept with the table above and the paragraph between them', () => {
  const docx = convert(
    '<p>o</p><table><tr><td>a</td></tr><tr><td>b</td></tr></table><table class="same"><tr><td>c</td></tr></table><p>d</p>',
    'table { break-inside: avoid; margin: 0 0 9pt } .same { break-before: avoid }',
  );
  const kept = docx.paragraphs.map((each) => [paragraphText(each), isKeptWithNext(docx, each)]);
  expect(kept).toEqual([
    ['o', false],
    ['a', true],
    ['b', true],
    ['', true],
    ['c', false],
    ['d', false],
  ]);
});

test('a list with display: contents is numbered like any other', () => {
  const list = '<ol class="clauses"><li><p>a</p><ol><li><p>b</p></li></ol></li><li><p>c</p></li></ol>';
  const docx = convert(list, 'ol { display: contents }');
  expect(wordLabels(docx)).toEqual(['1.', '1.1', '2.']);
});

test('the page rule sets size and margins', () => {
  const docx = convert('<p>x</p>', '@page { size: letter landscape; margin: 1in 2in 3in 0.5in }');
  const section = child(docx.body, 'w:sectPr');
  expect(child(section, 'w:pgSz')?.attributes).toEqual({
    'w:w': '15840',
    'w:h': '12240',
    'w:orient': 'landscape',
  });
  expect(child(section, 'w:pgMar')?.attributes).toMatchObject({
    'w:top': '1440',
    'w:right': '2880',
    'w:bottom': '4320',
    'w:left': '720',
  });
});

test('spanning cells are merged, and every row fills the grid', () => {
  const docx = convert(
    '<table><tr><th rowspan="2">a<th colspan="2">b</tr><tr><td>c<td>d</tr><tr><td>e</tr></table>',
    'body { margin: 0 0 0 10% } table { width: 100% } th, td { border: 1pt solid }',
  );
  const rows = findAll(docx.body, 'w:tr').map((row) =>
    children(row, 'w:tc').map((cell) => {
      const merge = child(cell, 'w:tcPr', 'w:vMerge');
      const down = merge === undefined ? '' : (merge.attributes['w:val'] ?? 'continue');
      return [
        children(cell, 'w:p').map(paragraphText).join(),
        value(cell, 'w:tcPr', 'w:gridSpan') ?? '1',
        down,
      ].join('/');
    }),
  );
  expect(rows).toEqual([
    ['a/1/restart', 'b/2/'],
    ['/1/continue', 'c/1/', 'd/1/'],
    ['e/1/', '/1/', '/1/'],
  ]);
  expect(child(docx.body, 'w:tbl', 'w:tblPr', 'w:tblW')?.attributes).toEqual({
    'w:w': '4500',
    'w:type': 'pct',
  });
});

test('a block with a width in a cell has it, beside a column whose width is set', () => {
  const docx = convert(
    '<table><tr><th>Seat</th><td><p>city</p></td></tr></table>',
    '@page { size: 300pt 400pt; margin: 0 } body { margin: 0 } table { width: 100% }' +
      'th, td { padding: 0 } th { width: 100pt } td p { width: 150pt; margin: 0 }',
  );
  expect(measure(docx, paragraphOf(docx, 'city'), 'w:ind', 'w:right') / 20).toBe(50);
});

test('what one cell of a row has above its text does not move the others down', () => {
  const docx = convert(
    '<table><tr><th>Seat</th><td>city</td><td></td></tr></table>',
    'th, td { padding: 2pt 0; vertical-align: top } th { padding-top: 10pt } td:empty { padding-top: 0 }',
  );
  const tops = findAll(docx.body, 'w:tc').map((cell) => child(cell, 'w:tcPr', 'w:tcMar', 'w:top'));
  const above = ['Seat', 'city'].map((words) =>
    measure(docx, paragraphOf(docx, words), 'w:spacing', 'w:before'),
  );
  const [row] = findAll(part(docx, 'word/styles.xml'), 'w:tblCellMar').slice(-1);
  expect({
    tops: tops.map((top) => top?.attributes['w:w']),
    above,
    ofStyle: child(row, 'w:top')?.attributes['w:w'],
  }).toEqual({
    tops: [undefined, undefined, '0'],
    above: [160, 0],
    ofStyle: '40',
  });
});

test('adjacent tables are not joined', () => {
  const docx = convert('<table><tr><td>a</table><table><tr><td>b</table>', 'body { margin: 0 }');
  const kinds = docx.body.children.map((each) => (typeof each === 'string' ? '' : each.name));
  expect(kinds).toEqual(['w:tbl', 'w:p', 'w:tbl', 'w:p', 'w:sectPr']);
});

test('variables, inheritance, specificity and importance work as in a browser', () => {
  const docx = convert(
    '<p id="a" class="b" style="color: #000005">x</p><p class="b c">y</p><p class="d"><span>z</span></p>',
    ':root { --tone: #000001; --again: var(--tone) } p { color: #000002 } #a { color: #000003 } .b { color: #000004 !important } .b.c { color: var(--none, #000006) !important } .d { color: var(--again) } .d span { color: inherit }',
  );
  const body = value(styleById(docx, 'Body'), 'w:rPr', 'w:color');
  const own = findAll(docx.body, 'w:r').map((run) => value(run, 'w:rPr', 'w:color'));
  expect({ body, own }).toEqual({ body: '000002', own: ['000004', '000006', '000001'] });
});

test('links may lead to the web, to mail addresses and into the document only', () => {
  const docx = convert(
    '<p id="here"><a href="https://example.com/?a=1&amp;b=%22">web</a> <a href="mailto:a@example.com">mail</a> <a href="#here">in</a> <a href="#gone">gone</a> <a href="javascript:alert(1)">script</a> <a href="file:///etc/passwd">file</a></p>',
  );
  const targets = findAll(part(docx, 'word/_rels/document.xml.rels'), 'Relationship')
    .filter((each) => each.attributes.TargetMode === 'External')
    .map((each) => each.attributes.Target);
  expect(targets).toEqual(['https://example.com/?a=1&b=%22', 'mailto:a@example.com']);
  const anchors = findAll(docx.body, 'w:hyperlink').flatMap((each) => each.attributes['w:anchor'] ?? []);
  expect(anchors).toEqual(['_Ref_here']);
  expect(paragraphText(paragraphOf(docx, 'web'))).toBe('web mail in gone script file');
});

test('a reference is a field if Word computes the same text, and otherwise a link', () => {
  const clause = '<ol class="clauses"><li><h2>A</h2><ol><li><p>b</p><p id="inside">c</p></li></ol></li></ol>';
  const ref = '<a class="ref" href="#inside"></a>';
  const document = completed(page(`${clause}<p>${ref} ${ref} <a href="#inside">1.1</a></p>`));
  const [, other] = findElements(({ attribs }) => attribs.class === 'ref', document.tree.children);
  (other?.firstChild as Text).data = 'clause 1.1';
  const docx = readDocx(convertToDocx(document));
  const paragraph = paragraphOf(docx, '1.1 clause');
  const codes = findAll(paragraph, 'w:instrText').map((each) => text(each).trim());
  const anchors = findAll(paragraph, 'w:hyperlink').map((each) => each.attributes['w:anchor']);
  expect({ codes, anchors }).toEqual({
    codes: ['REF _Ref_clause \\w \\h'],
    anchors: ['_Ref_inside', '_Ref_inside'],
  });
  expect(findAll(paragraphOf(docx, 'b'), 'w:bookmarkStart').map((each) => each.attributes['w:name'])).toEqual(
    ['_Ref_clause'],
  );
});

test.each([
  ['10.5pt/1.352', 267],
  // Word has 11 pt, whose line is higher: 14.57 pt are 108.5 % of it, not 109.8 %.
  ['10.875pt/1.34', 262],
])('the height of a line of %s is in whole per cents of the line of the font in Word', (font, line) => {
  const docx = convert('<p>a</p>', `body, p { font: ${font} Calibri }`);
  expect(measure(docx, docx.paragraphs[0] as XmlElement, 'w:spacing', 'w:line')).toBe(line);
});

test('a link target after the last paragraph is in the last paragraph', () => {
  const docx = convert('<p><a href="#end">to the end</a></p><p>last</p><div id="end"></div>');
  expect(findAll(paragraphOf(docx, 'last'), 'w:bookmarkStart')).toHaveLength(1);
});
