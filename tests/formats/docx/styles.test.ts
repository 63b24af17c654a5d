import path from 'node:path';
import { expect, test } from 'vitest';
import { makeDocument } from '../../../src/formats/document/make-document.ts';
import { convertToDocx, convertToParts } from '../../../src/formats/docx/convert.ts';
import { surveyDocument } from '../../../src/formats/docx/survey.ts';
import { readParts, SharedParts } from '../../../src/render/parts.ts';
import { loadTemplate } from '../../../src/templating/language/load-template.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { completed } from '../document/complete.ts';
import { part, type ReadDocument, readDocx, styleById, styleName } from '../word/read-docx.ts';
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

test('the font table says what is most like a font that a machine lacks', () => {
  const docx = convert(
    '<p>a</p><p style="font-family: Courier New">b</p><p style="font-family: Mine">c</p>',
    'body { font-family: Calibri }',
  );
  const told = children(part(docx, 'word/fontTable.xml'), 'w:font').map((font) => [
    font.attributes['w:name'],
    ...font.children.map((each) => (typeof each === 'string' ? each : each.attributes['w:val'])),
  ]);
  expect(told).toEqual([
    ['Calibri', 'Carlito', '020F0502020204030204', '00', 'swiss', 'variable'],
    ['Courier New', 'Liberation Mono', '02070309020205020404', '00', 'modern', 'fixed'],
    ['Mine'],
  ]);
});

test('lists have numbers that those of a file from which somebody pastes do not have', () => {
  const docx = convert(`${CLAUSES}<ol><li>x</li></ol><ul><li>y</li></ul>`);
  const numbers = findAll(part(docx, 'word/numbering.xml'), 'w:num').map(
    (list) => list.attributes['w:numId'],
  );
  expect(numbers).toEqual(numbers.map((_, index) => `${7001 + index}`));
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

test('the gallery has the styles that people write with, and Word hides the others', () => {
  const docx = convert('<p>x</p>');
  const gallery = stylesOf(docx).filter((style) => child(style, 'w:qFormat') !== undefined);
  const order = gallery.toSorted(
    (one, other) => Number(value(one, 'w:uiPriority')) - Number(value(other, 'w:uiPriority')),
  );
  expect(order.map((style) => value(style, 'w:name'))).toEqual([
    ...['Body', 'Title', 'Subtitle', 'heading 1', 'heading 2', 'heading 3'],
    ...['Clause Level 2', 'Clause Level 3', 'Clause Level 4', 'Definition'],
    ...['Schedule Heading', 'Schedule Level 2', 'Schedule Level 3'],
    ...['List Bullet', 'List Number', 'Table Heading', 'Table Text', 'Normal'],
  ]);
  const shown = stylesOf(docx).filter(
    (style) =>
      style.attributes['w:type'] === 'paragraph' &&
      !gallery.includes(style) &&
      child(style, 'w:semiHidden') === undefined,
  );
  // Those of the margins.
  expect(shown.map((style) => value(style, 'w:name'))).toEqual(['header', 'footer']);
  expect(child(part(docx, 'word/styles.xml'), 'w:latentStyles')?.attributes['w:defSemiHidden']).toBe('1');
});

test('the styles of lists have bullets and numbers, and definitions have a style of their own', () => {
  const css = 'ul.definitions { list-style: none }';
  const docx = convert('<ul><li>a</ul><ol><li>b</ol><ul class="definitions"><li>c</ul>', css);
  expect(
    docx.paragraphs.map((paragraph) => [styleName(docx, paragraph), child(paragraph, 'w:pPr', 'w:numPr')]),
  ).toEqual([
    ['List Bullet', undefined],
    ['List Number', undefined],
    ['Definition', undefined],
  ]);
  expect(wordLabels(docx)).toEqual(['•', '1.', '']);
});

test('a table says which cells are headings, and has the heading above it as its caption', () => {
  const docx = convert(
    '<h2>Key & Terms</h2><table><tr><th>Price</th><td>5</td></tr></table><h2>Targets</h2>' +
      '<table><thead><tr><th>What</th></tr></thead><tr><td>x</td></tr></table>',
  );
  const tables = findAll(docx.body, 'w:tbl').map((table) => {
    const properties = child(table, 'w:tblPr');
    const {
      'w:val': bits,
      'w:firstRow': row,
      'w:firstColumn': column,
    } = child(properties, 'w:tblLook')?.attributes ?? {};
    return [value(properties, 'w:tblCaption'), bits, row, column, findAll(table, 'w:tblHeader').length];
  });
  expect(tables).toEqual([
    ['Key & Terms', '0680', '0', '1', 0],
    ['Targets', '0620', '1', '0', 1],
  ]);
});

test('the line of a blank in a table and its label have styles, and no format of their own', () => {
  const css =
    'td .blank > * { display: block; line-height: 1 } .rule { border-bottom: 1pt solid } small { font-size: 7pt }';
  const blank = '<span class="blank"><span class="rule">x</span> <small>date</small></span>';
  const docx = convert(`<table class="terms"><tr><th>Start<td>${blank}</table>`, css);
  expect(docx.paragraphs.map((paragraph) => styleName(docx, paragraph))).toEqual(
    expect.arrayContaining(['Blank Line', 'Blank Label']),
  );
  expect(findAll(docx.body, 'w:pBdr')).toEqual([]);
  expect(findAll(docx.body, 'w:sz')).toEqual([]);
  expect(value(styleById(docx, 'BlankLine'), 'w:pPr', 'w:pBdr', 'w:bottom')).toBe('single');
  expect(value(styleById(docx, 'BlankLabel'), 'w:rPr', 'w:sz')).toBe('14');
});

test('what a table has that is smaller than the text around it has styles, and no format of its own', () => {
  const css =
    '.signatures td, .small :is(th, td), .targets:has(th:nth-child(5)) th { font-size: 9pt } th { font-weight: bold } ' +
    'td .blank > * { display: block; line-height: 1 } small { font-size: 7pt }';
  const blank = '<span class="blank"><span class="rule">x</span> <small>date</small></span>';
  const docx = convert(
    `<table class="small"><thead><tr><th>x<th>y</thead><tr><td>x<td>${blank}</table><table><tr><td>z</table>`,
    css,
  );
  expect(docx.paragraphs.map((paragraph) => styleName(docx, paragraph))).toEqual([
    ...['Table Gap', 'Small Table Heading', 'Small Table Heading'],
    ...['Small Table Text', 'Small Blank Line', 'Blank Label', 'Table Gap', 'Table Text', 'Table Gap'],
  ]);
  expect(findAll(docx.body, 'w:sz')).toEqual([]);
  const sizes = ['SmallTableText', 'SmallTableHeading', 'SmallBlankLine'].map((id) =>
    value(styleById(docx, id), 'w:rPr', 'w:sz'),
  );
  expect(sizes).toEqual(['18', '18', '18']);
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
    expect(third?.children).toMatchObject([{ name: 'w:pStyle' }, { name: 'w:keepNext' }]);
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
    'TOCHeading → Body',
  ]);
});

test('the properties have the template and its version', () => {
  const docx = readDocx(convertToDocx(completed(page('<p>x</p>'))));
  expect(children(part(docx, 'docProps/core.xml'), 'cp:version').map(text)).toEqual(['1.0.0']);
  expect(children(part(docx, 'docProps/app.xml'), 'Template').map(text)).toEqual(['test']);
});

test('companies with other accent colours share the style sheet, and their files differ in the colour alone', () => {
  const css =
    'h1 { color: var(--accent, #111111); border-top: 1pt solid var(--accent) } p { background: #222222 }';
  const html = page('<h1>{{ title }}</h1><p style="color:var(--accent)">x</p>', css);
  const template = loadTemplate('accent/1.0.0.njk', html, new SharedParts(new Map()));
  const make = (accentColour?: string) => {
    const letterhead = accentColour === undefined ? {} : { accentColour };
    const options = { title: 'T', origin: 'global', format: 'docx', letterhead } as const;
    const document = makeDocument(template, { title: 'accent \u0001' }, options);
    const { styles } = surveyDocument(document.tree);
    const parts = convertToParts(document);
    return { styles, files: [...parts].map(([name, content]) => [name, content.toString()]) };
  };
  const [green, red, none] = [make('#0b5d3b'), make('#7a1f1f'), make()];
  expect(green.styles).toEqual(red.styles);
  expect(green.files).toEqual(
    red.files.map((file) => file.map((text) => text?.replaceAll('7A1F1F', '0B5D3B'))),
  );
  const colours = ({ files }: ReturnType<typeof make>) =>
    files.filter(([, text]) => text?.includes('0B5D3B')).map(([name]) => name);
  expect(colours(green)).toEqual(['word/document.xml', 'word/styles.xml']);
  expect(colours(none)).toEqual([]);
  expect(none.files.find(([name]) => name === 'word/styles.xml')?.[1]).toContain('<w:color w:val="111111"/>');
  expect([green, none].flatMap(({ files }) => files.filter(([, text]) => text?.includes('\u0001')))).toEqual(
    [],
  );
});

test('names of elements, attributes, properties and rules have no case', () => {
  const upper =
    'P[TITLE] { COLOR: #123456 } @MEDIA PRINT { P::Before { CONTENT: "a" } } @PAGE { SIZE: 100MM 200MM }';
  const body = '<P title=x>b</P>';
  expect(convert(body, upper).parts).toEqual(convert(body, upper.toLowerCase()).parts);
  expect(convert(body, upper).parts).not.toEqual(convert(body).parts);
});

test.each([
  ['United States of America', 'en-US'],
  ['Nigeria', 'en-GB'],
])('under the law of %s, Word checks the spelling of %s', (governingLaw, language) => {
  const [template] = TEMPLATES.filter(({ templateId }) => templateId === 'non-disclosure-agreement');
  if (template === undefined) throw new Error('the catalogue has no non-disclosure agreement');
  const parts = new SharedParts(readParts(path.join(import.meta.dirname, '../../../templates-html')));
  const text = loadTemplate('non-disclosure-agreement/1.0.0', template.source, parts);
  const data = { ...template.sample, governingLaw };
  const docx = readDocx(
    convertToDocx(makeDocument(text, data, { title: template.title, origin: 'global', format: 'docx' })),
  );
  const defaults = child(part(docx, 'word/styles.xml'), 'w:docDefaults', 'w:rPrDefault', 'w:rPr');
  expect(value(defaults, 'w:lang')).toBe(language);
});
