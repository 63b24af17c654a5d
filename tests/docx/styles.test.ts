import { expect, test } from 'vitest';
import { convertToDocx } from '../../src/docx/convert.ts';
import { parseHtml } from '../../src/html/parse.ts';
import { part, type ReadDocument, readDocx, styleById } from '../word/read-docx.ts';
import { wordLabels } from '../word/word-labels.ts';
import { child, children, findAll, text, value } from '../word/xml.ts';
import { convert, page } from './html.ts';

const stylesOf = (docx: ReadDocument) => children(part(docx, 'word/styles.xml'), 'w:style');
const CLAUSES =
  '<ol class="clauses"><li><h2>a</h2><ol><li><p>b</p></li></ol></li><li><h2>c</h2><p>d</p></li></ol>';

test('documents with the same style sheet have the same styles and schemes', () => {
  const css = 'p { margin: 6pt 0 } h2 { color: #123456 }';
  const [one, other] = [
    convert('<p>a</p>', css),
    convert(`<h2>x</h2>${CLAUSES}<table><tr><td>y</table>`, css),
  ];
  for (const name of ['word/styles.xml', 'word/numbering.xml'])
    expect(part(one, name)).toEqual(part(other, name));
});

test('Normal sets only font, size and line height', () => {
  const docx = convert('<p>x</p>', 'body { margin: 0 0 0 12mm; line-height: 1.3 } p { margin: 9pt 0 }');
  const normal = styleById(docx, 'Normal');
  expect(child(normal, 'w:pPr')?.children).toEqual([child(normal, 'w:pPr', 'w:spacing')]);
  expect(Object.keys(child(normal, 'w:pPr', 'w:spacing')?.attributes ?? {})).toEqual([
    'w:line',
    'w:lineRule',
  ]);
});

test('letters are kerned in every size', () => {
  const defaults = child(
    part(convert('<p>x</p>'), 'word/styles.xml'),
    'w:docDefaults',
    'w:rPrDefault',
    'w:rPr',
  );
  expect(value(defaults, 'w:kern')).toBe('2');
});

test('the paragraph after a table has no height', () => {
  const docx = convert('<table><tr><td>x</table>');
  expect(value(findAll(docx.body, 'w:p').at(-1), 'w:pPr', 'w:pStyle')).toBe('TableGap');
  expect(child(styleById(docx, 'TableGap'), 'w:pPr', 'w:spacing')?.attributes).toMatchObject({
    'w:line': '1',
    'w:lineRule': 'exact',
  });
});

test.each(['clauses', 'schedules'])(
  'the headings and items of %s have the format of their styles',
  (scheme) => {
    const css = 'h2, p { margin: 0 0 4pt } p { padding-top: 1pt } li li:last-child { break-before: avoid }';
    const clause = `<li><h2>x</h2><ol>${'<li><p>x</p></li>'.repeat(4)}</ol></li>`;
    const docx = convert(`<ol class="${scheme}">${clause.repeat(2)}</ol>`, css);
    const [heading, first, second, third] = findAll(docx.body, 'w:pPr').slice(5);
    expect([heading, first, second].map((properties) => properties?.children.length)).toEqual([1, 1, 1]);
    expect(child(third ?? docx.body, 'w:keepNext')).toBeDefined();
  },
);

test('the numbers of clauses come from the styles only', () => {
  const docx = convert(CLAUSES);
  expect(wordLabels(docx)).toEqual(['1.', '1.1', '2.', '']);
  expect(findAll(docx.body, 'w:numPr')).toEqual([]);
});

test('pressing Enter after a heading begins its text, and after a clause the next clause', () => {
  const docx = convert('<p>x</p>');
  const next = stylesOf(docx).flatMap((style) => {
    const id = value(style, 'w:next');
    return id === undefined ? [] : [`${style.attributes['w:styleId']} → ${id}`];
  });
  expect(next).toEqual([
    'Title → Body',
    'Subtitle → Body',
    'Heading1 → Body',
    'Heading2 → ClauseLevel2',
    'Subheading → Body',
    'ClauseLevel2Heading → ClauseLevel2Text',
    'ScheduleLevel2Heading → ScheduleLevel2Text',
    'ScheduleHeading → ScheduleLevel2',
    'Heading3 → Body',
    'Heading4 → Body',
    'Heading5 → Body',
    'Heading6 → Body',
  ]);
});

test('the properties have the template and its version', () => {
  const docx = readDocx(convertToDocx(parseHtml(page('<p>x</p>')), undefined, 'esg-policy/1.0.0'));
  expect(children(part(docx, 'docProps/core.xml'), 'cp:version').map(text)).toEqual(['1.0.0']);
  expect(children(part(docx, 'docProps/app.xml'), 'Template').map(text)).toEqual(['esg-policy']);
});

test('names of elements, attributes, properties and rules have no case', () => {
  const upper =
    'P[TITLE] { COLOR: #123456 } @MEDIA PRINT { P::Before { CONTENT: "a" } } @PAGE { SIZE: 100MM 200MM }';
  const body = '<P title=x>b</P>';
  expect(convert(body, upper).parts).toEqual(convert(body, upper.toLowerCase()).parts);
  expect(convert(body, upper).parts).not.toEqual(convert(body).parts);
});
