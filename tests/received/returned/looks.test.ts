import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readWordFile } from '../../../src/received/returned/file/word-file.ts';
import type { Template } from '../../../src/templating/templates/catalogue.ts';
import { TEMPLATES } from '../../service/use-cases/documents.ts';
import { edited } from './fill-word.ts';
import { wordFile } from './reading.ts';

const supply = TEMPLATES.find(({ templateId }) => templateId === 'supplier-agreement') as Template;
const made = wordFile(supply, supply.sample);
const WORDS = 'need not be paid';
const DOCUMENT = 'word/document.xml';
const TYPES = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

const inPart = (name: string, edit: (xml: string) => string, file = made) => edited(file, edit, name);

/** The words in a run of their own. */
const around = (make: (run: (properties: string) => string) => string) =>
  inPart(DOCUMENT, (xml) =>
    xml.replace(WORDS, () => {
      const own = (properties: string) =>
        `<w:r><w:rPr>${properties}</w:rPr><w:t xml:space="preserve">${WORDS}</w:t></w:r>`;
      return `</w:t></w:r>${make(own)}<w:r><w:t xml:space="preserve">`;
    }),
  );
const withLook = (properties: string) => around((run) => run(properties));
const ofParagraph = (properties: string) =>
  inPart(DOCUMENT, (xml) =>
    xml.replace(
      /<w:pPr>(?:(?!<\/w:pPr>).)*(?=<\/w:pPr>(?:(?!<\/w:p>).)*need not be paid)/s,
      `$&${properties}`,
    ),
  );
const ofRow = (was: string | RegExp, now: string) =>
  inPart(DOCUMENT, (xml) =>
    xml.replace(/<w:tr>(?:(?!<\/w:tr>).)*<\/w:tr>/gs, (row) =>
      row.includes('>Price<') ? row.replace(was, now) : row,
    ),
  );

function found(file: Uint8Array) {
  const { passages, notRead } = readWordFile(file);
  const marked = passages.flatMap((passage) => passage.marked.map(({ text, look }) => [text, look]));
  return { marked, notRead };
}
const marked = (look: string, words = WORDS) => ({ marked: [[words, look]], notRead: [] });
const NOTHING = { marked: [], notRead: [] };
const OTHER_LETTERS = 'fonts of its own, which may draw other letters';
const withFont = (name: string, facts: string) =>
  inPart('word/fontTable.xml', (xml) =>
    xml.replace('</w:fonts>', `<w:font w:name="${name}">${facts}</w:font></w:fonts>`),
  );

test.each([
  ['<w:specVanish/>', 'hidden'],
  ['<w:vanish/><w:specVanish w:val="0"/>', 'hidden'],
  ['<w:color w:val="000000" w:themeColor="background1"/>', 'white'],
  ['<w:color w:val="ECECEC"/>', 'white'],
  ['<w:color w:val="FFFF00"/>', 'in the colour of its ground'],
  ['<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:fill="F7F7F7"/>', 'in the colour of its ground'],
  ['<w:shd w:val="clear" w:color="auto" w:fill="000000"/>', 'in the colour of its ground'],
  ['<w:shd w:val="solid" w:color="000000" w:fill="FFFFFF"/>', 'in the colour of its ground'],
  ['<w:shd w:val="solid" w:color="auto" w:fill="FFFFFF"/>', 'in the colour of its ground'],
  ['<w:shd w:val="pct95" w:color="000000" w:fill="FFFFFF"/>', 'in the colour of its ground'],
  ['<w:shd w:val="clear" w:fill="auto" w:themeFill="text1"/>', 'in the colour of its ground'],
  ['<w:highlight w:val="black"/>', 'in the colour of its ground'],
  ['<w14:textFill><w14:noFill/></w14:textFill>', 'hidden'],
  ['<w14:textFill><w14:solidFill><w14:srgbClr w14:val="FFFFFF"/></w14:solidFill></w14:textFill>', 'white'],
  ['<w:w w:val="1"/>', 'squeezed'],
  ['<w:spacing w:val="-200"/>', 'squeezed'],
  ['<w:fitText w:val="100"/>', 'squeezed'],
  ['<w:position w:val="3000"/>', 'off its line'],
  ['<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>', 'in a font of signs'],
  ['<w:rFonts w:hAnsi="Wingdings"/>', 'in a font of signs'],
  ['<w:rFonts w:ascii="Libre Barcode 39"/>', 'in a font of signs'],
  ['<w:cs/><w:rFonts w:cs="Wingdings"/>', 'in a font of signs'],
  ['<w:color w:val="000000" w:themeColor="text1" w:themeTint="0A"/>', 'white'],
  [
    '<w:color w:val="FFFFFF" w:themeColor="text1"/><w:highlight w:val="black"/>',
    'in the colour of its ground',
  ],
  [
    '<w:color w:val="FFFFFF" w:themeColor="background1" w:themeShade="00"/><w:highlight w:val="black"/>',
    'in the colour of its ground',
  ],
  ['<w:rtl/>', 'from right to left'],
  ['<w:cs/><w:szCs w:val="2"/>', 'smaller than 4 pt'],
  ['<w14:textFill><w14:solidFill><w14:schemeClr w14:val="bg1"/></w14:solidFill></w14:textFill>', 'white'],
  [
    '<w14:textFill><w14:gradFill><w14:gsLst><w14:gs><w14:srgbClr w14:val="FFFFFF"/></w14:gs></w14:gsLst></w14:gradFill></w14:textFill>',
    'white',
  ],
  [
    '<w14:textFill><w14:solidFill><w14:srgbClr w14:val="000000"><w14:alpha w14:val="99000"/></w14:srgbClr></w14:solidFill></w14:textFill>',
    'hidden',
  ],
])('words with %s are %s', (properties, look) => {
  expect(found(withLook(properties))).toEqual(marked(look));
});

test.each([
  ['<w:color w:val="FFFFFF"/><w:shd w:val="clear" w:color="auto" w:fill="000000"/>'],
  ['<w:color w:val="999999"/>'],
  ['<w:shd w:val="pct20" w:color="000000" w:fill="FFFFFF"/>'],
  ['<w:shd w:val="clear" w:fill="CCCCCC" w:themeFill="text1" w:themeFillTint="33"/>'],
  ['<w:rFonts w:cs="Wingdings"/>'],
  ['<w:highlight w:val="yellow"/>'],
  ['<w:b/><w:caps/><w:vertAlign w:val="superscript"/>'],
  ['<w:webHidden/>'],
  ['<w:color w:val="FFFFFF" w:themeColor="text1" w:themeTint="A6"/>'],
  ['<w:color w:val="1F3864" w:themeColor="accent1" w:themeShade="80"/>'],
  ['<w:szCs w:val="2"/>'],
  ['<w14:textFill><w14:solidFill><w14:schemeClr w14:val="tx1"/></w14:solidFill></w14:textFill>'],
  ['<w:spacing w:val="-10"/><w:w w:val="90"/><w:position w:val="6"/>'],
])('words with %s can be read', (properties) => {
  expect(found(withLook(properties))).toEqual(NOTHING);
});

test.each([
  ['black', '<w:shd w:val="clear" w:color="auto" w:fill="000000"/>', 'in the colour of its ground'],
  ['in lines that are cut', '<w:spacing w:line="20" w:lineRule="exact"/>', 'cut off'],
  ['turned', '<w:bidi/>', 'from right to left'],
  ['right of the page', '<w:ind w:left="14000"/>', 'off its line'],
  ['left of the page', '<w:ind w:start="-12000"/>', 'off its line'],
  ['left of the page by its first line', '<w:ind w:left="0" w:hanging="16000"/>', 'off its line'],
  ['right of the page in characters', '<w:ind w:leftChars="9000"/>', 'off its line'],
  ['in lines that cover each other', '<w:spacing w:line="10" w:lineRule="auto"/>', 'cut off'],
  ['right of the page by its right indent', '<w:ind w:right="-20000"/>', 'off its line'],
  ['between indents that fill the page', '<w:ind w:left="6000" w:right="6000"/>', 'off its line'],
  ['behind a tab off the page', '<w:tabs><w:tab w:val="left" w:pos="20000"/></w:tabs>', 'off its line'],
])('a paragraph that is %s is marked', (_, properties, look) => {
  const looks = found(ofParagraph(properties)).marked.map(([, own]) => own);
  expect([...new Set(looks)]).toEqual([look]);
});

test('what a style hides is hidden, unless its run says otherwise', () => {
  const style = '<w:style w:type="character" w:styleId="H"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
  const styled = (own: string) =>
    inPart('word/styles.xml', (xml) => xml.replace('</w:styles>', style), withLook(own));
  expect(found(styled('<w:rStyle w:val="H"/>'))).toEqual(marked('hidden'));
  expect(found(styled('<w:rStyle w:val="H"/><w:vanish w:val="0"/>'))).toEqual(NOTHING);
});

test('a paragraph in a style that the file does not have has the default one', () => {
  const ghost =
    '<w:style w:type="paragraph" w:default="true" w:styleId="Ghost"><w:rPr><w:vanish/></w:rPr></w:style></w:styles>';
  const file = inPart('word/styles.xml', (xml) =>
    xml
      .replace('w:default="1" w:styleId="Normal"', 'w:styleId="Normal"')
      .replace('</w:styles>', ghost)
      .replaceAll('w:styleId="TableHeading"', 'w:styleId="TableHeading2"'),
  );
  expect(found(file).marked).toContainEqual(['Price', 'hidden']);
});

test.each([
  ['all text', '<w:color w:val="000000"/>', '<w:color w:val="FFFFFF"/>'],
  [
    'tables',
    /(w:styleId="DocumentTable">(?:(?!<\/w:style>).)*)/s,
    '$1<w:rPr><w:color w:val="FFFFFF"/></w:rPr>',
  ],
])('%s in white by its style is white', (_, was, now) => {
  const { marked } = found(inPart('word/styles.xml', (xml) => xml.replace(was, now)));
  expect(marked).toContainEqual(['₦780.00', 'white']);
});

test('what a style hides is hidden by all that are based on it', () => {
  const styles = Array.from({ length: 12 }, (_, at) => {
    const base = at === 0 ? '<w:rPr><w:vanish/></w:rPr>' : `<w:basedOn w:val="H${at - 1}"/>`;
    return `<w:style w:type="character" w:styleId="H${at}">${base}</w:style>`;
  });
  const add = (xml: string) => xml.replace('</w:styles>', `${styles.join('')}</w:styles>`);
  expect(found(inPart('word/styles.xml', add, withLook('<w:rStyle w:val="H11"/>')))).toEqual(
    marked('hidden'),
  );
});

test.each([
  ['characters', 'character', made],
  ['tables', 'table', inPart(DOCUMENT, (xml) => xml.replaceAll(/<w:tblStyle [^>]*>/g, ''))],
])('%s that name no style are white by that of those that name none', (_, kind, file) => {
  const white = '<w:rPr><w:color w:val="FFFFFF"/></w:rPr></w:style></w:styles>';
  const style = `<w:style w:type="${kind}" w:default="1" w:styleId="White">${white}`;
  const { marked } = found(inPart('word/styles.xml', (xml) => xml.replace('</w:styles>', style), file));
  expect(marked).toContainEqual(['₦780.00', 'white']);
});

test.each([
  ['white words', '<w:rPr><w:color w:val="FFFFFF"/></w:rPr>'],
  ['a black ground', '<w:tcPr><w:shd w:val="clear" w:color="auto" w:fill="000000"/></w:tcPr>'],
])('a style that gives the first cells of rows %s is not compared', (_, properties) => {
  const part = `<w:tblStylePr w:type="firstCol">${properties}</w:tblStylePr>`;
  const file = inPart('word/styles.xml', (xml) =>
    xml.replace(/(w:styleId="DocumentTable">(?:(?!<\/w:style>).)*)/s, `$1${part}`),
  );
  expect(found(file)).toEqual({
    marked: [],
    notRead: ['what a style of tables hides in some of their cells'],
  });
});

test.each([
  ['all paragraphs', 'word/styles.xml', '<w:pPrDefault/>', '<w:pPrDefault><w:pPr>*</w:pPr></w:pPrDefault>'],
  ['a list', 'word/numbering.xml', /(<w:pStyle w:val="ClauseLevel2"\/>.*?)<w:ind [^>]*>/s, '$1*'],
])('%s can be right of the page', (_, part, was, now) => {
  const right = now.replace('*', '<w:ind w:left="14000"/>');
  const { marked } = found(inPart(part, (xml) => xml.replace(was, right)));
  expect(marked.length).toBeGreaterThan(10);
  expect(new Set(marked.map(([, look]) => look))).toEqual(new Set(['off its line']));
});

/** Words of the dark colour of a theme. */
function withTheme(dark: string, mapping = '') {
  const DRAWING = 'xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"';
  const theme = `<a:theme ${DRAWING}><a:themeElements><a:clrScheme><a:dk1><a:srgbClr val="${dark}"/></a:dk1></a:clrScheme></a:themeElements></a:theme>`;
  const file = inPart(
    'word/_rels/document.xml.rels',
    (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rId98" Type="${TYPES}/theme" Target="theme/theme1.xml"/></Relationships>`,
      ),
    withLook('<w:color w:val="000000" w:themeColor="text1"/>'),
  );
  const mapped = inPart(
    'word/settings.xml',
    (xml) => xml.replace('</w:settings>', `${mapping} </w:settings>`),
    file,
  );
  return zipSync({ ...unzipSync(mapped), 'word/theme/theme1.xml': strToU8(theme) });
}

test.each([
  ['white', withTheme('FFFFFF')],
  ['mapped to its light one', withTheme('000000', '<w:clrSchemeMapping w:bg1="light1" w:t1="light1"/>')],
])('words in the dark colour of a theme where that is %s are white', (_, file) => {
  expect(found(file)).toEqual(marked('white'));
});

test('words in the font of a theme that has signs are in a font of signs', () => {
  const files = unzipSync(withTheme('000000', ' '));
  const fonts =
    '<a:fontScheme><a:minorFont><a:latin typeface="Wingdings"/></a:minorFont></a:fontScheme></a:themeElements>';
  const theme = strFromU8(files['word/theme/theme1.xml'] as Uint8Array).replace('</a:themeElements>', fonts);
  const file = zipSync({ ...files, 'word/theme/theme1.xml': strToU8(theme) });
  const inTheme = (xml: string) =>
    xml.replace(
      '<w:rPr><w:color w:val="000000" w:themeColor="text1"/>',
      '<w:rPr><w:rFonts w:asciiTheme="minorHAnsi"/>',
    );
  expect(found(inPart(DOCUMENT, inTheme, file))).toEqual(marked('in a font of signs'));
});

test('words in the dark colour of a theme can be read', () => {
  expect(found(withTheme('1F1F1F', '<w:clrSchemeMapping w:bg1="light1" w:t1="dark1"/>'))).toEqual(NOTHING);
});

test.each([
  ['without a width of its own', /<w:tcW [^>]*>(?=(?:(?!<w:tcW ).)*$)/s, '<w:tcW w:w="0" w:type="dxa"/>'],
  ['that is narrow', /<w:tcW [^>]*>(?=(?:(?!<w:tcW ).)*$)/s, '<w:tcW w:w="150" w:type="dxa"/>'],
])('the words of a cell %s are squeezed', (_, was, now) => {
  expect(found(ofRow(was, now))).toEqual(marked('squeezed', '₦780.00'));
});

const MARGIN = '<w:tcMar><w:start w:w="12000" w:type="dxa"/></w:tcMar>';

test.each([
  ['beside a column that fills the page', /<w:tcW w:w="\d+"/, '<w:tcW w:w="14000"', 'off its line'],
  ['of a row that begins right of the page', '<w:cantSplit/>', '<w:wBefore w:w="14000"/>', 'off its line'],
  ['that is indented beyond its cell', /(.*"TableText"\/>)/s, '$1<w:ind w:left="6000"/>', 'off its line'],
  ['between margins that fill it', /(.*<w:tcW [^>]*>)/s, `$1${MARGIN}`, 'squeezed'],
  ['far from other cells', '<w:cantSplit/>', '<w:tblCellSpacing w:w="9000"/>', 'squeezed'],
  ['that is crossed out', /(.*<w:tcBorders>)/s, '$1<w:tl2br w:val="single"/>', 'struck through'],
])('a value %s is marked', (_, was, now, look) => {
  expect(found(ofRow(was, now)).marked).toContainEqual(['₦780.00', look]);
});

test('many words that share one line of a narrow cell are squeezed', () => {
  const words = '₦780.00 for each of the cartons';
  const now = `$1<w:tcFitText/><w:tcW w:w="300"$2${words}`;
  const file = ofRow(/(.*)<w:tcW w:w="\d+"(.*)₦780.00/s, now);
  expect(found(file)).toEqual(marked('squeezed', words));
});

const LEFT = '<w:tblInd w:w="-20000" w:type="dxa"/>';
/** Tables that are wider than the page. */
const wide = (side: string, width: string) =>
  inPart(DOCUMENT, (xml) => xml.replaceAll(/<w:tblW [^>]*>/g, `<w:tblW ${width}/>${side}`));

test.each([
  ['themselves', inPart(DOCUMENT, (xml) => xml.replaceAll(/<w:tblInd [^>]*>/g, LEFT))],
  ['their side', wide('<w:jc w:val="right"/>', 'w:w="20000" w:type="dxa"')],
  ['their side, in shares of the page', wide('<w:jc w:val="end"/>', 'w:w="15000" w:type="pct"')],
  ['both sides', wide('<w:jc w:val="center"/>', 'w:w="40000"')],
  ['their direction', wide('<w:bidiVisual/>', 'w:w="20000"')],
  ['the side of their row', ofRow(/<w:trPr>(.*<w:tcW w:w=")\d+/s, '<w:trPr><w:jc w:val="right"/>$130000')],
  ['their row', ofRow('<w:trPr>', `<w:tblPrEx>${LEFT}</w:tblPrEx><w:trPr>`)],
  [
    'their style',
    inPart(
      'word/styles.xml',
      (xml) => xml.replace(/(w:styleId="DocumentTable">.*?<w:tblPr>)/s, `$1${LEFT}`),
      inPart(DOCUMENT, (xml) => xml.replaceAll(/<w:tblInd [^>]*>/g, '')),
    ),
  ],
])('values that are left of the page by %s are off their line', (_, file) => {
  expect(found(file).marked).toContainEqual(['₦780.00', 'off its line']);
});

test('the words of a column that is narrow are squeezed', () => {
  const file = inPart(DOCUMENT, (xml) =>
    xml.replace(/<w:tbl>(?:(?!<\/w:tbl>).)*<\/w:tbl>/gs, (table) =>
      table.includes('>Price<') ? table.replace(/(<w:gridCol w:w=")\d+("\/><\/w:tblGrid>)/, '$190$2') : table,
    ),
  );
  const looks = found(file).marked;
  expect(looks).toContainEqual(['₦780.00', 'squeezed']);
  expect(looks).not.toContainEqual(['Price', 'squeezed']);
});

const VALUE = '<w:r><w:t xml:space="preserve">₦780.00';
const SEEN = '<w:r><w:rPr><w:vanish w:val="0"/></w:rPr><w:t xml:space="preserve">₦780.00';

test.each([
  ['as it is', VALUE],
  ['whose run says that it is not hidden', SEEN],
])('a value that a merged cell covers, %s, is hidden', (_, now) => {
  const covered = ofRow(/(<w:tc>.*<w:tc><w:tcPr>)/s, '$1<w:vMerge/>');
  expect(found(inPart(DOCUMENT, (xml) => `${xml.replace(VALUE, now)} `, covered))).toEqual(
    marked('hidden', '₦780.00'),
  );
});

test('a value in a hidden row is hidden, also when its run says that it is not', () => {
  const row = ofRow('<w:trPr>', '<w:trPr><w:hidden/>');
  const file = inPart(DOCUMENT, (xml) => xml.replace(VALUE, SEEN), row);
  expect(found(file).marked).toContainEqual(['₦780.00', 'hidden']);
});

test.each([
  ['bdo', '<w:bdo w:val="rtl">', '</w:bdo>'],
  ['dir', '<w:dir w:val="rtl">', '</w:dir>'],
])('words in %s are from right to left', (_, begin, end) => {
  expect(found(around((run) => begin + run('') + end))).toEqual(marked('from right to left'));
});

test('words behind a sign that turns them are from right to left', () => {
  const file = inPart(DOCUMENT, (xml) => xml.replace('₦780.00', '\u202e00.087₦'));
  expect(found(file)).toEqual(marked('from right to left', '\u202e00.087₦'));
});

test('deleted text that no change deletes is shown by no program', () => {
  const file = around((run) => run('').replaceAll('w:t>', 'w:delText>').replace('w:t ', 'w:delText '));
  expect(readWordFile(file).passages.some(({ after }) => after.join().includes(WORDS))).toBe(false);
});

const V = 'xmlns:v="urn:schemas-microsoft-com:vml"';
const SHAPES = 'drawn shapes, which may cover words';
const picture = (shape: string) => around((run) => `${run('')}<w:r><w:pict>${shape}</w:pict></w:r>`);
const choices = (choice: string, fallback: string) =>
  around(
    (run) =>
      `${run('')}<w:r><mc:AlternateContent><mc:Choice Requires="w14">${choice}</mc:Choice>` +
      `<mc:Fallback>${fallback}</mc:Fallback></mc:AlternateContent></w:r>`,
  );

test.each([
  ['a white box', picture(`<v:rect ${V} fillcolor="white"/>`), SHAPES],
  ['a line', picture(`<v:line ${V} from="0,0" to="400,0"/>`), SHAPES],
  ['ink', around((run) => `${run('')}<w:r><w:drawing><w14:contentPart/></w:drawing></w:r>`), SHAPES],
  [
    'a box that says of itself that it is text',
    picture(`<v:rect ${V}><v:textpath string="DRAFT"/></v:rect>`),
    SHAPES,
  ],
  ['a box whose text is off', picture(`<v:shape ${V}><v:textpath on="f" string="no"/></v:shape>`), SHAPES],
  ['a picture of another place', picture(`<v:image ${V} src="http://example.com"/>`), SHAPES],
  [
    'a box in a header',
    inPart('word/header1.xml', (xml) =>
      xml.replace('</w:p>', `<w:r><w:pict><v:rect ${V}/></w:pict></w:r></w:p>`),
    ),
    SHAPES,
  ],
  ['alternatives', choices('', '<w:t> twice</w:t>'), 'words that only some programs show'],
  [
    'a choice that not all programs know',
    around(
      (run) => `<mc:AlternateContent><mc:Choice Requires="w14">${run('')}</mc:Choice></mc:AlternateContent>`,
    ),
    'words that only some programs show',
  ],
  ['alternatives in signs', choices('', '<w:sym w:char="006E"/>'), 'words that only some programs show'],
  [
    'a table that is set apart',
    inPart(DOCUMENT, (xml) => xml.replace('<w:tblLayout', '<w:tblpPr w:tblpX="20000"/><w:tblLayout')),
    'where tables stand that are set apart',
  ],
  [
    'columns of their own widths',
    inPart(DOCUMENT, (xml) =>
      xml.replace(
        '<w:titlePg/>',
        '<w:cols w:num="2"><w:col w:w="100"/><w:col w:w="7000"/></w:cols><w:titlePg/>',
      ),
    ),
    'words on pages without room for them',
  ],
  [
    'a header that fills the page',
    inPart(DOCUMENT, (xml) => xml.replace(/w:header="\d+"/, 'w:header="16000"')),
    'words on pages without room for them',
  ],
  [
    'a formula',
    around(
      (run) =>
        `${run('')}<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>3</m:t></m:r></m:oMath>`,
    ),
    'formulas, whose signs are no words',
  ],
  [
    'the year',
    around((run) => `${run('')}<w:r><w:yearLong/></w:r>`),
    'dates and numbers that are computed anew',
  ],
  ['a hidden mark', ofParagraph('<w:rPr><w:vanish/></w:rPr>'), 'where paragraphs run together'],
  [
    'a frame of a style',
    inPart('word/styles.xml', (xml) =>
      xml.replace(/(w:styleId="ClauseLevel2">.*?<w:pPr>)/s, '$1<w:framePr w:x="-20000"/>'),
    ),
    'where framed paragraphs stand',
  ],
  [
    'alternatives of which one is hidden',
    choices('<w:t> twice</w:t>', '<w:rPr><w:vanish/></w:rPr><w:t> twice</w:t>'),
    'words that only some programs show',
  ],
  [
    'an element of another program around words',
    around((run) => `<x:own xmlns:x="urn:other">${run('')}</x:own>`),
    'words that only some programs show',
  ],
  [
    'an element of another program in the place of words',
    around((run) => run('').replaceAll('w:t>', 'x:t>').replace('<w:t ', '<x:t xmlns:x="urn:other" ')),
    'words that only some programs show',
  ],
  [
    'small pages',
    inPart(DOCUMENT, (xml) => xml.replace(/<w:pgSz w:w="\d+"/, '<w:pgSz w:w="4600"')),
    'words on pages without room for them',
  ],
  [
    'pages of many columns',
    inPart(DOCUMENT, (xml) => xml.replace('<w:titlePg/>', '<w:cols w:num="5"/><w:titlePg/>')),
    'words on pages without room for them',
  ],
  [
    'a small section',
    ofParagraph('<w:sectPr><w:pgSz w:w="11906" w:h="2000"/></w:sectPr>'),
    'words on pages without room for them',
  ],
  [
    'black pages',
    inPart(DOCUMENT, (xml) => xml.replace('<w:body>', '<w:background w:color="000000"/><w:body>')),
    'words on pages of another colour',
  ],
  ['a font whose letters are signs', withFont('Foo', '<w:charset w:val="02"/>'), OTHER_LETTERS],
  ['a font in whose place one is taken', withFont('Foo', '<w:altName w:val="Webdings"/>'), OTHER_LETTERS],
  [
    'a merge that is tracked',
    ofRow('<w:tcPr>', '<w:tcPr><w:cellMerge w:id="9" w:vMerge="cont"/>'),
    'cells that a tracked change merges or splits',
  ],
  [
    'a template whose styles are taken',
    inPart('word/settings.xml', (xml) => xml.replace('</w:settings>', '<w:linkStyles/></w:settings>')),
    'styles that it takes from another file',
  ],
  [
    'a second text',
    inPart('_rels/.rels', (xml) =>
      xml.replace(
        '</Relationships>',
        `<Relationship Id="rId9" Type="${TYPES}/officeDocument" Target="/word/second.xml"/></Relationships>`,
      ),
    ),
    'another text: word/second.xml',
  ],
  [
    'a heading that is collapsed',
    ofParagraph('<x:collapsed xmlns:x="http://schemas.microsoft.com/office/word/2012/wordml"/>'),
    'what stands below headings that are collapsed',
  ],
  [
    'a look that only some programs know',
    withLook(
      '<mc:AlternateContent><mc:Choice Requires="w14"><w:vanish/></mc:Choice><mc:Fallback/></mc:AlternateContent>',
    ),
    'words that only some programs show',
  ],
  ['a frame', ofParagraph('<w:framePr w:x="-20000"/>'), 'where framed paragraphs stand'],
  [
    'a fixed row',
    ofRow('<w:cantSplit/>', '<w:trHeight w:val="1" w:hRule="exact"/>'),
    'what rows of a fixed height cut off',
  ],
  [
    'a bound control',
    around(
      (run) =>
        `<w:sdt><w:sdtPr><w:dataBinding w:xpath="/x[1]"/></w:sdtPr><w:sdtContent>${run('')}</w:sdtContent></w:sdt>`,
    ),
    'a control that shows what stands elsewhere in the file',
  ],
])('%s is not compared', (_, file, what) => {
  expect(found(file)).toEqual({ marked: [], notRead: [what] });
});

test('a font of signs that no words are in is no change', () => {
  expect(found(withFont('Symbol', '<w:charset w:val="02"/>'))).toEqual(NOTHING);
});

test.each([
  ['http://example.com/terms', ['a link to http://example.com/terms']],
  ['mailto:ada@example.com', []],
])('of links out of the file, %s', (address, notRead) => {
  const link = `<Relationship Id="rId99" Type="${TYPES}/hyperlink" TargetMode="External" Target="${address}"/>`;
  const file = inPart('word/_rels/document.xml.rels', (xml) =>
    xml.replace('</Relationships>', `${link}</Relationships>`),
  );
  expect(found(file)).toEqual({ marked: [], notRead });
});
