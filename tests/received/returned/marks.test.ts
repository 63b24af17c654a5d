import { setImmediate as nextTurn } from 'node:timers/promises';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { beforeEach, expect, test, vi } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

// These tests compute without a pause, which the watchdog would take for a loop without end.
beforeEach(async () => {
  await nextTurn();
});

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const OTHER = 'refers to another clause';
const DISPUTED = 'disputed in good faith';
/** Words beside a link to a term. */
const LINKED = 'The rights in the ';
const CLAUSE =
  'A sum that is disputed in good faith, with reasons given before it is due, need not be paid until the dispute is settled. ' +
  'A tax that the law requires the Customer to withhold may be withheld, against proof that it has been paid over.';

const inParagraph = (words: string, edit: (xml: string) => string) =>
  edited(made, (body) =>
    body.replace(/<w:p>(?:(?!<\/w:p>).)*<\/w:p>/gs, (paragraph) =>
      paragraph.replace(/<[^>]*>/g, '').includes(words) ? edit(paragraph) : paragraph,
    ),
  );
const inRow = (label: string, edit: (xml: string) => string) =>
  edited(made, (body) =>
    body.replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
      row.includes(`>${label}<`) ? edit(row) : row,
    ),
  );
const append = (xml: string) => inParagraph(DISPUTED, (one) => one.replace('</w:p>', `${xml}</w:p>`));
/** The words in a run with these properties. */
const withLook = (words: string, properties: string) =>
  inParagraph(words, (one) =>
    one.replace(words, (found) => {
      const end = '</w:t></w:r>';
      const begin = '<w:r><w:t xml:space="preserve">';
      const own = `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${found}${end}`;
      return `${end}${own}${begin}`;
    }),
  );

function told(file: Uint8Array) {
  const { verdict, changes, changedValues } = judged(supply, supply.sample, file).answer;
  return {
    verdict,
    changedValues,
    changes: changes.map(({ clause, kind, now, mark }) => [clause, kind, now, mark]),
  };
}
const changed = (...changes: unknown[][]) => ({ verdict: 'changed', changedValues: [], changes });

test('words in a number are told once, where they stand first', () => {
  const files = unzipSync(made);
  const numbering = strFromU8(files['word/numbering.xml'] as Uint8Array);
  const other = numbering.replace('w:val="%1.%2"', 'w:val="%1.%2 (not binding)"');
  const file = zipSync({ ...files, 'word/numbering.xml': strToU8(other) });
  expect(told(file)).toEqual(changed(['1.1', 'marked', '(not binding)', 'written into the number']));
});

const inNumbering = (was: RegExp, now: string) => {
  const files = unzipSync(made);
  const numbering = strFromU8(files['word/numbering.xml'] as Uint8Array);
  return zipSync({ ...files, 'word/numbering.xml': strToU8(numbering.replace(was, now)) });
};
const OF_CLAUSES = /(w:abstractNumId="2">.*?)/s.source;

test.each([
  ['another first number', /<w:start w:val="1"/, '<w:start w:val="5"', '1', 'numbered 5.'],
  ['another format', /<w:numFmt w:val="decimal"/, '<w:numFmt w:val="upperRoman"', '1', 'numbered I.'],
  ['a typed number', /w:val="%1.%2"/, 'w:val="9.%2"', '1.1', 'numbered 9.1'],
  [
    'numbers that go on from clause to clause',
    /(?=<w:pStyle w:val="ClauseLevel2")/,
    '<w:lvlRestart w:val="0"/>',
    '2.1',
    expect.stringMatching(/^numbered 2\.[^1]/),
  ],
  ['figures for letters', /(?=<w:pStyle w:val="ClauseLevel3")/, '<w:isLgl/>', '9.1(a)', 'numbered (1)'],
  [
    'a number of its own list',
    /w:numId="7003"><w:abstractNumId w:val="2"\/>/,
    'w:numId="7003"><w:abstractNumId w:val="2"/><w:lvlOverride w:ilvl="0"><w:startOverride w:val="4"/></w:lvlOverride>',
    '1',
    'numbered 4.',
  ],
])('clauses with %s are marked once, where they begin', (_, was, now, clause, mark) => {
  const file = inNumbering(new RegExp(OF_CLAUSES + was.source, 's'), `$1${now}`);
  expect(told(file)).toEqual(changed([clause, 'marked', expect.any(String), mark]));
});

/** With a list whose label stands before a value. */
function listed(label: string): Uint8Array {
  const files = unzipSync(
    inRow('Time for payment', (row) =>
      row.replace(/(.*"TableText"\/>)/s, '$1<w:numPr><w:ilvl w:val="0"/><w:numId w:val="9999"/></w:numPr>'),
    ),
  );
  const level = `<w:lvl w:ilvl="0"><w:numFmt w:val="bullet"/><w:suff w:val="nothing"/><w:lvlText w:val="${label}"/></w:lvl>`;
  const numbering = strFromU8(files['word/numbering.xml'] as Uint8Array)
    .replace('<w:num ', `<w:abstractNum w:abstractNumId="999">${level}</w:abstractNum><w:num `)
    .replace('</w:numbering>', '<w:num w:numId="9999"><w:abstractNumId w:val="999"/></w:num></w:numbering>');
  return zipSync({ ...files, 'word/numbering.xml': strToU8(numbering) });
}

test.each(['1', '−', 'US$'])('what a list prints before a value is marked: %s', (label) => {
  const mark = ['Key Terms: Time for payment', 'marked', label, 'written into the number'];
  expect(told(listed(label))).toEqual(changed(mark));
});

test('a bullet before a value is a format', () => {
  expect(told(listed('•')).verdict).toBe('as made');
});

test('a clause whose number is a picture is without its number', () => {
  const file = inNumbering(/(?=<w:pStyle w:val="ClauseLevel2")/, '<w:lvlPicBulletId w:val="0"/>');
  expect(told(file)).toEqual(changed(['1.1', 'marked', expect.any(String), 'without its number']));
});

test('a clause whose number is struck through with the mark at its end is without its number', () => {
  const struck = '<w:rPr><w:strike/></w:rPr></w:pPr>';
  const file = inParagraph(DISPUTED, (one) => one.replace('</w:pPr>', struck));
  expect(told(file)).toEqual(changed(['8.5', 'marked', CLAUSE, 'without its number']));
});

test('an empty clause moves the numbers after it', () => {
  const file = inParagraph(
    DISPUTED,
    (one) => `<w:p><w:pPr><w:pStyle w:val="ClauseLevel2"/></w:pPr></w:p>${one}`,
  );
  expect(told(file)).toEqual(changed(['8.5', 'marked', CLAUSE, 'numbered 8.6']));
});

test.each([
  ['without its number', '</w:pPr>', '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="0"/></w:numPr></w:pPr>'],
  ['on another level', 'w:val="ClauseLevel2"', 'w:val="ClauseLevel3"'],
])('a clause that is %s is marked, and that the next one has its number', (mark, was, now) => {
  const file = inParagraph(DISPUTED, (one) => one.replace(was, now));
  const next = ['8.6', 'marked', expect.any(String), 'numbered 8.5'];
  expect(told(file)).toEqual(changed(next, ['8.5', 'marked', CLAUSE, mark]));
});

test('a reference that leads to another clause and shows the same number is marked', () => {
  const bookmarks = new Set(
    strFromU8(unzipSync(made)['word/document.xml'] as Uint8Array).match(/REF _Ref_\w+/g),
  );
  const file = inParagraph('not disputed under clause', (one) =>
    one.replace(/REF _Ref_\w+/, (own) => [...bookmarks].find((other) => other !== own) ?? ''),
  );
  expect(told(file)).toEqual(changed(['20.2(b)', 'marked', '8.5', 'refers to another clause']));
});

test('a link to a term that leads to another one is marked', () => {
  const file = inParagraph(LINKED, (one) => one.replace(/"_Ref_docgen_term_\d+"/, '"_Ref_docgen_term_1"'));
  expect(told(file)).toEqual(changed(['12.2', 'marked', 'Work Results', 'refers to another clause']));
});

test.each([
  [
    'around another link',
    '',
    '<w:hyperlink w:anchor="_Ref_docgen_term_2"/>',
    ['12.2', 'marked', 'Work Results', OTHER],
  ],
  ['of another file', ' r:id="rId1"', '', undefined],
])('of a link to another term, the anchor is compared as one of this file: %s', (_, file, inner, mark) => {
  const edit = inParagraph(LINKED, (one) =>
    one.replace(
      /<w:hyperlink w:anchor="_Ref_docgen_term_\d+"([^>]*)>/,
      `<w:hyperlink w:anchor="_Ref_docgen_term_1"${file}$1>${inner}`,
    ),
  );
  expect(told(edit).changes).toEqual(mark === undefined ? [] : [mark]);
});

test('a reference whose bookmark stands in another clause is marked', () => {
  const begin = /<w:bookmarkStart w:id="20" w:name="_Ref_disputed_sums"\/>/;
  const end = '<w:bookmarkEnd w:id="20"/>';
  const file = edited(made, (body) =>
    body
      .replace(begin, '')
      .replace(end, '')
      .replace(
        /<w:r><w:t xml:space="preserve">A party may set off/,
        `<w:bookmarkStart w:id="20" w:name="_Ref_disputed_sums"/>${end}$&`,
      ),
  );
  expect(told(file)).toEqual(changed(['20.2(b)', 'marked', '8.5', 'refers to another clause']));
});

test('words of the text that a reference prints are computed anew', () => {
  const shown = '<w:r><w:t xml:space="preserve">need not be paid</w:t></w:r>';
  const file = inParagraph(DISPUTED, (one) =>
    one.replace(
      'need not be paid',
      `</w:t></w:r><w:fldSimple w:instr=" REF _Ref_docgen_term_2 ">${shown}</w:fldSimple><w:r><w:t xml:space="preserve">`,
    ),
  );
  expect(told(file)).toEqual(changed(['8.5', 'marked', 'need not be paid', 'computed anew']));
});

test.each([
  [
    'a formula',
    '<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t> twice</m:t></m:r></m:oMath>',
    ' twice',
  ],
  [
    'drawn letters',
    '<w:r><w:pict><v:shape xmlns:v="urn:schemas-microsoft-com:vml"><v:textpath string=" VOID"/></v:shape></w:pict></w:r>',
    ' VOID',
  ],
  [
    'a sign of its own font',
    '<w:r><w:t xml:space="preserve"> </w:t><w:sym w:font="Wingdings" w:char="F0FC"/></w:r>',
    ' \uf0fc',
  ],
])('%s is words of the text', (_, xml, words) => {
  expect(told(append(xml))).toEqual(changed(['8.5', 'changed', CLAUSE + words, undefined]));
});

test.each([
  ['<w:color w:val="FEFEFE"/>', 'white'],
  ['<w:rFonts w:ascii="Wingdings" w:hAnsi="Wingdings"/>', 'in a font of signs'],
])('words with %s are marked as %s', (property, mark) => {
  expect(told(withLook('need not be paid', property))).toEqual(
    changed(['8.5', 'marked', 'need not be paid', mark]),
  );
});

test('a row that is hidden is marked', () => {
  const file = inRow('Deposit', (row) =>
    row.replace(/<w:tr>(?:<w:trPr>)?/, (begin) =>
      begin.includes('trPr') ? `${begin}<w:hidden/>` : `${begin}<w:trPr><w:hidden/></w:trPr>`,
    ),
  );
  const { changes, ...rest } = told(file);
  expect({ ...rest, changes: changes.map(([, kind, , mark]) => [kind, mark]) }).toEqual({
    ...changed(['marked', 'hidden'], ['marked', 'hidden']),
  });
});

test.each([
  ['simple', (code: string, shown: string) => `<w:fldSimple w:instr="${code}">${shown}</w:fldSimple>`],
  [
    'complex',
    (code: string, shown: string) => {
      const mark = (type: string) => `<w:r><w:fldChar w:fldCharType="${type}"/></w:r>`;
      const written = `<w:r><w:instrText xml:space="preserve">${code}</w:instrText></w:r>`;
      return mark('begin') + written + mark('separate') + shown + mark('end');
    },
  ],
])('a %s field that shows the words of the text is not compared', (_kind, fieldOf) => {
  const shownBy = (code: string) =>
    inParagraph(DISPUTED, (one) =>
      one.replace(/<w:r>(?:(?!<\/w:r>).)*<\/w:r>(?!.*<w:r>)/s, (run) => fieldOf(code, run)),
    );
  const read = (code: string) => {
    const { verdict, changes, notCompared } = judged(supply, supply.sample, shownBy(code)).answer;
    return [verdict, changes, notCompared];
  };
  expect(read(' = 60 ')).toEqual(['changed', [], ['a field that is computed anew: = 60']]);
  expect(read(' FORMTEXT ')).toEqual(['as made', [], []]);
  // LibreOffice makes it of a control, by way of its own format.
  expect(read(' FILLIN &quot;&quot; ')).toEqual(['as made', [], []]);
  const suggested = 'FILLIN "" \\d "60"';
  expect(read(suggested.replaceAll('"', '&quot;'))).toEqual([
    'changed',
    [],
    [`a field that is computed anew: ${suggested}`],
  ]);
});
