import fc from 'fast-check';
import { expect, test } from 'vitest';
import { convertToDocx } from '../../../src/formats/docx/convert.ts';
import { findLostText } from '../../../src/formats/docx/lost-text.ts';
import { DocumentFault } from '../../../src/templating/html/document-fault.ts';
import { parseHtml } from '../../../src/templating/html/parse.ts';
import { completed } from '../document/complete.ts';
import { readDocx, words } from '../word/read-docx.ts';
import { child, children, findAll } from '../word/xml.ts';
import { htmlWords, page } from './html.ts';

/** Elements that a template may use. The parser moves an element that is not allowed at its position. */
const ELEMENTS =
  'p div h1 h2 h3 ul ol li dl dt dd table thead tbody tfoot tr td th caption blockquote pre section article header footer ' +
  'a b i em strong u s sub sup small span code mark br hr img';
const CLASSES = ['', 'clauses', 'parties', 'schedules', 'signatures', 'box', 'new', 'kept', 'wide', 'odd'];
const CSS = `
  ol { list-style: none } .label { float: left; width: 12mm; margin-left: -12mm }
  .box { border: 1pt solid; padding: 2mm; background: #eee } .new { break-before: page }
  .kept { break-inside: avoid; margin: -3pt 0 9pt } .wide { width: 150%; float: right; text-align: center }
  :is(div, p, section, li, td, tr, ul, h2).odd { display: table } table.odd { display: block } tbody.odd { display: flex }`;

const text = fc.oneof(
  fc.lorem({ maxCount: 4 }),
  fc.constantFrom(
    ' ',
    '\n',
    '&nbsp;',
    'a &lt; b',
    ']]&gt;',
    '“x”',
    'שלום',
    'مرحبا',
    'नमस्ते',
    '山田',
    '😀',
    '7.2(a)',
  ),
);

const { html } = fc.letrec<{ html: string }>((tie) => ({
  html: fc.oneof(
    { depthSize: 'medium', withCrossShrink: true },
    text,
    fc
      .record({
        name: fc.constantFrom(...ELEMENTS.split(' ')),
        className: fc.constantFrom(...CLASSES),
        span: fc.integer({ min: 0, max: 70 }),
        inner: fc.array(tie('html'), { maxLength: 5 }),
      })
      .map(
        ({ name, className, span, inner }) =>
          `<${name} class="${className}" colspan="${span}" rowspan="${span % 4}" href="#x" id="x">${inner.join('')}</${name}>`,
      ),
  ),
}));

/** A list of clauses within another is refused, with a message to its author. */
function isRefused(source: string): boolean {
  try {
    completed(source);
    return false;
  } catch (error) {
    if (error instanceof DocumentFault) return true;
    throw error;
  }
}

test('converts any tree without losing or moving a word, into parts that Word accepts', () => {
  fc.assert(
    fc.property(fc.array(html, { maxLength: 8 }), (pieces) => {
      const source = page(pieces.join(''), CSS);
      fc.pre(!isRefused(source));
      const docx = readDocx(convertToDocx(completed(source)));
      expect(words(docx)).toEqual(htmlWords(parseHtml(source)));
      expect(findLostText(completed(source))).toBeUndefined();
      for (const cell of findAll(docx.body, 'w:tc'))
        expect(cell.children.at(-1)).toMatchObject({ name: 'w:p' });
      for (const table of findAll(docx.body, 'w:tbl')) {
        const columns = findAll(child(table, 'w:tblGrid') ?? table, 'w:gridCol').length;
        for (const row of children(table, 'w:tr')) expect(spans(row)).toBe(columns);
      }
      expect(docx.body.children.at(-1)).toMatchObject({ name: 'w:sectPr' });
    }),
    { numRuns: 500 },
  );
  // 500 documents take 7 s on an idle machine.
}, 60_000);

function spans(row: Parameters<typeof children>[0]): number {
  return children(row, 'w:tc')
    .map((cell) => Number(child(cell, 'w:tcPr', 'w:gridSpan')?.attributes['w:val'] ?? 1))
    .reduce((sum, each) => sum + each, 0);
}
