import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { numberItems } from '../../../src/formats/document/numbered-items.ts';
import { fillReferences } from '../../../src/formats/document/references.ts';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { completed } from '../document/complete.ts';
import {
  isKeptWithNext,
  paragraphOf,
  paragraphText,
  part,
  readDocx,
  styleById,
  styleName,
  words,
} from '../word/read-docx.ts';
import { readFields, updatedTexts } from '../word/read-fields.ts';
import { expectValid } from '../word/valid.ts';
import { wordLabels } from '../word/word-labels.ts';
import { child, children, findAll, text, value } from '../word/xml.ts';
import { htmlWords } from './html.ts';

const HTML = readFileSync(new URL('fixtures/agreement.html', import.meta.url), 'utf8');

/** The agreement without clause numbers as text, because Word computes the numbers itself. */
function agreement() {
  const document = parseHtml(HTML);
  fillReferences(document, numberItems(document));
  return document;
}

const bytes = convertToDocx(completed(HTML));
const docx = readDocx(bytes);

test('the Word file has every word of the agreement, in the same order', () => {
  const expected = htmlWords(agreement());
  expect(expected.length).toBeGreaterThan(1_800);
  expect(words(docx)).toEqual(expected);
});

const BULLET = /^[•◦▪]?$/;

test('Word computes the same labels as the HTML', () => {
  const expected = [...numberItems(agreement()).values()].map((item) => item.label);
  expect(expected.length).toBeGreaterThan(80);
  const schemes = wordLabels(docx).filter((label) => !BULLET.test(label));
  expect(schemes).toEqual(expected);
});

test('the file is valid Open XML', () => expectValid(bytes));

test('the same document gives the same bytes', () => {
  expect(Buffer.compare(convertToDocx(completed(HTML)), bytes)).toBe(0);
});

test('clause headings have Word’s built-in heading style, with an outline level and linked numbering', () => {
  const heading = paragraphOf(docx, 'Confidentiality');
  const style = styleById(docx, value(heading, 'w:pPr', 'w:pStyle') ?? '');
  expect(value(style, 'w:name')).toBe('heading 2');
  expect(value(style, 'w:pPr', 'w:outlineLvl')).toBe('1');
  const numbering = part(docx, 'word/numbering.xml');
  const linked = findAll(numbering, 'w:lvl').filter((level) => value(level, 'w:pStyle') === 'Heading2');
  expect(linked.map((level) => value(level, 'w:lvlText'))).toEqual(['%1.']);
});

test('paragraphs have the expected style names', () => {
  const names = new Set(docx.paragraphs.map((paragraph) => styleName(docx, paragraph)));
  expect([...names].sort()).toEqual(
    [
      'Body',
      'caption',
      'Clause Level 1 Text',
      'Clause Level 2',
      'Clause Level 2 Text',
      'Clause Level 3',
      'Clause Level 4',
      'Definition',
      'Definition Term',
      'HTML Preformatted',
      'List Bullet',
      'List Bullet 2',
      'List Continue',
      'Party',
      'Quote',
      'Recital',
      'Rule',
      'Schedule Heading',
      'Schedule Level 1 Text',
      'Schedule Level 2',
      'Schedule Level 3',
      'Subtitle',
      'Table Heading',
      'Table Text',
      'Title',
      'heading 1',
      'heading 2',
      'heading 3',
    ].sort(),
  );
});

test('cross-references are fields that do not change when they are updated', () => {
  const fields = docx.paragraphs.flatMap(readFields);
  expect(fields.length).toBeGreaterThanOrEqual(9);
  expect(fields.map(({ result }) => result)).toContain('7.2(a)(ii)');
  expect(updatedTexts(docx)).toEqual(docx.paragraphs.map(paragraphText));
});

test('a reference into a schedule consists of single numbers, because Word would omit the comma', () => {
  const paragraph = paragraphOf(docx, 'See paragraph');
  expect(readFields(paragraph).map(({ result }) => result)).toEqual(['Schedule 1', '1', '(b)']);
  expect(readFields(paragraph).every(({ code }) => code.includes(' \\n '))).toBe(true);
  expect(paragraphText(paragraph)).toContain('Schedule 1, 1(b) and the online list');
});

test('header and footer follow the page rule, with both page fields and a different first page', () => {
  const shown = (name: string) => children(part(docx, name), 'w:p').map(paragraphText).join('|');
  expect(shown('word/header1.xml')).toBe('Equipment Supply and Maintenance Agreement Confidential');
  expect(shown('word/header2.xml')).toBe('');
  // Without a text in the middle there is no tab stop there, so that the left text may be longer.
  const stops = (name: string) =>
    findAll(part(docx, name), 'w:tabs').flatMap((tabs) => children(tabs, 'w:tab'));
  expect(stops('word/header1.xml').map((stop) => value(stop))).toEqual(['clear']);
  for (const footer of ['word/footer1.xml', 'word/footer2.xml']) {
    const fields = children(part(docx, footer), 'w:p').flatMap(readFields);
    expect(fields.map((field) => field.code)).toEqual(['PAGE', 'NUMPAGES']);
    expect(shown(footer).trim()).toBe('Page 1 of 1');
  }
  const section = child(docx.body, 'w:sectPr');
  expect(child(section, 'w:titlePg')).toBeDefined();
  expect(docx.body.children.at(-1)).toBe(section);
  expect(child(section, 'w:pgSz')?.attributes).toEqual({ 'w:w': '11906', 'w:h': '16838' });
});

test('the texts of the margins are in the boxes of the page rule, and the header not on the first page', () => {
  const css = '@page { @bottom-left { font-size: 7pt } @bottom-right { content: "Page " counter(page) } }';
  const html =
    `<title>Supply</title><meta name="author" content="Acme; Ada"><meta name="header" content="4 May">` +
    `<meta name="footer" content=""><style>${css}</style><p>x</p>`;
  const word = readDocx(convertToDocx(completed(html, { format: 'docx', letterhead: { footer: 'Lagos' } })));
  const shown = ['header1', 'header2', 'footer1', 'footer2'].map((name) =>
    children(part(word, `word/${name}.xml`), 'w:p')
      .map(paragraphText)
      .join('|'),
  );
  expect(shown).toEqual([
    'Supply Acme, Ada, 4 May',
    '',
    'Lagos Supply 1.0.0 Page 1',
    'Lagos Supply 1.0.0 Page 1',
  ]);
  expect(child(child(word.body, 'w:sectPr'), 'w:titlePg')).toBeDefined();
});

test('the properties have title, author, subject and language, and Word opens the file without compatibility mode', () => {
  const core = part(docx, 'docProps/core.xml');
  const property = (name: string) => children(core, name).map(text).join();
  expect(property('dc:title')).toBe('Equipment Supply and Maintenance Agreement: “Harbour & Sons”');
  expect(property('dc:creator')).toBe('Harbour & Sons Ltd');
  expect(property('dc:subject')).toBe('Agreement');
  expect(property('dc:description')).toBe('Supply, installation & maintenance <of plant>');
  expect(property('dc:language')).toBe('en-GB');
  const settings = findAll(part(docx, 'word/settings.xml'), 'w:compatSetting');
  const mode = settings.find((setting) => setting.attributes['w:name'] === 'compatibilityMode');
  expect(mode?.attributes['w:val']).toBe('15');
});

test('tables have columns that add up to their width, repeated header rows, and cells that end in a paragraph', () => {
  const tables = findAll(docx.body, 'w:tbl');
  expect(tables).toHaveLength(3);
  for (const table of tables) {
    const grid = findAll(child(table, 'w:tblGrid') ?? table, 'w:gridCol').map((column) =>
      Number(column.attributes['w:w']),
    );
    for (const row of children(table, 'w:tr')) {
      const cells = children(row, 'w:tc');
      const width = cells.reduce(
        (sum, cell) => sum + Number(child(cell, 'w:tcPr', 'w:tcW')?.attributes['w:w']),
        0,
      );
      expect(width).toBe(grid.reduce((sum, column) => sum + column, 0));
      for (const cell of cells) expect(cell.children.at(-1)).toMatchObject({ name: 'w:p' });
    }
  }
  const repeated = tables.map(
    (table) => children(table, 'w:tr').filter((row) => child(row, 'w:trPr', 'w:tblHeader')).length,
  );
  expect(repeated).toEqual([0, 1, 2]);
});

test('a signature block is kept on one page', () => {
  const [signatures] = findAll(docx.body, 'w:tbl');
  const kept = children(signatures, 'w:tr').map((row) =>
    findAll(row, 'w:p').map((each) => isKeptWithNext(docx, each)),
  );
  expect(kept).toEqual([
    [true, true, true, true, true, true],
    [false, false],
  ]);
});
