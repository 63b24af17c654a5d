import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test, vi } from 'vitest';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited, formOf } from './fill-word.ts';
import { judged } from './judged.ts';
import { wordFile } from './reading.ts';

vi.setConfig({ testTimeout: 60_000 });

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const DOCUMENT = 'word/document.xml';
const RELATIONSHIPS = 'word/_rels/document.xml.rels';
const HEADER = 'word/header1.xml';
const DELETED = 'Clause 4 is deleted.';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const run = (words: string) => `<w:r><w:t xml:space="preserve">${words}</w:t></w:r>`;

const inPart = (name: string, edit: (xml: string) => string, file = made) => edited(file, edit, name);

const withPart = (name: string, xml: string, file = made) =>
  zipSync({ ...unzipSync(file), [name]: strToU8(xml) });
const inHeader = (xml: string) => inPart(HEADER, (header) => header.replace('</w:p>', `${xml}</w:p>`));
/** Behind the words of a clause. */
const inClause = (xml: string, file = made) =>
  inPart(DOCUMENT, (body) => body.replace('need not be paid', `$&</w:t></w:r>${xml}<w:r><w:t>`), file);
const control = (properties: string, content: string) =>
  `<w:sdt><w:sdtPr>${properties}</w:sdtPr><w:sdtContent>${content}</w:sdtContent></w:sdt>`;
const PROMPTS = '<w:showingPlcHdr/>';

/** With another part in the place of one. */
function elsewhere(from: string, to: string, edit: (xml: string) => string): Uint8Array {
  const other = edit(strFromU8(unzipSync(made)[`word/${from}`] as Uint8Array));
  return inPart(
    RELATIONSHIPS,
    (xml) => xml.replace(`"${from}"`, `"${to}"`),
    withPart(`word/${to}`.replace('word/../', ''), other),
  );
}

/** With a part that its header refers to. */
const besideHeader = (type: string) =>
  withPart(
    'word/_rels/header1.xml.rels',
    `<Relationships><Relationship Id="rId1" Type="${TYPES}/${type}" Target="other"/></Relationships>`,
  );

function told(file: Uint8Array, data = supply.sample) {
  const { verdict, changes, notCompared } = judged(supply, data, file).answer;
  return { verdict, now: changes.map(({ now, mark }) => mark ?? now), notCompared };
}
const saying = (words: string) => expect.stringContaining(words);
const changed = (now: unknown[], notCompared: string[] = []) => ({ verdict: 'changed', now, notCompared });

test.each([
  ['a field', inHeader(`<w:fldSimple w:instr=" PAGE ">${run(DELETED)}</w:fldSimple>`)],
  ['a control that shows its prompt', inHeader(control(PROMPTS, run(`[${DELETED}]`)))],
  [
    'another part',
    elsewhere('header1.xml', '../word/header9.xml', (xml) => xml.replace('</w:p>', `${run(DELETED)}</w:p>`)),
  ],
])('words of a header in %s are told', (_, file) => {
  expect(told(file)).toEqual(changed([saying(DELETED)]));
});

test('a field of a header that is computed anew is told with its words', () => {
  const file = inHeader(`<w:fldSimple w:instr=" QUOTE ${DELETED} ">${run(DELETED)}</w:fldSimple>`);
  expect(told(file)).toEqual(changed([saying(DELETED)], [`a field that is computed anew: QUOTE ${DELETED}`]));
});

test.each([
  ['words in brackets', inClause(control(PROMPTS, run(' [in each year]'))), '[in each year]'],
  [
    'words that the glossary has for it',
    inClause(
      control(`<w:placeholder><w:docPart w:val="Prompt 1"/></w:placeholder>${PROMPTS}`, run(' in each year')),
      inPart('word/glossary/document.xml', (xml) => xml.replace('[Date]', ' in each year')),
    ),
    'in each year',
  ],
  ['signs', inClause(control(PROMPTS, '<w:r><w:sym w:char="006E"/><w:sym w:char="006F"/></w:r>')), 'paidno'],
])('what a control shows as its prompt is told: %s', (_, file, words) => {
  expect(told(file)).toEqual(changed([saying(words)]));
});

test('words in a box are told, and a box is ticked that looks so', () => {
  const data = formOf(supply);
  const form = wordFile(supply, data);
  const boxed = (words: string) =>
    told(
      inPart(DOCUMENT, (xml) => xml.replace('☐', words), form),
      data,
    );
  expect(boxed('☐ not')).toEqual(changed([saying('☐ not included')]));
  expect(boxed('☒')).toEqual({ verdict: 'filled in', now: [], notCompared: [] });
});

test.each([
  [
    'hides the words',
    'styles',
    'styles2.xml',
    (xml: string) => xml.replace('<w:color w:val="000000"/>', '<w:vanish/>'),
    'hidden',
  ],
  [
    'has other numbers',
    'numbering',
    'numbering2.xml',
    (xml: string) => xml.replace('w:val="%1.%2"', 'w:val="%1.%2 (not binding)"'),
    'written into the number',
  ],
])('a part of another name is read, which %s', (_, from, to, edit, mark) => {
  const { verdict, now } = told(elsewhere(`${from}.xml`, to, edit));
  expect({ verdict, now: now[0] }).toEqual({ verdict: 'changed', now: mark });
  expect(told(elsewhere(`${from}.xml`, to, (xml) => `${xml} `)).verdict).toBe('as made');
});

test.each([
  [
    'a header in another folder',
    elsewhere('header1.xml', 'more/header1.xml', (xml) => xml),
    'a part in another place: more/header1.xml',
  ],
  ['a chart in a header', besideHeader('chart'), 'charts'],
  ['a file in a header', besideHeader('aFChunk'), 'inserted files'],
  ['a picture in a header', besideHeader('image'), 'pictures in headers and footers'],
  ['a chart of a kind that is not known', besideHeader('chartEx'), 'a part of another kind: chartEx'],
  [
    'a font',
    withPart(
      'word/_rels/fontTable.xml.rels',
      `<Relationships><Relationship Id="rId1" Type="${TYPES}/font" Target="fonts/1.odttf"/></Relationships>`,
    ),
    'fonts of its own, which may draw other letters',
  ],
  [
    'a link by a field',
    inClause(`<w:fldSimple w:instr=' HYPERLINK "http://example.com" '/>`),
    'a field that is computed anew: HYPERLINK "http://example.com"',
  ],
  [
    'a field whose code is text',
    inClause(
      `<w:r><w:fldChar w:fldCharType="begin"/></w:r>${run(' = 60 ')}<w:r><w:fldChar w:fldCharType="end"/></w:r>`,
    ),
    'a field that is computed anew: = 60',
  ],
  [
    'a field of a form that computes',
    inClause(
      '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:textInput><w:type w:val="calculated"/></w:textInput></w:ffData></w:fldChar></w:r>' +
        '<w:r><w:instrText> FORMTEXT </w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>',
    ),
    'a field that is computed anew: = FORMTEXT',
  ],
])('%s is not compared', (_, file, what) => {
  expect(told(file)).toEqual(changed([], [what]));
});

test('a reference by a keyword in small letters is computed anew', () => {
  const file = inPart(DOCUMENT, (body) =>
    body.replace(
      'need not be paid',
      '</w:t></w:r><w:fldSimple w:instr=" ref _Ref_deposit \\h "><w:r><w:t>$&</w:t></w:r></w:fldSimple><w:r><w:t xml:space="preserve">',
    ),
  );
  expect(told(file)).toEqual(changed(['computed anew']));
});

test('words in a namespace that only looks like that of Word are shown by no program', () => {
  const own = 'http://example.com/wordprocessingml/2006/main';
  const file = inPart(DOCUMENT, (body) =>
    body
      .replace('mc:Ignorable="w14"', `mc:Ignorable="w14 x" xmlns:x="${own}"`)
      .replace(
        ' not be paid',
        '</w:t></w:r><x:r><x:t> not</x:t></x:r><w:r><w:t xml:space="preserve"> be paid',
      ),
  );
  expect(told(file)).toEqual(changed([], ['words that only some programs show']));
});

test.each([
  ['is gone', /<Relationship [^>]*\/numbering"[^>]*>/, '', []],
  [
    'is of a kind that programs do not know',
    `${TYPES}/numbering`,
    'http://example.com/numbering',
    ['a part of another kind: http://example.com/numbering'],
  ],
])('clauses are without their numbers where the relationship to these %s', (_, was, now, notCompared) => {
  const file = inPart(RELATIONSHIPS, (xml) => xml.replace(was, now));
  expect(told(file)).toEqual(changed(['without its number'], notCompared));
});

test('a part that has another encoding than Word files have is refused', () => {
  const file = inPart(DOCUMENT, (xml) => xml.replace('encoding="UTF-8"', 'encoding="Shift_JIS"'));
  expect(() => told(file)).toThrow('another encoding');
});

test('a letter of a font of signs is no letter', () => {
  const file = inPart(DOCUMENT, (body) =>
    body.replace(
      /30(?=\sdays<)/,
      '</w:t><w:sym w:font="Wingdings" w:char="0033"/><w:t xml:space="preserve">0',
    ),
  );
  expect(judged(supply, supply.sample, file).answer.changedValues).toMatchObject([{ path: 'paymentDays' }]);
});
