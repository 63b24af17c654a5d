/** A Word file of somebody else, with styles of the same names as ours and others, and numbers of its own. */
import { strToU8, zipSync } from 'fflate';
import { type Block, typed } from './edited.ts';

const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml';
const RELATION = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const XMLNS = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"';
const HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';

const paragraph = (style: string, text: string, properties = '') =>
  `<w:p><w:pPr><w:pStyle w:val="${style}"/>${properties}</w:pPr>${text && `<w:r><w:t>${text}</w:t></w:r>`}</w:p>`;

const style = (id: string, name: string, properties: string, format: string) =>
  `<w:style w:type="paragraph" w:styleId="${id}"><w:name w:val="${name}"/>` +
  `<w:pPr>${properties}</w:pPr><w:rPr>${format}</w:rPr></w:style>`;

const numbered = (list: number) => `<w:numPr><w:ilvl w:val="0"/><w:numId w:val="${list}"/></w:numPr>`;

const level = (label: string, link = '') =>
  `<w:lvl w:ilvl="0"><w:start w:val="1"/><w:numFmt w:val="decimal"/>${link}<w:lvlText w:val="${label}"/></w:lvl>`;

const PARTS = {
  '[Content_Types].xml':
    '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="xml" ContentType="application/xml"/>' +
    '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>' +
    ['document.main', 'styles', 'numbering']
      .map(
        (name) =>
          `<Override PartName="/word/${name.replace('.main', '')}.xml" ContentType="${TYPE}.${name}+xml"/>`,
      )
      .join('') +
    '</Types>',
  '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${RELATION}/officeDocument" Target="word/document.xml"/></Relationships>`,
  'word/_rels/document.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="${RELATION}/styles" Target="styles.xml"/><Relationship Id="b" Type="${RELATION}/numbering" Target="numbering.xml"/></Relationships>`,
  'word/styles.xml':
    `<w:styles ${XMLNS}>` +
    style('Heading2', 'heading 2', `${numbered(1)}<w:outlineLvl w:val="1"/>`, '<w:color w:val="2E74B5"/>') +
    style('ClauseLevel2', 'Clause Level 2', '<w:ind w:left="1440"/>', '<w:i/><w:sz w:val="28"/>') +
    style('LegalText', 'Legal Text', '<w:jc w:val="both"/>', '<w:rFonts w:ascii="Times New Roman"/>') +
    style('ListParagraph', 'List Paragraph', '<w:ind w:left="720"/>', '') +
    '</w:styles>',
  'word/numbering.xml':
    `<w:numbering ${XMLNS}>` +
    `<w:abstractNum w:abstractNumId="0">${level('Article %1', '<w:pStyle w:val="Heading2"/>')}</w:abstractNum>` +
    `<w:abstractNum w:abstractNumId="1">${level('%1)')}</w:abstractNum>` +
    [1, 2].map((id) => `<w:num w:numId="${id}"><w:abstractNumId w:val="${id - 1}"/></w:num>`).join('') +
    '</w:numbering>',
  'word/document.xml':
    `<w:document ${XMLNS}><w:body>` +
    paragraph('Heading2', 'Foreign heading') +
    paragraph('ClauseLevel2', 'Foreign clause.') +
    paragraph('LegalText', 'Foreign words.', '<w:ind w:left="300"/>') +
    paragraph('ListParagraph', 'Foreign item.', numbered(2)) +
    paragraph('ListParagraph', 'Another foreign item.', numbered(2)) +
    paragraph('LegalText', '') +
    '<w:sectPr/></w:body></w:document>',
};

export const foreignFile = (): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(PARTS).map(([name, xml]) => [name, strToU8(HEAD + xml)])));

/** What it is in a document that has styles of some of the names: its own numbers, and the others' styles. */
export const FOREIGN: readonly Block[] = [
  { ...typed('Heading 2', 'Foreign heading'), label: 'Article 1', isForeign: true },
  typed('Clause Level 2', 'Foreign clause.'),
  typed('Legal Text', 'Foreign words.'),
  { ...typed('List Paragraph', 'Foreign item.'), label: '1)' },
  { ...typed('List Paragraph', 'Another foreign item.'), label: '2)' },
];
